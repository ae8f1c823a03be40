"""The labelled documents: ten of our own, the FTX example, and a slice of Re-DocRED.

Our own are invented, of ten kinds, and were labelled before the rules were tuned; nothing may be
tuned on them. The public ones are read from `../shared/data` beside the repository or from the
folder that `SIFT_EVAL_DATA` names; their labels are those of their authors (for FTX a language
model's answers: not truth, and not complete).
"""

import json
import os
from pathlib import Path
from typing import Any

from sift_assets_tests.evals.extraction.scoring import (
    TYPES,
    LabelledDocument,
    LabelledEntity,
    LabelledPair,
)

OWN = Path(__file__).parent / "documents"
REPOSITORY = Path(__file__).parents[3]

_REDOCRED_TYPES = {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION"}


def data_folder() -> Path:
    """Return the folder of the public data; it may not exist."""
    named = os.environ.get("SIFT_EVAL_DATA")
    return Path(named) if named else REPOSITORY.parent / "shared" / "data"


def own_documents() -> list[LabelledDocument]:
    """Return our ten documents."""
    return [_own(path) for path in sorted(OWN.glob("*.txt"))]


def _own(path: Path) -> LabelledDocument:
    labels = json.loads(path.with_suffix(".json").read_text("utf-8"))
    entities = tuple(LabelledEntity(kind, (name,)) for name, kind in labels["entities"])
    number = {entity.names[0]: i for i, entity in enumerate(entities)}
    pairs = tuple(
        LabelledPair(number[source], number[target], frozenset({kind}))
        for source, kind, target in labels["relations"]
    )
    denied = tuple((source, kind, target) for source, kind, target in labels["negated"])
    return LabelledDocument(path.stem, path.read_text("utf-8"), entities, pairs, denied)


def ftx_documents() -> list[LabelledDocument]:
    """Return the FTX example, or nothing when it is absent."""
    folder = data_folder() / "sift_kg_ftx"
    return [
        _ftx(path, folder / "extractions" / f"{path.stem}.json")
        for path in sorted((folder / "docs").glob("*.txt"))
    ]


def _ftx(text: Path, answers: Path) -> LabelledDocument:
    answer: dict[str, Any] = json.loads(answers.read_text("utf-8"))
    entities = tuple(
        dict.fromkeys(LabelledEntity(e["entity_type"], (e["name"],)) for e in answer["entities"])
    )
    number = {e.names[0].lower(): i for i, e in enumerate(entities) if e.type in TYPES}
    kinds: dict[tuple[int, int], set[str]] = {}
    for relation in answer["relations"]:
        source = number.get(relation["source_entity"].lower())
        target = number.get(relation["target_entity"].lower())
        if source is not None and target is not None and source != target:
            pair = min(source, target), max(source, target)
            kinds.setdefault(pair, set()).add(relation["relation_type"])
    pairs = tuple(LabelledPair(*pair, frozenset(found)) for pair, found in sorted(kinds.items()))
    return LabelledDocument(text.stem, text.read_text("utf-8"), entities, pairs)


def redocred_documents() -> list[LabelledDocument]:
    """Return the slice of Re-DocRED, or nothing when it is absent. Its relations have no type of
    ours, so only pairs can be compared."""
    file = data_folder() / "redocred" / "dev_slice_40.json"
    return [_redocred(one) for one in json.loads(file.read_text("utf-8"))] if file.exists() else []


def _redocred(one: dict[str, Any]) -> LabelledDocument:
    entities = tuple(
        LabelledEntity(
            _REDOCRED_TYPES.get(vertex[0]["type"], str(vertex[0]["type"])),
            tuple(dict.fromkeys(mention["name"] for mention in vertex)),
        )
        for vertex in one["vertexSet"]
    )
    ends = {tuple(sorted((label["h"], label["t"]))) for label in one["labels"]}
    pairs = tuple(
        LabelledPair(first, second, frozenset())
        for first, second in sorted(ends)
        if entities[first].type in TYPES and entities[second].type in TYPES
    )
    text = " ".join(_joined(words) for words in one["sents"])
    return LabelledDocument(one["title"], text, entities, pairs)


def _joined(words: list[str]) -> str:
    """Write tokens as a sentence: no space before closing and after opening punctuation."""
    text = " ".join(words)
    for mark in (",", ".", ";", ":", "!", "?", ")", "'s", "'", "%"):
        text = text.replace(f" {mark}", mark)
    return text.replace("( ", "(").replace(" - ", "-").replace("$ ", "$")
