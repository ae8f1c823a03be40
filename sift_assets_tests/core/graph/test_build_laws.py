"""Laws of building: order, serialisation, partition, growth."""

import hashlib
import subprocess
import sys
from random import Random

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.graph.build import (
    KnowledgeGraph,
    assembled,
    build_graph,
    rebuilt,
)
from sift_assets.core.graph.checks import inconsistencies, schema_violations
from sift_assets.core.graph.fragment import Fragment
from sift_assets.core.graph.grouping import CONFIDENCE_DIGITS
from sift_assets.core.graph.partition import TypeGraph, by_type, cut, joined
from sift_assets.core.graph.relations import replaced
from sift_assets.core.graph.stretches import Room
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.core.graph.graph_examples import (
    DATES,
    GENERAL,
    LAW,
    built,
    corpora,
    facts_of,
    fragment_of,
    graph_of,
    mention,
    relation,
)
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

Corpus = dict[str, Extraction]


@LAW
@given(corpora(), st.randoms(use_true_random=False))
def test_neither_order_of_documents_nor_of_rows_matters(corpus: Corpus, random: Random) -> None:
    facts = facts_of(dict.fromkeys(corpus, "") | DATES)
    graph = built(corpus, GENERAL, facts)
    keys = random.sample(sorted(corpus), len(corpus))
    parts = [_shuffled(fragment_of({key: corpus[key]}), random) for key in keys]
    mixed = build_graph(parts, GENERAL, dict(reversed(facts.items())))
    assert mixed.to_bytes() == graph.to_bytes()


@LAW
@given(corpora())
def test_documents_read_together_say_what_each_says_alone(corpus: Corpus) -> None:
    facts = facts_of(dict.fromkeys(corpus, "") | DATES)
    alone = (fragment_of({key: one}) for key, one in corpus.items())
    assert build_graph(alone, GENERAL, facts) == built(corpus, GENERAL, facts)


@LAW
@given(corpora())
def test_the_most_frequent_then_longest_then_first_name_is_shown(corpus: Corpus) -> None:
    graph = graph_of(corpus, dates=DATES)
    names: dict[str, list[str]] = {}
    for row in graph.mentions.select(["entity_id", "name"]).to_pylist():
        names.setdefault(row["entity_id"], []).append(row["name"])
    shown = {
        key: min(given_, key=lambda name, given_=given_: (-given_.count(name), -len(name), name))
        for key, given_ in names.items()
    }
    columns = (graph.entities[column].to_pylist() for column in ("id", "name"))
    assert dict(zip(*columns, strict=True)) == shown


@LAW
@given(corpora())
def test_a_graph_is_sound_and_obeys_its_domain(corpus: Corpus) -> None:
    graph = graph_of(corpus, dates=DATES)
    assert inconsistencies(graph) == []
    assert schema_violations(graph, GENERAL) == []


@LAW
@given(corpora())
def test_a_graph_reads_back_from_its_bytes(corpus: Corpus) -> None:  # C19
    graph = graph_of(corpus, dates=DATES)
    again = KnowledgeGraph.from_bytes(graph.to_bytes())
    assert again == graph
    assert again.to_bytes() == graph.to_bytes()


@LAW
@given(corpora(), st.randoms(use_true_random=False))
def test_joining_the_parts_gives_the_graph(corpus: Corpus, random: Random) -> None:
    graph = graph_of(corpus, dates=DATES)
    parts = by_type(graph)
    stored = {
        name: TypeGraph.from_bytes(parts[name].to_bytes())
        for name in random.sample(sorted(parts), len(parts))
    }
    again = joined(stored, graph.quarantine, graph.documents)
    assert again == graph
    assert again.to_bytes() == graph.to_bytes()


@LAW
@given(corpora(), corpora())
def test_building_from_an_earlier_graph_is_building_anew(before: Corpus, after: Corpus) -> None:
    """Documents are edited, added, emptied and removed; those that are as they were stay."""
    facts = facts_of(dict.fromkeys(after, "") | DATES)
    parts = by_type(graph := graph_of(before, dates=DATES))
    earlier = joined(parts, graph.quarantine, graph.documents)
    staying = {key for key, one in after.items() if before.get(key) == one}
    changed = [fragment_of({key: one}) for key, one in after.items() if key not in staying]
    again = rebuilt(earlier, staying, changed, GENERAL, facts)
    assert again.to_bytes() == built(after, GENERAL, facts).to_bytes()


