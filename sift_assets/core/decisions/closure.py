"""Which entities are one and which are wrong, in the order in which people said so.

To call an entity wrong takes away what it was then: all that had been merged into it, and nothing
that is merged with it later. Who is wrong is no longer merged with anything.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.links import Conflict, Group, Link, Pair, grouped, last_words

Said = tuple[Decision, Sequence[str]]
"""A decision to merge, not to merge or to retract, with the ids of its subjects that are there."""


class Closure(NamedTuple):
    """What such decisions add up to.

    Attributes:
        words: The last word about each pair that people spoke of.
        groups: Entities that are one.
        conflicts: Entities that must be one and must not.
        retracted: Entities that are wrong, with the decision.
        idle: Merges of which all but one subject are wrong, each with one that is.
    """

    words: Mapping[Pair, Link]
    groups: tuple[Group, ...]
    conflicts: tuple[Conflict, ...]
    retracted: Mapping[str, Decision]
    idle: tuple[tuple[Decision, str], ...]


def closed(said: Iterable[Said]) -> Closure:
    """Add up decisions.

    Args:
        said: In order of time; those to merge or not with two subjects or more.
    """
    linked: list[Said] = []
    wrong: dict[str, tuple[str, Decision]] = {}
    idle: list[tuple[Decision, str]] = []
    for decision, ids in said:
        if decision.act is Act.RETRACT:
            for one in ids:
                wrong |= dict.fromkeys(_all_of(one, linked), (one, decision))
            continue
        left = [one for one in ids if one not in wrong or decision.act is not Act.MERGE]
        if len(left) > 1:
            linked.append((decision, left))
        else:
            idle.append((decision, next(one for one in ids if one in wrong)))
    words = last_words(linked)
    groups, conflicts = grouped(words)
    retracted = _retracted(wrong, groups)
    led = tuple(sorted((_led(one, retracted) for one in groups), key=lambda one: one.members))
    return Closure(words, led, conflicts, retracted, tuple(idle))


def _all_of(one: str, linked: Sequence[Said]) -> tuple[str, ...]:
    """Return what a retraction takes away: of a canonical entity, all that it stands for."""
    groups, _ = grouped(last_words(linked)) if linked else ((), ())
    return next((group.members for group in groups if group.canonical == one), (one,))


def _led(group: Group, retracted: Mapping[str, Decision]) -> Group:
    """Let a group stand under a member that is not wrong, if there is one."""
    left = [one for one in group.members if one not in retracted]
    if group.canonical not in retracted or not left:
        return group
    others = sorted({*group.members} - {left[0]})
    return group._replace(members=(left[0], *others))


def _retracted(
    wrong: Mapping[str, tuple[str, Decision]], groups: Iterable[Group]
) -> dict[str, Decision]:
    """Return who is wrong; who has been parted from what was called wrong is not."""
    whole = {member: group.canonical for group in groups for member in group.members}
    return {
        member: decision
        for member, (one, decision) in wrong.items()
        if member == one or whole.get(member, member) == whole.get(one, one)
    }
