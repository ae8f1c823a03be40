"""Adds discovered types to the user's own, so that the whole is a sound domain.

The user's types stay as they are. What does not fit them or one another is dropped, by name and
with the reason.
"""

from collections.abc import Iterable, Sequence

from sift_assets.core.domain.checks import EXTENDS
from sift_assets.core.domain.model import Domain, EntityType, RelationType
from sift_assets.core.records.record import Record

FALLBACK = "ASSOCIATED_WITH"
"""The relation of a stated link that fits no other; without one such links would be lost."""

_FALLBACK_TYPE = RelationType(
    description="The text states a link that no other type says.",
    hints=("a last resort; say in a few words what the link is",),
    symmetric=True,
)


class Dropped(Record):
    """Something of an answer that is not proposed.

    Attributes:
        kind: `entity`, `relation`, `endpoint` or `inverse`.
        name: The type's, or `RELATION -> TYPE`.
        reason: Why.
    """

    kind: str
    name: str
    reason: str


class Proposal(Record):
    """What a model proposes, united with the user's own.

    Attributes:
        domain: The whole domain; None when there is a problem.
        discovered: Names of the types that are not the user's own, entities first.
        dropped: What is not in it, and why.
        cut: Whether the answer was not whole.
        problem: Why the answer is of no use, empty when it is.
    """

    domain: Domain | None = None
    discovered: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    cut: bool = False
    problem: str = ""


def united(
    own: Domain,
    entities: Sequence[tuple[str, EntityType]],
    relations: Sequence[tuple[str, RelationType]],
    dropped: Iterable[Dropped] = (),
    *,
    cut: bool = False,
) -> Proposal:
    """Return the user's domain with the discovered types.

    Args:
        own: The user's.
        entities: Discovered, with names in upper snake case, in the order of the answer.
        relations: Likewise.
        dropped: What the reader has dropped already.
        cut: See `Proposal`.
    """
    uniting = _Uniting(own, list(dropped))
    uniting.add_entities(entities)
    uniting.add_relations(relations)
    return uniting.proposal(cut=cut)


class _Uniting:
    def __init__(self, own: Domain, dropped: list[Dropped]) -> None:
        self._own, self._dropped = own, dropped
        self._entities = dict(own.entity_types)
        self._relations = dict(own.relation_types)
        self._entity_of = _other_names(own.entity_types)
        self._relation_of = _other_names(own.relation_types)
        inverses = {k.inverse: name for name, k in own.relation_types.items() if k.inverse}
        self._inverse_of = inverses

    def add_entities(self, found: Sequence[tuple[str, EntityType]]) -> None:
        for name, kind in found:
            if self._is_own("entity", name, self._own.entity_types, self._entity_of):
                continue
            self._entities[name] = _merged_entity(self._entities.get(name), kind)

    def add_relations(self, found: Sequence[tuple[str, RelationType]]) -> None:
        for name, kind in found:
            if name == EXTENDS:
                self._drop("relation", name, "built in")
            elif name in self._inverse_of:
                self._drop("relation", name, f"the inverse of {self._inverse_of[name]}")
            elif not self._is_own("relation", name, self._own.relation_types, self._relation_of):
                self._add_relation(name, kind)

    def proposal(self, *, cut: bool) -> Proposal:
        """Return what has come together."""
        self._add_fallback()
        domain = self._domain()
        own = self._own.entity_types.keys() | self._own.relation_types.keys()
        names = (*sorted(domain.entity_types), *sorted(domain.relation_types))
        return Proposal(
            domain=domain,
            discovered=tuple(name for name in names if name not in own),
            dropped=tuple(self._dropped),
            cut=cut,
        )

    def _add_relation(self, name: str, kind: RelationType) -> None:
        ends = [self._known_ends(name, listed) for listed in (kind.source_types, kind.target_types)]
        if None in ends:
            self._drop("relation", name, "none of its endpoint types is known")
            return
        inverse = self._free_inverse(name, kind)
        fitted = kind.model_copy(
            update={
                "source_types": ends[0],
                "target_types": ends[1],
                "symmetric": kind.symmetric or kind.inverse == name,
                "inverse": inverse,
            }
        )
        self._relations[name] = _merged_relation(self._relations.get(name), fitted)
        if inverse:
            self._inverse_of.setdefault(inverse, name)

    def _known_ends(self, name: str, listed: Sequence[str]) -> tuple[str, ...] | None:
        """Return the endpoint types that exist; None when some were named and none does."""
        known: list[str] = []
        for end in listed:
            canonical = self._entity_of.get(end, end)
            if canonical in self._entities:
                known.append(canonical)
            else:
                self._drop("endpoint", f"{name} -> {end}", "no such entity type")
        return tuple(dict.fromkeys(known)) if known or not listed else None

    def _free_inverse(self, name: str, kind: RelationType) -> str | None:
        inverse = kind.inverse
        if not inverse or kind.symmetric or inverse == name:
            return None
        taken = inverse in self._relations or inverse in self._relation_of or inverse == EXTENDS
        if taken or self._inverse_of.get(inverse, name) != name:
            self._drop("inverse", inverse, f"of {name}: the name is taken")
            return None
        return inverse

    def _add_fallback(self) -> None:
        if self._own.fallback_relation or self._fallback() in self._relations:
            return
        if FALLBACK not in self._inverse_of:
            self._relations[FALLBACK] = _FALLBACK_TYPE

    def _fallback(self) -> str:
        """Return the fallback relation: the user's, or ours by its name or as they call it."""
        return self._own.fallback_relation or self._relation_of.get(FALLBACK, FALLBACK)

    def _domain(self) -> Domain:
        fallback = self._fallback()
        return self._own.model_copy(
            update={
                "schema_free": False,
                "fallback_relation": fallback if fallback in self._relations else None,
                "entity_types": dict(self._entities),
                "relation_types": dict(self._relations),
            }
        )

    def _is_own(self, kind: str, name: str, own: Iterable[str], other: dict[str, str]) -> bool:
        if name in other:
            self._drop(kind, name, f"another name of {other[name]}")
        elif name in own:
            self._drop(kind, name, "yours already")
        else:
            return False
        return True

    def _drop(self, kind: str, name: str, reason: str) -> None:
        self._dropped.append(Dropped(kind=kind, name=name, reason=reason))


def _other_names(types: dict[str, EntityType] | dict[str, RelationType]) -> dict[str, str]:
    return {other: n for n, kind in types.items() for other in (*kind.synonyms, *kind.renamed_from)}


def _merged_entity(first: EntityType | None, other: EntityType) -> EntityType:
    """Return one type of two with one name: what the first leaves open is the other's."""
    if first is None:
        return other
    return first.model_copy(
        update={
            "description": first.description or other.description,
            "hints": first.hints or other.hints,
        }
    )


def _merged_relation(first: RelationType | None, other: RelationType) -> RelationType:
    if first is None:
        return other
    symmetric = first.symmetric or other.symmetric
    return first.model_copy(
        update={
            "description": first.description or other.description,
            "hints": first.hints or other.hints,
            "source_types": _both(first.source_types, other.source_types),
            "target_types": _both(first.target_types, other.target_types),
            "symmetric": symmetric,
            "inverse": None if symmetric else first.inverse or other.inverse,
            "review_required": first.review_required or other.review_required,
        }
    )


def _both(first: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the endpoints of either; none listed means every type."""
    return tuple(dict.fromkeys((*first, *other))) if first and other else ()
