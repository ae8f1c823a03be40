"""Finding the subjects of decisions again in today's graph, by a ladder of values.

Key, then renamed type, then another type, then alias, then anchor: the first rung on which exactly
one thing answers. A subject that none answers to is no error: its decision is parked until it
returns. Several that answer are not guessed between, but where the anchors single one out; nor is
one of another type, or a part of what was split, taken unless an anchor says that it is meant.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.decision import Anchor, EntityRef, digest_of
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import Numbers, coded, whole
from sift_assets.core.graph.identity import PART_MARK, normal_form
from sift_assets.core.graph.type_map import TypeMap


class Rung(StrEnum):
    """By what a subject was found."""

    KEY = "key"
    RENAMED_TYPE = "renamed_type"
    OTHER_TYPE = "other_type"
    ALIAS = "alias"
    ANCHOR = "anchor"


@dataclass(frozen=True)
class Found:
    """A subject's id in today's graph, and the rung on which it answered."""

    id: str
    rung: Rung


@dataclass(frozen=True)
class Lost:
    """Why a subject cannot be told: nothing answers, or several things do."""

    reason: str


Places = Mapping[tuple[str, str], frozenset[str]]
"""Document and digest to the ids of what stands there."""


class Finder:
    """Looks up subjects in one graph.

    Args:
        graph: The graph, splits applied.
        types: Its domain, for earlier names of types.
    """

    def __init__(self, graph: KnowledgeGraph, types: TypeMap) -> None:
        self._graph = graph
        self._types = types
        self._documents: dict[str, _Documents] = {}
        self._places: dict[tuple[str, str], Places] = {}

    def entity(self, ref: EntityRef) -> Found | Lost:
        """Find an entity."""
        if ref.id in self._type_of:
            return Found(ref.id, Rung.KEY)
        form = normal_form(ref.name)
        renamed = self._types.entity_names.get(ref.type, ref.type)
        renamed_id = ref.model_copy(update={"type": renamed}).id
        if renamed_id in self._type_of:
            return Found(renamed_id, Rung.RENAMED_TYPE)
        if ref.part:
            return self._part(ref)
        own_name = frozenset(self._by_name.get(form, ()))
        for rung, candidates in (
            (Rung.OTHER_TYPE, own_name),
            (Rung.ALIAS, self._named_alike(ref, renamed)),
            (Rung.ANCHOR, self._mentioned(ref.anchors)),
        ):
            chosen = self._chosen(candidates, ref, renamed)
            if chosen is not None:
                return Found(chosen, rung)
        return Lost(_why_lost(ref, own_name or self._named_alike(ref, renamed)))

    def quoted(self, anchors: Iterable[Anchor]) -> frozenset[str]:
        """Return the ids of the relations that the quotes at some anchors state."""
        return self._at(anchors, "evidence", "relation_id", "quote")

    def _part(self, ref: EntityRef) -> Found | Lost:
        """Find a part by its label and anchors: what was split may be called otherwise now."""
        mentioned = self._mentioned(ref.anchors)
        parts = frozenset(one for one in mentioned if one.partition(PART_MARK)[2] == ref.part)
        anchored = self._most_anchored(ref.anchors, parts)
        if len(anchored) == 1:
            return Found(next(iter(anchored)), Rung.ANCHOR)
        return Lost(f"there is no part {ref.part!r} of {ref.name!r}")

    def _chosen(self, candidates: frozenset[str], ref: EntityRef, renamed: str) -> str | None:
        """Return the one candidate; anchors decide between several, and confirm a doubtful one.

        A thing of the same name but another type is doubtful: Washington the person is not the
        place, which is there in the same graph when the person is gone. So is a part.
        """
        if len(candidates) == 1:
            (one,) = candidates
            if self._type_of[one] == renamed and PART_MARK not in one:
                return one
        anchored = self._most_anchored(ref.anchors, candidates)
        return next(iter(anchored)) if len(anchored) == 1 else None

    def _named_alike(self, ref: EntityRef, renamed: str) -> frozenset[str]:
        """Return what has the subject's name as another name, or one of its other names.

        Things of its own type before those of others, its name before its aliases.
        """
        for names in ((ref.name,), ref.aliases):
            found = {one for name in names for one in self._by_alias.get(normal_form(name), ())}
            own_type = {one for one in found if self._type_of[one] == renamed}
            if own_type or found:
                return frozenset(own_type or found)
        return frozenset()

    def _mentioned(self, anchors: Iterable[Anchor]) -> frozenset[str]:
        return self._at(anchors, "mentions", "entity_id", "surface")

    def _most_anchored(
        self, anchors: Iterable[Anchor], candidates: frozenset[str]
    ) -> frozenset[str]:
        """Return the candidates that answer at the most anchors; several where they tie."""
        found = (one for anchor in anchors for one in self._mentioned([anchor]))
        counts = Counter(one for one in found if one in candidates)
        highest = max(counts.values(), default=0)
        return frozenset(one for one, count in counts.items() if count == highest)

    def _at(self, anchors: Iterable[Anchor], table: str, column: str, text: str) -> frozenset[str]:
        found: set[str] = set()
        for anchor in anchors:
            places = self._read(anchor.document, table, column, text)
            found |= places.get((anchor.document, anchor.digest), frozenset())
        return frozenset(found)

    def _read(self, document: str, table: str, column: str, text: str) -> Places:
        """Read what stands in a document, once."""
        if (document, table) not in self._places:
            if table not in self._documents:
                rows: pa.Table = getattr(self._graph, table)
                self._documents[table] = _Documents(rows["document"], rows[column], rows[text])
            found: dict[tuple[str, str], set[str]] = {}
            for one, words in self._documents[table].rows(document):
                found.setdefault((document, digest_of(words)), set()).add(one)
            self._places[document, table] = {at: frozenset(ids) for at, ids in found.items()}
        return self._places[document, table]

    @cached_property
    def _type_of(self) -> dict[str, str]:
        entities = self._graph.entities
        return dict(zip(entities["id"].to_pylist(), entities["type"].to_pylist(), strict=True))

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        entities = self._graph.entities
        found: dict[str, list[str]] = {}
        for one, name in zip(entities["id"].to_pylist(), entities["name"].to_pylist(), strict=True):
            found.setdefault(normal_form(name), []).append(one)
        return found

    @cached_property
    def _by_alias(self) -> dict[str, list[str]]:
        """Normal form to what is called so, by name or by another name."""
        entities = self._graph.entities
        found = {form: list(ids) for form, ids in self._by_name.items()}
        aliases = whole(entities["aliases"])
        owners = entities["id"].take(pc.list_parent_indices(aliases)).to_pylist()
        for one, alias in zip(owners, pc.list_flatten(aliases).to_pylist(), strict=True):
            found.setdefault(normal_form(alias), []).append(one)
        return found


class _Documents:
    """What stands in each document: an id and a text per row.

    Sorted by document once: to filter all rows for each document of each anchor is dear where
    types were renamed and all subjects have to be found by anchors.
    """

    def __init__(self, documents: pa.ChunkedArray, ids: pa.ChunkedArray, texts: pa.ChunkedArray):
        codes, distinct = coded(documents)
        self._order: Numbers = np.argsort(codes, kind="stable")
        ends = np.cumsum(np.bincount(codes, minlength=len(distinct)))
        self._ends: list[int] = [0, *ends.tolist()]
        self._numbers = {one: number for number, one in enumerate(distinct.to_pylist())}
        self._columns = [whole(ids), whole(texts)]

    def rows(self, document: str) -> Iterable[tuple[str, str]]:
        """Return the rows of a document; none of one that is not there."""
        number = self._numbers.get(document)
        if number is None:
            return ()
        rows = pa.array(self._order[self._ends[number] : self._ends[number + 1]])
        ids, texts = (column.take(rows).to_pylist() for column in self._columns)
        return zip(ids, texts, strict=True)


def _why_lost(ref: EntityRef, candidates: frozenset[str]) -> str:
    what = f"{ref.type} {ref.name!r}"
    if len(candidates) > 1:
        return f"{what} may be any of {', '.join(sorted(candidates))}"
    return f"{what} is not in the graph"
