"""A decision in a line of words, for lists and answers. Names come from documents: print safely."""

from collections.abc import Sequence

from sift_assets.core.decisions.decision import (
    Act,
    Decision,
    EntityRef,
    Part,
    RelationRef,
    ValuesRef,
)

SIGNS = {Act.MERGE: " = ", Act.NOT_SAME: " ≠ "}
"""Between the names of entities that are one, and of those that are not."""


def in_words(decision: Decision) -> str:
    """Say what a decision says."""
    names = [name_of(one) for one in decision.entities]
    first = names[0] if names else ""
    if decision.act in SIGNS:
        return SIGNS[decision.act].join(names)
    if decision.act is Act.SPLIT:
        return f"{first} is {len(decision.parts)} things: {_parts(decision.parts)}"
    if decision.act is Act.WHOLE:
        return f"{first} is one thing"
    if decision.act is Act.NAME:
        return f"{first} is called {decision.name}"
    if decision.promotion and decision.act is not Act.UNDO:
        return f"{decision.act} item {decision.promotion.item} of seat {decision.promotion.seat}"
    if decision.act is Act.UNDO:
        return f"undo {decision.undoes}"
    if decision.act is Act.DROP:
        return _dropped(decision, names)
    if decision.values:
        return _values(decision.values)
    if decision.act is Act.RESOLVE:
        stands = ", ".join(map(relation_in_words, decision.stands))
        falls = ", ".join(map(relation_in_words, decision.falls))
        return f"{stands} stands" + (f", not {falls}" if falls else "")
    return f"{decision.act} {_object(decision)}"


def name_of(ref: EntityRef) -> str:
    """Return an entity's name, of a part with its label."""
    return f"{ref.name} ({ref.part})" if ref.part else ref.name


def relation_in_words(ref: RelationRef) -> str:
    """Return a relation as `source TYPE target`."""
    return f"{name_of(ref.source)} {ref.type} {name_of(ref.target)}"


def _dropped(decision: Decision, names: Sequence[str]) -> str:
    """Say which proposal is not taken up: of a relation, of what would be one, of what is wrong."""
    what = relation_in_words(decision.relation) if decision.relation else " = ".join(names)
    return f"drop proposal {decision.proposal}" + (f": {what}" if what else "")


def _object(decision: Decision) -> str:
    """Say what is confirmed, rejected, added or retracted."""
    if decision.relation:
        return relation_in_words(decision.relation)
    if decision.attribute:
        said = decision.attribute
        return f"{said.key}: {said.value} of {name_of(said.entity)}"
    return name_of(decision.entities[0])


def _values(said: ValuesRef) -> str:
    what = said.key or "entity type"
    return f"{what} of {name_of(said.entity)}: {' and '.join(said.values)} all stand"


def _parts(parts: tuple[Part, ...]) -> str:
    return "; ".join(f"{part.name or part.label}: {', '.join(part.documents)}" for part in parts)
