"""A corpus of recorded extractions of any size: the nine FTX documents, copied with other names.

Both programs get the same records, each in its own format. Every copy's names end in a word of its
own, so that nothing joins across copies and the graph grows with the corpus.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sift_assets.core.records.extraction import (
    Attribute,
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets_tests.benchmarks.figures import data_folder

_SYLLABLES = ("ba", "de", "ki", "lo", "mu", "na", "ra", "se", "ti", "vo")


def recorded_answers() -> dict[str, dict[str, Any]]:
    """Return document to the recorded extraction in the peer's format; empty without the data."""
    files = sorted((data_folder() / "sift_kg_ftx" / "extractions").glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def write_corpus(folder: Path, documents: int) -> None:
    """Write `extractions/` as the peer reads it and `records/` as we store it.

    Args:
        folder: Where to.
        documents: How many, in whole copies of the nine.
    """
    answers = recorded_answers()
    for name in ("extractions", "records"):
        (folder / name).mkdir(parents=True)
    for copy in range(documents // len(answers)):
        for stem, answer in answers.items():
            other = _renamed(answer, word(copy))
            name = f"{stem}_{copy:05}.json"
            (folder / "extractions" / name).write_text(json.dumps(other), encoding="utf-8")
            (folder / "records" / name).write_bytes(_extraction(other).to_bytes())


def stored_extraction(answer: dict[str, Any], own: str) -> bytes:
    """Return an extraction as it is stored, with a word at the end of every name."""
    return _extraction(_renamed(answer, own)).to_bytes()


def word(copy: int) -> str:
    """Return the word that is in every name of one copy."""
    return "".join(_SYLLABLES[int(digit)] for digit in f"{copy:05}").title()


def _renamed(answer: dict[str, Any], own: str) -> dict[str, Any]:
    entities = [one | {"name": f"{one['name']} {own}"} for one in answer["entities"]]
    ends = ("source_entity", "target_entity")
    relations = [one | {end: f"{one[end]} {own}" for end in ends} for one in answer["relations"]]
    document = f"{answer['document_id']}_{own}"
    return answer | {"document_id": document, "entities": entities, "relations": relations}


def _extraction(answer: dict[str, Any]) -> Extraction:
    """Return the same records as ours; each quote has a place of its own, nothing is kept out."""
    return Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor="recorded",
        title=answer["document_id"],
        mentions=tuple(_mentions(answer)),
        relations=tuple(_relations(answer)),
    )


def _mentions(answer: dict[str, Any]) -> Iterator[Mention]:
    for place, one in enumerate(answer["entities"]):
        stated = {key: str(value) for key, value in one["attributes"].items()}
        yield Mention(
            type=one["entity_type"],
            name=one["name"],
            surface=one["name"],
            evidence=_evidence(place, one["context"] or one["name"]),
            confidence=one["confidence"],
            attributes=tuple(Attribute(key=key, value=value) for key, value in stated.items()),
        )


def _relations(answer: dict[str, Any]) -> Iterator[RelationMention]:
    for place, one in enumerate(answer["relations"], start=len(answer["entities"])):
        yield RelationMention(
            type=one["relation_type"],
            source=one["source_entity"],
            target=one["target_entity"],
            evidence=_evidence(place, one["evidence"] or one["relation_type"]),
            confidence=one["confidence"],
        )


_STRIDE = 10_000
"""Characters between two quotes; none is longer."""


def _evidence(place: int, quote: str) -> Evidence:
    return Evidence(start=place * _STRIDE, end=place * _STRIDE + len(quote), quote=quote)
