"""Which entities a stated relation joins: its two names, resolved inside the document.

Names are looked up in the relation's chunk first, then in the document, never beyond it, and the
domain's endpoint types choose between things of one name. What they cannot choose is a record for
people, not a guess. So nothing depends on the order of documents or of records.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sift_assets.core.graph.identity import normal_form
from sift_assets.core.graph.settling import Settled
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.records.extraction import MentionKind, QuarantineReason


class End(NamedTuple):
    """An entity at one end of a relation."""

    entity_id: str
    type: str


class Claim(NamedTuple):
    """A relation as stated, read by the domain but not yet resolved.

    Attributes:
        type: Relation type of the domain.
        source: Name it goes from.
        target: Name it goes to.
        source_type: Entity type of the source if the extractor stated it, else empty.
        target_type: Likewise.
        chunk: Where it is stated.
    """

    type: str
    source: str
    target: str
    source_type: str
    target_type: str
    chunk: int


class Joined(NamedTuple):
    """The two entities a relation joins, in the direction to store."""

    source: End
    target: End


class Unjoined(NamedTuple):
    """Why a relation's endpoints could not be told."""

    reason: QuarantineReason
    detail: str


class NameIndex:
    """The names of one document's mentions, by chunk and for the whole document.

    Args:
        settled: The document's settled mentions, in any order.
    """

    def __init__(self, settled: Iterable[Settled]) -> None:
        self._names: dict[tuple[int | None, str], dict[End, set[str]]] = {}
        self._references: dict[tuple[int | None, str], dict[End, set[str]]] = {}
        for one in settled:
            self._add(self._names, one, (one.mention.name, one.name))
            is_reference = one.kind is MentionKind.REFERENCE
            table = self._references if is_reference else self._names
            self._add(table, one, (one.mention.surface,))

    def find(self, name: str, stated_type: str, chunk: int | None) -> list[End]:
        """Return the entities a name may mean, sorted.

        Args:
            name: A name or any surface of it. Full names and aliases win over references such as
                "the company".
            stated_type: Type in the graph or as stated; empty allows all.
            chunk: Where to look; None for the whole document.
        """
        key = (chunk, normal_form(name))
        found = self._names.get(key) or self._references.get(key) or {}
        return sorted(
            end for end, types in found.items() if not stated_type or stated_type in types
        )

    @staticmethod
    def _add(
        table: dict[tuple[int | None, str], dict[End, set[str]]],
        one: Settled,
        names: Sequence[str],
    ) -> None:
        end = End(one.entity_id, one.type)
        for name in names:
            for chunk in (one.mention.chunk, None):
                ends = table.setdefault((chunk, normal_form(name)), {})
                ends.setdefault(end, set()).update((one.type, one.stated_type))


def resolve(claim: Claim, index: NameIndex, types: TypeMap) -> Joined | Unjoined:
    """Return the two entities a relation joins, or why they cannot be told.

    In the chunk, then in the document: the one pair whose types fit; else, where both endpoint
    lists are stated, the one pair that fits when turned round.
    """
    for chunk in (claim.chunk, None):
        sources = _candidates(index, claim.source, claim.source_type, chunk)
        targets = _candidates(index, claim.target, claim.target_type, chunk)
        if not sources or not targets:
            return _unresolved(claim, has_source=bool(sources))
        found = _choose(claim.type, sources, targets, types)
        if found is not None:
            return found
    if {end.entity_id for end in sources} == {end.entity_id for end in targets}:
        detail = f"Both ends of {claim.type} are {claim.source!r}."
        return Unjoined(QuarantineReason.SELF_RELATION, detail)
    return _misfit(claim, sources, targets)


def _candidates(index: NameIndex, name: str, stated_type: str, chunk: int | None) -> list[End]:
    return index.find(name, stated_type, chunk) or index.find(name, stated_type, None)


def _choose(
    relation_type: str, sources: Sequence[End], targets: Sequence[End], types: TypeMap
) -> Joined | Unjoined | None:
    pairs = [Joined(s, t) for s in sources for t in targets if s.entity_id != t.entity_id]
    fitting = [p for p in pairs if types.fits(relation_type, p.source.type, p.target.type)]
    if not fitting and types.can_be_turned(relation_type):
        turned = (Joined(pair.target, pair.source) for pair in pairs)
        fitting = [p for p in turned if types.fits(relation_type, p.source.type, p.target.type)]
    if len(fitting) > 1:
        options = ", ".join(f"{p.source.entity_id} → {p.target.entity_id}" for p in fitting)
        detail = f"{relation_type} may join {options}."
        return Unjoined(QuarantineReason.AMBIGUOUS_ENDPOINT, detail)
    return fitting[0] if fitting else None


def _unresolved(claim: Claim, *, has_source: bool) -> Unjoined:
    name = claim.target if has_source else claim.source
    stated = claim.target_type if has_source else claim.source_type
    kind = f" of type {stated}" if stated else ""
    detail = f"No mention{kind} in the document is called {name!r}."
    return Unjoined(QuarantineReason.UNRESOLVED_ENDPOINT, detail)


def _misfit(claim: Claim, sources: Sequence[End], targets: Sequence[End]) -> Unjoined:
    from_types = " or ".join(sorted({end.type for end in sources}))
    to_types = " or ".join(sorted({end.type for end in targets}))
    detail = f"The domain does not let {claim.type} go from {from_types} to {to_types}."
    return Unjoined(QuarantineReason.ENDPOINT_TYPES, detail)
