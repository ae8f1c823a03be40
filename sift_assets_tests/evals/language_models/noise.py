"""Re-DocRED as recorded answers with noise: what is true must come through, what is made up not.

Every annotated relation that has an evidence sentence is put into an answer as a model would give
it, its sentence as the quote. A tenth of the records each is made noise of one kind, and its type
says so, so that it can be followed into the graph. What is read, grounded and built is counted.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sift_assets.core.domain.facets import graph_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.extraction.llm.reader import read_answer
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.records.extraction import Extraction, ExtractionStatus
from sift_assets_tests.core.graph.graph_examples import graph_of
from sift_assets_tests.evals.extraction.corpora import data_folder

SHARE = 0.1
"""Of the records, for each kind of noise."""

NOISE = ("FOREIGN_QUOTE", "MIXED_QUOTE", "INVENTED_END")
"""A sentence of another document as the quote, words of two documents, somebody who is nowhere."""

INVENTED = "Quillon Vexmoor"

TRUE = "STATED"

WHAT = ("said", "published", "kept out, with the reason")

_FACET = graph_facet(Domain(schema_free=True))


def evaluate_noise() -> dict[str, int]:
    """Return how much of each kind was said and published; nothing without the data."""
    file = data_folder() / "redocred" / "dev_slice_40.json"
    if not file.is_file():
        return {}
    documents = json.loads(file.read_text("utf-8"))
    chance = random.Random(20261130)  # noqa: S311 - a seeded sequence
    total = Counter[str](documents=len(documents))
    for number, document in enumerate(documents):
        other = documents[(number + 1) % len(documents)]
        total.update(followed(document, _sentences(other), chance))
    rows = ["documents", "quotes that are not in the text"]
    rows += [f"{kind} {what}" for kind in (TRUE, *NOISE) for what in WHAT]
    return {row.lower(): total[row] for row in rows}


def followed(
    document: Mapping[str, Any], others: Sequence[str], chance: random.Random
) -> Counter[str]:
    """Answer as a model, read the answer, build the graph, count by type."""
    sentences = _sentences(document)
    text = "\n".join(sentences)
    answer = _answer(document, sentences, others, chance)
    read = read_answer(json.dumps(answer), text, 0, len(text), 0)
    extraction = Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor="llm",
        mentions=read.mentions,
        relations=read.relations,
        quarantined=read.quarantined,
    )
    graph = graph_of({"document.txt": extraction}, _FACET)
    said = {(one["type"], one["source"], one["target"]) for one in answer["relations"]}
    counts = Counter(f"{kind} said" for kind, _, _ in said)
    counts.update(f"{kind} published" for kind in graph.relations["type"].to_pylist())
    counts.update(f"{kind} kept out, with the reason" for kind in _kept_out(graph))
    counts["quotes that are not in the text"] = sum(
        text[one["start"] : one["end"]] != one["quote"] for one in graph.evidence.to_pylist()
    )
    return counts


def _kept_out(graph: KnowledgeGraph) -> Iterator[str]:
    """Yield the type of each distinct statement that is listed as kept out."""
    found: set[tuple[str, str, str]] = set()
    for one in graph.quarantine.to_pylist():
        if one["kind"] == "relation":
            record = json.loads(one["record"])
            found.add((record["type"], record["source"], record["target"]))
    return (kind for kind, _, _ in sorted(found))


def _answer(
    document: Mapping[str, Any],
    sentences: Sequence[str],
    others: Sequence[str],
    chance: random.Random,
) -> dict[str, Any]:
    names = [vertex[0]["name"] for vertex in document["vertexSet"]]
    entities = [
        {"name": vertex[0]["name"], "type": vertex[0]["type"]} for vertex in document["vertexSet"]
    ]
    relations: list[dict[str, str]] = []
    for label in document["labels"]:
        if label["evidence"]:
            quote = sentences[int(label["evidence"][0])]
            ends = names[label["h"]], names[label["t"]]
            relations.append(_record(ends, quote, chance.choice(others), chance))
    entities.append({"name": INVENTED, "type": "PER"})
    return {"entities": entities, "relations": relations}


def _record(
    ends: tuple[str, str], quote: str, foreign: str, chance: random.Random
) -> dict[str, str]:
    drawn = int(chance.random() / SHARE)
    kind = NOISE[drawn] if drawn < len(NOISE) else TRUE
    words, more = quote.split(), foreign.split()
    quotes = {
        "FOREIGN_QUOTE": foreign,
        "MIXED_QUOTE": " ".join([*words[: len(words) // 2], *more[len(more) // 2 :]]),
    }
    target = INVENTED if kind == "INVENTED_END" else ends[1]
    said = quotes.get(kind, quote)
    return {"type": kind, "source": ends[0], "target": target, "evidence": said}


def _sentences(document: Mapping[str, Any]) -> list[str]:
    return [" ".join(words) for words in document["sents"]]
