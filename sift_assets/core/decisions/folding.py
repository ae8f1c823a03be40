"""From the log to what is in force: undone decisions are taken out, the rest keeps its order.

Pure and independent of the order of lines. Whether a later decision overrides an earlier one about
the same thing is told in `verdicts`, where it is known which thing each of them names today.
"""

from collections.abc import Iterable

from sift_assets.core.decisions.decision import KIND_OF, Act, Decision
from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.decisions.log import in_order


def in_force(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that count, in order of time.

    The last word first: an undo that counts takes out its target, also when that is an undo, which
    brings back what it had taken out. An undo of what came later, or never was, does nothing.
    """
    every = in_order(decisions)
    undone: set[str] = set()
    kept: list[Decision] = []
    for one in reversed(every):
        if one.id in undone:
            continue
        if one.act is Act.UNDO:
            undone.add(one.undoes)
        else:
            kept.append(one)
    return tuple(reversed(kept))


def by_kind(effective: Iterable[Decision]) -> dict[Kind, tuple[Decision, ...]]:
    """Return the decisions in force by the partition that they belong to."""
    found: dict[Kind, list[Decision]] = {kind: [] for kind in Kind}
    for one in effective:
        found[KIND_OF[one.act]].append(one)
    return {kind: tuple(decisions) for kind, decisions in found.items()}
