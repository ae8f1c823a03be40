"""What differs between two graphs, and which documents are responsible."""

from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.domain.facets import ReviewFacet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.difference import (
    ITEMS_SHOWN,
    TEXT_SHOWN,
    Change,
    Changes,
    ColumnChange,
    Difference,
    difference,
)
from sift_assets.core.graph.review import with_status
from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.core.graph.graph_examples import (
    DATES,
    LAW,
    attribute,
    corpora,
    graph_of,
    mention,
    relation,
)

Corpus = Mapping[str, Extraction]


PAIRED = settings(LAW, max_examples=30)
"""Each example builds two graphs or more."""


def built(corpus: Corpus) -> KnowledgeGraph:
    return graph_of(corpus, dates={key: DATES.get(key, "") for key in corpus})


def ids(changes: tuple[Change, ...]) -> set[str]:
    return {change.id for change in changes}


def columns_of(change: Change) -> tuple[str, ...]:
    return tuple(one.column for one in change.columns)


def turned(change: Change) -> Change:
    """Return a change as it is seen from the later graph."""
    back = (one.model_copy(update={"old": one.new, "new": one.old}) for one in change.columns)
    return change.model_copy(update={"columns": tuple(back)})


def ids_of(table: pa.Table) -> set[str]:
    return set(table["id"].to_pylist())


def pairs() -> st.SearchStrategy[tuple[Corpus, Corpus]]:
    """Two corpora that often share documents."""

    def merged(before: Corpus, after: Corpus, kept: set[str]) -> tuple[Corpus, Corpus]:
        return before, {**after, **{key: before[key] for key in kept if key in before}}

    keys = st.sets(st.sampled_from(tuple(DATES)))
    return st.builds(merged, corpora(), corpora(), keys)


@PAIRED
@given(corpora())
def test_a_graph_does_not_differ_from_itself(corpus: Corpus) -> None:
    graph = built(corpus)
    assert difference(graph, built(corpus)).is_empty


@PAIRED
@given(pairs())
def test_taking_away_what_was_removed_and_adding_what_was_added_gives_the_later_graph(
    both: tuple[Corpus, Corpus],
) -> None:
    before, after = (built(corpus) for corpus in both)
    found = difference(before, after)
    for name in ("entities", "relations"):
        changes: Changes = getattr(found, name)
        old, new = ids_of(getattr(before, name)), ids_of(getattr(after, name))
        assert (old - ids(changes.removed)) | ids(changes.added) == new
        assert ids(changes.removed) <= old
        assert not ids(changes.added) & old
        assert ids(changes.changed) <= old & new
    known = set(both[0]) - set(found.documents_removed)
    assert known | set(found.documents_added) == set(both[1])


@PAIRED
@given(pairs())
def test_what_is_not_listed_is_the_same_and_what_is_listed_as_changed_is_not(
    both: tuple[Corpus, Corpus],
) -> None:
    before, after = (built(corpus) for corpus in both)
    found = difference(before, after)
    for name in ("entities", "relations"):
        changes: Changes = getattr(found, name)
        old, new = (
            {row["id"]: row for row in getattr(g, name).to_pylist()} for g in (before, after)
        )
        moved = {id_: _differing(old[id_], new[id_]) for id_ in old.keys() & new.keys()}
        assert {c.id: columns_of(c) for c in changes.changed} == {
            id_: columns for id_, columns in moved.items() if columns
        }
        for change in changes.changed:
            for one in change.columns:
                assert one.old != one.new
                if isinstance(one.old, float):  # all plain numbers of the tables
                    assert (one.old, one.new) == (
                        old[change.id][one.column],
                        new[change.id][one.column],
                    )


def _differing(old: dict[str, Any], new: dict[str, Any]) -> tuple[str, ...]:
    return tuple(column for column in old if old[column] != new[column])


@PAIRED
@given(pairs())
def test_the_other_way_round_added_is_removed_and_changed_stays(
    both: tuple[Corpus, Corpus],
) -> None:
    before, after = (built(corpus) for corpus in both)
    there, back = difference(before, after), difference(after, before)
    for one, other in ((there.entities, back.entities), (there.relations, back.relations)):
        assert one.added == other.removed
        assert one.removed == other.added
        assert _told(one.changed) == _told(map(turned, other.changed))
    assert there.documents_added == back.documents_removed


def _told(changes: Iterable[Change]) -> list[tuple[str, object, object]]:
    """Leave the names out: they are those of the later graph."""
    return [(change.id, change.columns, change.documents) for change in changes]