@LAW
@given(corpora(), corpora(), st.integers(1, 9))
def test_a_graph_built_in_little_room_is_the_same(before: Corpus, after: Corpus, rows: int) -> None:
    """Rows are put in order a few at a time and put away in between, changed or built anew."""
    away: list[int] = []

    def keep(table: pa.Table) -> pa.Table:
        away.append(len(table))
        return copied(table)

    room, facts = Room(rows, keep), facts_of(dict.fromkeys(after, "") | DATES)
    whole = built(after, GENERAL, facts)
    fragments = [fragment_of({key: one}) for key, one in after.items()]
    anew = build_graph(fragments, GENERAL, facts, room)
    assert anew.to_bytes() == whole.to_bytes()
    parts = {part.type: part.to_bytes() for part in cut(anew, room)}
    assert parts == {name: part.to_bytes() for name, part in by_type(whole).items()}
    staying = {key for key, one in after.items() if before.get(key) == one}
    changed = [fragment_of({key: one}) for key, one in after.items() if key not in staying]
    again = rebuilt(graph_of(before, dates=DATES), staying, changed, GENERAL, facts, room)
    assert again.to_bytes() == whole.to_bytes()
    assert sum(away) >= len(whole.mentions)


@LAW
@given(corpora(), st.lists(st.sampled_from(sorted(DATES)), unique=True))
def test_what_stays_need_not_be_made_again(corpus: Corpus, edited: list[str]) -> None:
    facts = facts_of(dict.fromkeys(corpus, "") | DATES)
    whole = built(corpus, GENERAL, facts)
    changed = [fragment_of({key: one}) for key, one in corpus.items() if key in edited]
    again = rebuilt(whole, corpus.keys() - set(edited), changed, GENERAL, facts)
    assert again.to_bytes() == whole.to_bytes()


@LAW
@given(corpora(), st.sampled_from(sorted(DATES)))
def test_a_graph_grows_by_what_a_document_adds(corpus: Corpus, key: str) -> None:
    """Joining documents one by one or all at once is the same: evidence simply adds up."""
    whole = graph_of(corpus)
    rest = graph_of({other: one for other, one in corpus.items() if other != key})
    own = graph_of({other: one for other, one in corpus.items() if other == key})
    for table in ("mentions", "evidence", "quarantine", "documents"):
        lengths = [len(getattr(graph, table)) for graph in (rest, own, whole)]
        assert lengths[0] + lengths[1] == lengths[2]
    assert _ids(whole.entities) == _ids(rest.entities) | _ids(own.entities)
    assert _supports(whole) == pytest.approx(_added(rest, own), abs=2 * 10**-CONFIDENCE_DIGITS)


@LAW
@given(corpora(), st.sampled_from(sorted(DATES)))
def test_copying_a_document_keeps_ids_and_never_lowers_confidence(corpus: Corpus, key: str) -> None:
    before = graph_of(corpus)
    after = graph_of(corpus | ({"copy of it": corpus[key]} if key in corpus else {}))
    assert _ids(after.entities) == _ids(before.entities)
    assert _ids(after.relations) == _ids(before.relations)
    for old, new in zip(_supports(before).values(), _supports(after).values(), strict=True):
        assert new >= old


@LAW
@given(corpora())
def test_renaming_a_document_moves_nothing_but_its_name(corpus: Corpus) -> None:
    renamed = graph_of({f"moved/{key}": one for key, one in corpus.items()})
    graph = graph_of(corpus)
    columns = ["id", "confidence", "support", "mention_count", "conflict"]
    assert renamed.relations.select(columns) == graph.relations.select(columns)


def test_two_builds_of_one_input_are_one_graph_whatever_the_hash_seed() -> None:  # B7
    script = (
        "from sift_assets_tests.core.graph.test_build_laws import digest_of_an_example as d;"
        "print(d())"
    )
    assert printed_under_hash_seeds(script) == {digest_of_an_example()}


def digest_of_an_example() -> str:
    names = [f"N{number}" for number in range(20)]
    people = [
        mention("PERSON", name, 10 * at, surface=name.lower()) for at, name in enumerate(names)
    ]
    stated = [
        relation(a, "KNOWS", b) for a, b in zip(names, reversed(names), strict=True) if a != b
    ]
    graph = graph_of({"a": [*people, *stated], "b": [*people[5:], *stated]})
    parts = b"".join(part.to_bytes() for part in by_type(graph).values())
    return hashlib.sha256(graph.to_bytes() + parts).hexdigest()


def _shuffled(part: Fragment, random: Random) -> Fragment:
    def mixed(table: pa.Table) -> pa.Table:
        order = random.sample(range(len(table)), len(table))
        return table.take(pa.array(order, pa.int64()))

    return Fragment(mixed(part.mentions), mixed(part.evidence), mixed(part.quarantine))


def _ids(table: pa.Table) -> set[str]:
    return set(table["id"].to_pylist())


