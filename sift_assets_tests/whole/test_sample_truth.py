"""The sample corpus gives the graph that a reader of it would draw, the same everywhere."""

import itertools
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import yaml

from sift_assets.core.narrative.citing import citation_finding
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.phrases import phrases_in
from sift_assets.core.narrative.settings import NarrativeSettings
from sift_assets.core.narrative.writing.local_writer import narrative_of
from sift_assets.core.planning.keys import document_key
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.resolved import load_resolved
from sift_assets_tests.core.narrative.narrative_examples import (
    communities_of,
    false_alarms,
    sentences,
)
from sift_assets_tests.whole.sift_process import answer, exported, graph_of, made, sift

EXPECTED = yaml.safe_load(
    (Path(__file__).parents[1] / "sample" / "expected.yaml").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a project with the sample once for all tests here."""
    root = made(tmp_path_factory.mktemp("sample") / "project")
    elsewhere = {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}
    report = answer(sift(root, "run", "--json", environment=elsewhere))
    assert (report["failed"], report["given_up"]) == ([], {})
    return root


@pytest.fixture(scope="module")
def graph(sample: Path) -> Any:
    """Return its exported graph."""
    return graph_of(sample)


def plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def ids_of(graph: Any, name: str) -> set[str]:
    """Return the entities that an expected one may be, by any spelling of its name."""
    known = next(e for e in EXPECTED["entities"] if e["name"] == name)
    wanted = {plain(spelling) for spelling in (name, *known["aliases"])}
    return {
        node["id"]
        for node in graph["nodes"]
        if node["type"] == known["type"]
        and wanted & {plain(shown) for shown in (node["name"], *node["aliases"])}
    }


def stated(graph: Any, relation: dict[str, Any]) -> list[str]:
    """Return the relations of the graph that say what is expected."""
    sources, targets = ids_of(graph, relation["source"]), ids_of(graph, relation["target"])
    pairs = set(itertools.product(sources, targets))
    if relation.get("symmetric"):
        pairs |= set(itertools.product(targets, sources))
    return [
        link["id"]
        for link in graph["links"]
        if (link["source"], link["target"]) in pairs and link["type"] in relation["types"]
    ]


def test_every_document_has_the_expected_status(sample: Path) -> None:
    texts = answer(sift(sample, "show", "document_texts", "--json"))
    found = {key: entry["facts"]["status"] for key, entry in texts.items()}
    expected = {document_key(path): status for path, status in EXPECTED["documents"].items()}
    scan = document_key("registry/charter-scan.pdf")
    assert found.pop(scan) in (expected.pop(scan), "text")  # text where Tesseract is installed
    assert found == expected


def test_documents_have_the_dates_that_they_state(graph: Any) -> None:
    found = {row["document"]: row["document_date"] for row in graph["documents"]}
    for path, date in EXPECTED["dates"].items():
        assert found[document_key(path)] == date.isoformat()


def test_documents_have_the_language_that_they_are_written_in(sample: Path) -> None:
    texts = answer(sift(sample, "show", "document_texts", "--json"))
    found = {path: texts[document_key(path)]["facts"]["language"] for path in EXPECTED["languages"]}
    assert found == EXPECTED["languages"]


@pytest.mark.parametrize("name", [entity["name"] for entity in EXPECTED["entities"]])
def test_an_expected_entity_is_in_the_graph(name: str, graph: Any) -> None:
    assert ids_of(graph, name)


@pytest.mark.parametrize(
    "relation", EXPECTED["relations"], ids=lambda r: f"{r['source']}, {r['target']}"
)
def test_an_expected_relation_is_in_the_graph(relation: dict[str, Any], graph: Any) -> None:
    assert stated(graph, relation)


@pytest.mark.parametrize(
    "relation", EXPECTED["absent"], ids=lambda r: f"{r['source']}, {r['target']}"
)
def test_what_no_readable_document_states_is_not_in_the_graph(
    relation: dict[str, Any], graph: Any
) -> None:
    assert stated(graph, relation) == []


@pytest.mark.parametrize("pair", EXPECTED["duplicates"], ids=", ".join)
def test_two_spellings_in_different_documents_stay_two_until_a_person_decides(
    pair: list[str], graph: Any
) -> None:
    ids = {node["id"] for node in graph["nodes"] if node["name"] in pair}
    assert len(ids) == len(pair)


def test_every_fact_points_into_a_document_that_says_it(sample: Path, graph: Any) -> None:
    keys = answer(sift(sample, "show", "document_texts", "--json"))
    texts = {
        key: answer(sift(sample, "show", "document_texts", key, "--json"))["value"]["text"]
        for key in sorted(keys)[:3]
    }
    looked_at = 0
    for link in graph["links"]:
        for evidence in link["evidence"]:
            if evidence["document"] in texts:
                text = texts[evidence["document"]]
                assert text[evidence["start"] : evidence["end"]] == evidence["quote"]
                looked_at += 1
    assert looked_at > 5


def test_every_sentence_told_of_it_without_a_model_holds_and_cites(sample: Path) -> None:
    found = communities_of(load_resolved(Workspace.open(sample, environment={})))
    told = [(known, narrative_of(known, NarrativeSettings())) for known in map(material_of, found)]
    said = [one.text for _, written in told for one in sentences(written)]
    assert len(said) > 30
    assert [text for text in said if phrases_in(text)] == []
    assert [alarm for known, written in told for alarm in false_alarms(known, written)] == []
    assert citation_finding(*(written for _, written in told)).holds


def test_elsewhere_under_another_hash_seed_and_clock_the_same_bytes_come_out(
    sample: Path, tmp_path: Path
) -> None:
    other = made(tmp_path / "quite" / "another place")
    elsewhere = {"PYTHONHASHSEED": "4711", "TZ": "America/St_Johns", "LC_ALL": "C"}
    answer(sift(other, "run", "--json", environment=elsewhere))
    assert exported(other) == exported(sample)
    assert exported(sample).keys() >= {"graph.json", "graph.graphml"}
    first = answer(sift(sample, "show", "resolved_graph", "--json"))
    assert answer(sift(other, "show", "resolved_graph", "--json"))["version"] == first["version"]
