"""Text2KGBench: the recorded answers of a weak model, before and after our gates.

Its answers are bare triples. They are put into our answer's form without a quote for the names, so
that a name has to stand in the sentence to be grounded, and are read and built like any answer.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sift_assets.core.domain.facets import graph_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.extraction.llm.answer import type_name
from sift_assets.core.extraction.llm.reader import read_answer
from sift_assets.core.extraction.normal_form import NormalForm
from sift_assets.core.records.extraction import Extraction, ExtractionStatus
from sift_assets_tests.core.graph.graph_examples import graph_of
from sift_assets_tests.evals.extraction.corpora import data_folder

ANYTHING = "THING"
"""Type of what an ontology gives no type: dates and numbers."""


class Triple(NamedTuple):
    """A statement, its names in normal form."""

    source: str
    type: str
    target: str


class Ontology(NamedTuple):
    """One of the benchmark's ontologies.

    Attributes:
        domain: As a domain of ours.
        ends: Relation to the entity types of its ends.
    """

    domain: Domain
    ends: dict[str, tuple[str, str]]


class Sentence(NamedTuple):
    """A sentence with what it states and what the model made of it."""

    text: str
    gold: frozenset[Triple]
    said: tuple[tuple[str, str, str], ...]


def evaluate_text2kg() -> dict[str, dict[str, float]]:
    """Return the figures of each ontology before and after; none where the data is absent."""
    figures: dict[str, dict[str, float]] = {}
    for file in sorted((data_folder() / "text2kgbench" / "ontologies").glob("*.json")):
        name = file.name.removesuffix("_ontology.json")
        ontology, sentences = _ontology(file.read_text("utf-8")), list(_sentences(name))
        before = [(one, [_triple(*said) for said in one.said]) for one in sentences]
        figures[f"{name} before"] = _scores(ontology, before)
        after = zip(sentences, published(ontology, sentences), strict=True)
        figures[f"{name} after"] = _scores(ontology, after)
    return figures


def published(ontology: Ontology, sentences: Iterable[Sentence]) -> Iterator[list[Triple]]:
    """Yield what of the answer to each sentence reaches the graph."""
    facet = graph_facet(ontology.domain)
    for one in sentences:
        answer = json.dumps(_answer(ontology, one))
        read = read_answer(answer, one.text, 0, len(one.text), 0)
        extraction = Extraction(
            status=ExtractionStatus.COMPLETE,
            extractor="llm",
            mentions=read.mentions,
            relations=read.relations,
        )
        relations = graph_of({"sentence.txt": extraction}, facet).relations.to_pylist()
        yield [_triple(r["source_name"], r["type"], r["target_name"]) for r in relations]


def _answer(ontology: Ontology, sentence: Sentence) -> dict[str, Any]:
    entities: list[dict[str, Any]] = []
    relations: list[dict[str, Any]] = []
    for source, said, target in sentence.said:
        types = ontology.ends.get(type_name(said), (ANYTHING, ANYTHING))
        entities += (
            {"name": name, "type": kind} for name, kind in zip((source, target), types, strict=True)
        )
        relations.append(
            {"type": said, "source": source, "target": target, "evidence": sentence.text}
        )
    return {"entities": entities, "relations": relations}


def _ontology(text: str) -> Ontology:
    said = json.loads(text)
    types = {concept["qid"]: type_name(concept["label"]) for concept in said["concepts"]}
    ends = {
        type_name(one["label"]): (
            types.get(one["domain"], ANYTHING),
            types.get(one["range"], ANYTHING),
        )
        for one in said["relations"]
    }
    domain = Domain.model_validate(
        {
            "entity_types": {name: {} for name in {*types.values(), ANYTHING}},
            "relation_types": {
                name: {"source_types": [source], "target_types": [target]}
                for name, (source, target) in ends.items()
            },
        }
    )
    return Ontology(domain, ends)


def _sentences(name: str) -> Iterator[Sentence]:
    folder = data_folder() / "text2kgbench"
    gold = _lines(folder / "ground_truth" / f"ont_{name}_ground_truth.jsonl")
    answers = _lines(folder / "llm_responses" / f"ont_{name}_llm_responses.jsonl")
    said = {one["id"]: one["triples"] for one in answers}
    for one in gold:
        stated = frozenset(_triple(t["sub"], t["rel"], t["obj"]) for t in one["triples"])
        triples = tuple((s.strip(), r.strip(), o.strip()) for s, r, o in said.get(one["id"], ()))
        yield Sentence(one["sent"], stated, triples)


def _lines(file: Any) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in file.read_text("utf-8").splitlines() if line)


def _triple(source: str, relation: str, target: str) -> Triple:
    return Triple(NormalForm(source).text, type_name(relation), NormalForm(target).text)


def _scores(
    ontology: Ontology, stated: Iterable[tuple[Sentence, list[Triple]]]
) -> dict[str, float]:
    figures: Counter[str] = Counter()
    for sentence, triples in stated:
        text = NormalForm(sentence.text).text
        found = set(triples)
        figures["triples"] += len(found)
        figures["gold"] += len(sentence.gold)
        figures["right"] += len(found & sentence.gold)
        figures["conforming"] += sum(one.type in ontology.ends for one in found)
        figures["invented sources"] += sum(one.source not in text for one in found)
        figures["invented targets"] += sum(one.target not in text for one in found)
    triples = figures["triples"]
    return {
        "triples": triples,
        "precision": figures["right"] / triples if triples else 0.0,
        "recall": figures["right"] / figures["gold"] if figures["gold"] else 0.0,
        "conformance": figures["conforming"] / triples if triples else 0.0,
        "invented sources": figures["invented sources"],
        "invented targets": figures["invented targets"],
    }
