"""What two entities have in common, and how much that says."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from typing import Any, NamedTuple

import pyarrow as pa
from rapidfuzz import fuzz

from sift_assets.core.decisions.looking_up import rows_of
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.identity import normal_form
from sift_assets.core.resolution.subjects import ROLE_KEYS, compared

SIMILAR = 80.0
"""Similarity of two names, of 100, from which on they may have to do with each other."""

NAME_SCORE = 0.5
"""For two equal names; a coin's worth, for what is one is proposed as a merge anyway."""

PASSAGE_SCORE = 0.5
"""For being named in one passage: something is going on there, not always between the two."""

NEAR = 400
"""Characters between two names in one passage; in a document of a whole book all are named."""

ROLE_SCORE = 0.35
"""For a role in common: there are many lawyers."""

PATTERN_SCORE = 0.6
"""For many kinds of relations in common and none apart; for one kind the half, for two two thirds:
every lawsuit has parties. What many entities have counts less than what few have."""

MAX_REASONS = 3
"""Of one kind that a person is shown."""

NAMED = ("id", "type", "name", "attributes")


class Pattern(NamedTuple):
    """A kind of relation that an entity is in: its type, whether it leads out, and to what type."""

    relation: str
    leads_out: bool
    other: str

    def __str__(self) -> str:
        """Say it as people read it."""
        arrow = "to" if self.leads_out else "from"
        return f"{self.relation} {arrow} {self.other}"


class Side(NamedTuple):
    """One entity.

    Attributes:
        id: Its id.
        type: Its type.
        name: Its display name.
        form: The normal form of its name.
        places: Where it is named: first characters of its mentions by document.
        roles: What it does: what is compared, to what is written.
        patterns: Kinds of relations that it is in.
    """

    id: str
    type: str
    name: str
    form: str
    places: dict[str, list[int]]
    roles: dict[str, str]
    patterns: frozenset[Pattern]


class Witness(NamedTuple):
    """Something that speaks for a link, and how much, 0 to 1."""

    score: float
    reason: str


class Ends:
    """Entities that links may connect.

    Args:
        graph: Any.
        ids: Those that are looked at.

    Attributes:
        forms: The normal form of each name by id, sorted by it.
    """

    def __init__(self, graph: KnowledgeGraph, ids: frozenset[str]) -> None:
        rows = (row for row in _rows(graph) if row["id"] in ids)
        self._rows = {row["id"]: row for row in rows}
        self.forms = {one: normal_form(row["name"]) for one, row in sorted(self._rows.items())}
        self._mentions = graph.mentions
        self._patterns = _patterns(graph)
        counts = Counter(one for found in self._patterns.values() for one in found)
        self._tells = {one: log(1 + len(self._rows) / count) for one, count in counts.items()}
        self._sides: dict[str, Side] = {}

    def side(self, one: str) -> Side:
        """Return an entity; put together when it is asked for, of most nobody asks."""
        if one not in self._sides:
            self._sides[one] = self._side(one)
        return self._sides[one]

    def witnesses(self, one: Side, other: Side) -> tuple[Witness, ...]:
        """Return what speaks for a link between two entities."""
        found = _same_passage(one, other), _similar_names(one, other), _same_role(one, other)
        return (*(each for each in found if each), *self._same_patterns(one, other))

    def _side(self, one: str) -> Side:
        row = self._rows[one]
        return Side(
            id=one,
            type=row["type"],
            name=row["name"],
            form=self.forms[one],
            places=_places(rows_of(one, self._mentions, "entity_id")),
            roles={
                compared(each["value"]): each["value"]
                for each in row["attributes"]
                if each["key"].lower() in ROLE_KEYS
            },
            patterns=frozenset(self._patterns.get(one, ())),
        )

    def _same_patterns(self, one: Side, other: Side) -> Iterator[Witness]:
        """Only things of one type can be in the same kinds of relations without saying nothing."""
        shared = one.patterns & other.patterns
        if one.type == other.type and shared:
            every = sorted(one.patterns | other.patterns)
            whole_ = sum(self._tells[each] for each in every)
            share = sum(self._tells[each] for each in sorted(shared)) / whole_
            named = sorted(shared, key=lambda each: (-self._tells[each], each))[:MAX_REASONS]
            listed = ", ".join(map(str, named))
            share *= len(shared) / (len(shared) + 1)
            yield Witness(PATTERN_SCORE * share, f"both have relations {listed}")


def _rows(graph: KnowledgeGraph) -> Iterator[dict[str, Any]]:
    for batch in graph.entities.select(NAMED).to_batches():
        yield from batch.to_pylist()


def _patterns(graph: KnowledgeGraph) -> dict[str, set[Pattern]]:
    found: dict[str, set[Pattern]] = {}
    table = graph.relations
    names = ("source_id", "source_type", "type", "target_id", "target_type")
    columns = (whole(table[name]).to_pylist() for name in names)
    for source, source_type, type_, target, target_type in zip(*columns, strict=True):
        found.setdefault(source, set()).add(Pattern(type_, True, target_type))
        found.setdefault(target, set()).add(Pattern(type_, False, source_type))
    return found


def _places(mentions: pa.Table) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    columns = (mentions[name].to_pylist() for name in ("document", "start"))
    for document, start in zip(*columns, strict=True):
        found.setdefault(document, []).append(start)
    return found


def _same_passage(one: Side, other: Side) -> Witness | None:
    gaps = [
        (_gap(one.places[document], other.places[document]), document)
        for document in sorted(one.places.keys() & other.places.keys())
    ]
    gap, document = min(gaps, default=(NEAR + 1, ""))
    if gap > NEAR:
        return None
    return Witness(PASSAGE_SCORE, f"named {gap} characters apart in {document}")


def _gap(starts: Sequence[int], others: Sequence[int]) -> int:
    """Return the least distance between two lists of places, each ascending."""
    found = NEAR + 1
    for start in starts:
        at = bisect_left(others, start)
        found = min([found, *(abs(start - near) for near in others[max(at - 1, 0) : at + 1])])
    return found


def _similar_names(one: Side, other: Side) -> Witness | None:
    ratio = fuzz.token_sort_ratio(one.form, other.form, score_cutoff=SIMILAR)
    if not ratio:
        return None
    return Witness(NAME_SCORE * ratio / 100, f"similar names: {one.name!r} and {other.name!r}")


def _same_role(one: Side, other: Side) -> Witness | None:
    shared = sorted(one.roles.keys() & other.roles.keys())
    return Witness(ROLE_SCORE, f"both are {one.roles[shared[0]]!r}") if shared else None