@PAIRED
@given(pairs())
def test_no_document_is_made_responsible_that_is_as_it_was(both: tuple[Corpus, Corpus]) -> None:
    before, after = both
    edited = {key for key in {*before, *after} if before.get(key) != after.get(key)}
    found = difference(built(before), built(after))
    for changes in (found.entities, found.relations):
        for change in (*changes.added, *changes.removed, *changes.changed):
            assert set(change.documents) <= edited
        for change in (*changes.added, *changes.removed):
            assert change.documents


ADA, BO = mention("PERSON", "Ada"), mention("PERSON", "Bo", 9)
KNOWS = relation("Ada", "KNOWS", "Bo")


def test_a_new_relation_is_added_with_its_document_and_its_ends_are_no_longer_isolated() -> None:
    before = graph_of({"a.txt": [ADA], "b.txt": [ADA, BO]})
    found = difference(before, graph_of({"a.txt": [ADA], "b.txt": [ADA, BO, KNOWS]}))
    (added,) = found.relations.added
    assert (added.type, added.name, added.documents) == ("KNOWS", "Ada → Bo", ("b.txt",))
    joined = (ColumnChange(column="isolated", old=True, new=False),)
    assert [(c.name, c.columns, c.documents) for c in found.entities.changed] == [
        ("Ada", joined, ("b.txt",)),
        ("Bo", joined, ("b.txt",)),
    ]
    assert found.entities.added == found.entities.removed == ()


def test_a_document_that_is_gone_takes_along_what_it_alone_stated() -> None:
    before = graph_of({"a.txt": [ADA], "b.txt": [ADA, BO]})
    found = difference(before, graph_of({"a.txt": [ADA]}))
    assert found.documents_removed == ("b.txt",)
    assert [(c.name, c.documents) for c in found.entities.removed] == [("Bo", ("b.txt",))]
    (ada,) = found.entities.changed
    assert ada.columns == (
        ColumnChange(column="support", old=2, new=1),
        ColumnChange(column="mention_count", old=2, new=1),
        ColumnChange(column="documents", old=("b.txt",), new=()),
    )
    assert ada.documents == ("b.txt",)


def test_a_stated_fact_that_changes_names_the_document_that_states_it() -> None:
    chief = mention("PERSON", "Ada", attributes=attribute("role", "chief"))
    clerk = mention("PERSON", "Ada", attributes=attribute("role", "clerk"))
    before = graph_of({"a.txt": [chief], "b.txt": [ADA]})
    (ada,) = difference(before, graph_of({"a.txt": [clerk], "b.txt": [ADA]})).entities.changed
    told = ColumnChange(
        column="attributes", old=("role: chief (a.txt)",), new=("role: clerk (a.txt)",)
    )
    assert (ada.columns, ada.documents) == ((told,), ("a.txt",))


def test_a_list_that_gained_much_tells_of_some_and_counts_the_rest() -> None:
    more = {f"{number:02}.txt": [ADA] for number in range(ITEMS_SHOWN + 3)}
    (ada,) = difference(
        graph_of({"a.txt": [ADA]}), graph_of({"a.txt": [ADA], **more})
    ).entities.changed
    (documents,) = [one for one in ada.columns if one.column == "documents"]
    assert documents == ColumnChange(
        column="documents", old=(), new=tuple(sorted(more))[:ITEMS_SHOWN], more=3
    )


def test_a_long_quote_is_cut() -> None:
    long = relation("Ada", "KNOWS", "Bo", quote="Ada knows Bo, " * TEXT_SHOWN)
    before, after = (graph_of({"a.txt": [ADA, BO, one]}) for one in (KNOWS, long))
    (knows,) = difference(before, after).relations.changed
    (quote,) = [one for one in knows.columns if one.column == "best_quote"]
    assert quote.old == "Ada KNOWS Bo"
    assert isinstance(quote.new, str)
    assert (len(quote.new), quote.new[-1]) == (TEXT_SHOWN, "…")


def test_a_moved_threshold_changes_a_status_and_no_document_is_responsible() -> None:
    graph = graph_of({"a.txt": [ADA, BO, KNOWS]})
    found = difference(with_status(graph, review(0.1)), with_status(graph, review(0.95)))
    assert {columns_of(c) for c in found.entities.changed} == {("status", "flags")}
    assert {c.documents for c in (*found.entities.changed, *found.relations.changed)} == {()}


def review(threshold: float) -> ReviewFacet:
    rules = {"llm": threshold, "local": threshold}
    return review_facet(Domain.model_validate({"entity_types": {"PERSON": {}}, "review": rules}))


def test_an_empty_graph_differs_by_everything() -> None:
    graph: KnowledgeGraph = graph_of({"a.txt": [ADA, BO, KNOWS]})
    found = difference(graph_of({}), graph)
    assert ids(found.entities.added) == ids_of(graph.entities)
    assert ids(found.relations.added) == ids_of(graph.relations)
    assert found.documents_added == ("a.txt",)
    assert found != Difference()
