"""What a decision says, whoever said it, when and why: two that mean the same are one saying."""

from collections.abc import Iterable

from sift_assets.core.decisions.decision import Act, Decision, EntityRef, RelationRef
from sift_assets.core.graph.identity import normal_form

Meaning = tuple[object, ...]


def meaning(one: Decision) -> Meaning:
    """Return what a decision says, by the ids of its subjects.

    Aliases, anchors and documents are left out: they tell what was known then, not what was said.
    """
    return (
        one.act,
        _entities(one),
        _relations([one.relation] if one.relation else []),
        one.attribute
        and (one.attribute.entity.id, *_forms(one.attribute.key, one.attribute.value)),
        one.parts,
        one.name,
        frozenset(_relations(one.stands)),
        frozenset(_relations(one.falls)),
        one.values
        and (one.values.entity.id, *_forms(one.values.key), frozenset(one.values.values)),
        one.proposal if one.act is Act.DROP else "",
        one.promotion,
        one.promotion and (one.promotion.item, one.promotion.assessment, one.shown),
    )


def _entities(one: Decision) -> Meaning:
    """Return the ids: of a merge the first, which names the whole, before the others."""
    first, rest = (
        (one.entities[:1], one.entities[1:]) if one.act is Act.MERGE else ((), one.entities)
    )
    return *_ids(first), frozenset(_ids(rest))


def _ids(refs: Iterable[EntityRef]) -> tuple[str, ...]:
    return tuple(ref.id for ref in refs)


def _relations(refs: Iterable[RelationRef]) -> tuple[tuple[str, str, str], ...]:
    return tuple((ref.source.id, ref.type, ref.target.id) for ref in refs)


def _forms(*texts: str) -> tuple[str, ...]:
    return tuple(map(normal_form, texts))
