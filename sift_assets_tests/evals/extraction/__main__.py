"""Scores the local extractor and prints one table.

    python -m sift_assets_tests.evals.extraction [FILE]

from the repository's root. FILE takes the same figures as JSON, `.sift/evals/extraction.json` when
it is not given. No key, no network; about half a minute.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sift_assets.core.domain.model import DEFAULT_LOCAL_REVIEW_THRESHOLD
from sift_assets.core.extraction.local.extractor import LocalExtractor
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText, ReadStatus
from sift_assets.resources.spacy_model import load_spacy_model
from sift_assets_tests.evals.extraction.corpora import (
    REPOSITORY,
    ftx_documents,
    own_documents,
    redocred_documents,
)
from sift_assets_tests.evals.extraction.domain import general
from sift_assets_tests.evals.extraction.scoring import (
    LabelledDocument,
    Tally,
    denied_relations,
    entity_tally,
    exact,
    pair_tally,
    subset,
)

CORPORA: dict[str, Callable[[], list[LabelledDocument]]] = {
    "own ten": own_documents,
    "FTX": ftx_documents,
    "Re-DocRED": redocred_documents,
}
DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "extraction.json"


def extract(extractor: LocalExtractor, text: str) -> Extraction:
    """Extract from a text in one chunk with the general domain."""
    whole = Chunk(index=0, start=0, end=len(text), carried_from=0)
    return extractor.extract(DocumentText(status=ReadStatus.TEXT, text=text), [whole], general())


def score(
    documents: Sequence[LabelledDocument], extractions: Sequence[Extraction]
) -> dict[str, float]:
    """Return every figure of one corpus."""
    both = list(zip(documents, extractions, strict=True))
    figures: dict[str, float] = {"documents": len(both)}
    _add(figures, "entity exact", (entity_tally(d, e, exact) for d, e in both))
    _add(figures, "entity subset", (entity_tally(d, e, subset) for d, e in both))
    _add(figures, "pair exact", (pair_tally(d, e, exact) for d, e in both))
    _add(figures, "pair subset", (pair_tally(d, e, subset) for d, e in both))
    if any(pair.types for document in documents for pair in document.pairs):
        _add(figures, "typed pair", (pair_tally(d, e, subset, typed=True) for d, e in both))
    relations = [relation for _, e in both for relation in e.relations]
    pending = sum(r.confidence < DEFAULT_LOCAL_REVIEW_THRESHOLD for r in relations)
    figures["relations"] = len(relations)
    figures["pending share"] = pending / len(relations) if relations else 0.0
    figures["denied but published"] = sum(len(denied_relations(d, e)) for d, e in both)
    return figures


def _add(figures: dict[str, float], name: str, tallies: Iterable[Tally]) -> None:
    total = Tally()
    for tally in tallies:
        total = total.plus(tally)
    figures[f"{name} P"] = total.precision
    figures[f"{name} R"] = total.recall
    figures[f"{name} F1"] = total.f1


def evaluate() -> dict[str, dict[str, float]]:
    """Return the figures of every corpus; an absent one has none."""
    extractor = LocalExtractor(load_spacy_model())
    extract(extractor, "Warm up.")
    found: dict[str, dict[str, float]] = {}
    for name, read in CORPORA.items():
        documents = read()
        start = time.perf_counter()
        extractions = [extract(extractor, document.text) for document in documents]
        seconds = time.perf_counter() - start
        found[name] = score(documents, extractions) | {"seconds": seconds} if documents else {}
    return found


def table(figures: dict[str, dict[str, float]]) -> str:
    """Return the figures as text, one line each, the corpora side by side."""
    rows = list(dict.fromkeys(row for corpus in figures.values() for row in corpus))
    lines = [" " * 22 + "".join(f"{name:>12}" for name in figures)]
    for row in rows:
        cells = (_cell(row, corpus) for corpus in figures.values())
        lines.append(f"{row:22}" + "".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


def _cell(row: str, corpus: dict[str, float]) -> str:
    if not corpus:
        return "absent"
    if row not in corpus:
        return "-"
    whole = row in ("documents", "relations", "denied but published")
    return f"{corpus[row]:.0f}" if whole else f"{corpus[row]:.3f}"


def main(arguments: Sequence[str]) -> None:
    """Evaluate, print the table, write the JSON file."""
    figures = evaluate()
    sys.stdout.write(table(figures) + "\n")
    file = Path(arguments[0]) if arguments else DEFAULT_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