def _supports(graph: KnowledgeGraph) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for row in graph.relations.to_pylist():
        found[row["id"], "confidence"] = row["confidence"]
        found[row["id"], "support"] = row["support"]
        found[row["id"], "mention_count"] = row["mention_count"]
    return found


def _added(first: KnowledgeGraph, second: KnowledgeGraph) -> dict[tuple[str, str], float]:
    added, more = _supports(first), _supports(second)
    for (key, figure), value in more.items():
        old = added.get((key, figure), 0.0)
        both = old + value
        added[key, figure] = both - old * value if figure == "confidence" else both
    return added


def test_a_fact_about_people_leaves_the_part_of_organizations_as_it_was() -> None:
    firm = mention("ORGANIZATION", "Acme", 90)
    ada, bo = mention("PERSON", "Ada"), mention("PERSON", "Bo", 10)
    works = relation("Ada", "WORKS_FOR", "Acme")
    before = by_type(graph_of({"a": [ada, bo, firm, works]}))
    after = by_type(graph_of({"a": [ada, bo, firm, works, relation("Ada", "KNOWS", "Bo", 50)]}))
    assert after["ORGANIZATION"].to_bytes() == before["ORGANIZATION"].to_bytes()
    assert after["ORGANIZATION"].content_hash() == before["ORGANIZATION"].content_hash()
    assert after["PERSON"].content_hash() != before["PERSON"].content_hash()


def test_a_part_holds_every_relation_that_touches_its_type() -> None:
    graph = graph_of(
        {
            "a": [
                mention("PERSON", "Ada"),
                mention("PERSON", "Bo", 10),
                mention("ORGANIZATION", "Acme", 20),
                relation("Ada", "WORKS_FOR", "Acme"),
                relation("Ada", "KNOWS", "Bo"),
            ]
        }
    )
    parts = by_type(graph)
    assert list(parts) == ["ORGANIZATION", "PERSON"]
    assert parts["ORGANIZATION"].relations["type"].to_pylist() == ["WORKS_FOR"]
    assert parts["ORGANIZATION"].evidence["type"].to_pylist() == ["WORKS_FOR"]
    assert parts["PERSON"].relations["type"].to_pylist() == ["KNOWS", "WORKS_FOR"]
    assert parts["PERSON"].mentions["name"].to_pylist() == ["Ada", "Bo"]


def test_a_copied_document_says_the_same_under_another_name() -> None:
    graph = graph_of({key: [mention("PERSON", "Ada")] for key in ("a", "copy/a")})
    assert graph.mentions["document"].to_pylist() == ["a", "copy/a"]


def test_what_is_moved_to_another_entity_is_all_counted_there() -> None:
    """What a merge does: mentions and evidence move, everything else is computed anew."""
    ada, bo = mention("PERSON", "Ada"), mention("PERSON", "Bo", 10)
    firm = mention("ORGANIZATION", "Acme", 20)
    works = [relation(name, "WORKS_FOR", "Acme", at) for name, at in (("Ada", 0), ("Bo", 40))]
    graph = graph_of({"a": [ada, firm, works[0]], "b": [bo, firm, works[1]]})
    merged = assembled(
        _moved(graph.mentions, "entity_id", "person:bo", "person:ada"),
        _moved(graph.evidence, "source_id", "person:bo", "person:ada"),
        graph.quarantine,
        graph.documents,
        type_map(GENERAL),
    )
    assert inconsistencies(merged) == []
    (person,) = [row for row in merged.entities.to_pylist() if row["type"] == "PERSON"]
    assert (person["name"], person["aliases"], person["support"]) == ("Ada", ["Bo"], 2)
    (one,) = merged.relations.to_pylist()
    assert (one["id"], one["support"]) == ("person:ada|WORKS_FOR|organization:acme", 2)
    assert one["confidence"] == 0.96


@LAW
@given(corpora())
def test_assembling_a_graph_again_gives_the_graph(corpus: Corpus) -> None:
    graph = graph_of(corpus, dates=DATES)
    again = assembled(
        graph.mentions, graph.evidence, graph.quarantine, graph.documents, type_map(GENERAL)
    )
    assert again.to_bytes() == graph.to_bytes()


def test_building_loads_no_model() -> None:  # C5: the same graph offline and online
    script = (
        "import sys; from sift_assets_tests.core.graph.test_build_laws import digest_of_an_example;"
        "digest_of_an_example();"
        "print({'torch', 'spacy', 'litellm', 'sentence_transformers', 'dagster'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def copied(table: pa.Table) -> pa.Table:
    """Write a table and read it, as a disk does."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return pa.ipc.open_stream(sink.getvalue()).read_all()


def _moved(table: pa.Table, column: str, old: str, new: str) -> pa.Table:
    values = [new if one == old else one for one in table[column].to_pylist()]
    return replaced(table, column, pa.array(values, pa.string()))
