"""What became of each decision of a log: which one took it back, and which speak of a subject."""

from collections.abc import Iterable

from sift_assets.core.decisions.decision import Act, Decision, EntityRef, RelationRef
from sift_assets.core.decisions.folding import effective
from sift_assets.core.decisions.log import in_order


def undone_by(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """Return the id of each decision that does not count to the undo that took it back.

    An undo that was taken back itself takes back nothing, see `folding.counting`.
    """
    found: dict[str, Decision] = {}
    later: set[str] = set()
    for one in reversed(effective(decisions)):
        if one.act is Act.UNDO and one.id not in found and one.undoes not in later:
            found.setdefault(one.undoes, one)
        later.add(one.id)
    return found


def unknown_undos(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the undos of what the log does not hold, or holds as made later: they do nothing."""
    every = in_order(decisions)
    orders = {one.id: one.order for one in every}
    return tuple(
        one
        for one in every
        if one.act is Act.UNDO and (one.undoes not in orders or orders[one.undoes] > one.order)
    )


def entities_of(decision: Decision) -> tuple[EntityRef, ...]:
    """Return every entity that a decision names, the ends of relations included."""
    ends = (end for ref in relations_of(decision) for end in (ref.source, ref.target))
    owners = (one.entity for one in (decision.attribute, decision.values) if one)
    return (*decision.entities, *ends, *owners)


def relations_of(decision: Decision) -> tuple[RelationRef, ...]:
    """Return every relation that a decision names."""
    own = (decision.relation,) if decision.relation else ()
    return (*own, *decision.stands, *decision.falls)


def with_undos(decisions: Iterable[Decision], about: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return some decisions with everything that took them back, or gave them back, in order."""
    every = in_order(decisions)
    found = {one.id: one for one in about}
    for one in every:  # an undo is younger than what it takes back
        if one.act is Act.UNDO and one.undoes in found:
            found[one.id] = one
    return in_order(found.values())
