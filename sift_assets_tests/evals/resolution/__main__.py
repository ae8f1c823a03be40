"""Scores entity resolution on public sets of labelled pairs and prints one table.

    python -m sift_assets_tests.evals.resolution [FILE] [--vectors]

from the repository's root. FILE takes the same figures as JSON, `.sift/evals/resolution.json` when
it is not given. `--vectors` repeats each set with MiniLM (extra `embeddings`). No labels are used
to find or to score pairs, no network, less than a minute without vectors. A set that is not there
is left out.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sift_assets.core.resolution.encoder import Encoder
from sift_assets.core.resolution.names import kind_of
from sift_assets.core.resolution.pairs import scored_pairs
from sift_assets.core.resolution.subjects import subjects_of
from sift_assets_tests.benchmarks.figures import REPOSITORY, data_folder
from sift_assets_tests.evals.resolution.labelled import (
    Labelled,
    Pair,
    aliases,
    fake_people,
    magellan,
)

SETS: dict[str, Callable[[], Labelled]] = {
    "Fodors-Zagats": lambda: magellan("Fodors-Zagats", "RESTAURANT", "name", ("class",)),
    "fake_1000": fake_people,
    "Beer": lambda: magellan("Beer", "PRODUCT", "Beer_Name"),
    "iTunes-Amazon": lambda: magellan("iTunes-Amazon", "SONG", "Song_Name"),
    "aliases HR": lambda: aliases("HR_CV_Concept_Variations.xlsx"),
    "aliases news": lambda: aliases("News_Concept_Variations.xlsx"),
    "aliases science": lambda: aliases("Scientific_Concept_Variations.xlsx"),
}

THRESHOLDS = (0.2, 0.5, 0.8, 0.95)
"""Proposing, grouping, and two that people let a machine decide from."""

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "resolution.json"
Figures = dict[str, float]


def figures_of(labelled: Labelled, encoder: Encoder | None) -> Figures:
    """Return every figure of one set."""
    began = time.process_time()
    scores = _scores(labelled, encoder)
    seconds = time.process_time() - began
    judged = scores.keys() if labelled.judged is None else scores.keys() & labelled.judged
    figures: Figures = {
        "entities": len(labelled.part.entities),
        "same": len(labelled.same),
        "candidates": len(scores),
        "blocking recall": len(scores.keys() & labelled.same) / len(labelled.same),
    }
    for threshold in THRESHOLDS:
        found = {pair for pair in judged if scores[pair] >= threshold}
        right = len(found & labelled.same)
        precision = right / len(found) if found else 1.0
        recall = right / len(labelled.same)
        figures[f"P {threshold}"] = precision
        figures[f"R {threshold}"] = recall
        both = precision + recall
        figures[f"F1 {threshold}"] = 2 * precision * recall / both if both else 0.0
    return figures | {"CPU seconds": seconds}


def _scores(labelled: Labelled, encoder: Encoder | None) -> dict[Pair, float]:
    subjects = subjects_of(labelled.part)
    scored = scored_pairs(subjects, kind_of(labelled.part.type), encoder)
    return {
        (subjects[one].id, subjects[other].id): candidate.scored.score
        for (one, other), candidate in scored.items()
    }


def evaluate(encoder: Encoder | None) -> dict[str, Figures]:
    """Return the figures of every set that is there."""
    if not data_folder().is_dir():
        return {}
    return {name: figures_of(read(), encoder) for name, read in SETS.items()}


def table(figures: dict[str, Figures]) -> str:
    """Return the figures as text, one line a figure, the sets side by side."""
    rows = list(dict.fromkeys(row for figures_of_set in figures.values() for row in figures_of_set))
    lines = [" " * 17 + "".join(f"{name:>17}" for name in figures)]
    for row in rows:
        whole = row in ("entities", "same", "candidates")
        cells = (f"{f[row]:.0f}" if whole else f"{f[row]:.3f}" for f in figures.values())
        lines.append(f"{row:17}" + "".join(f"{cell:>17}" for cell in cells))
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Evaluate, print the tables, write the JSON file."""
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.evals.resolution")
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--vectors", action="store_true", help="once more with MiniLM")
    chosen = parser.parse_args(arguments)
    found = {"ngrams": evaluate(None)}
    if chosen.vectors:
        from sift_assets.resources.encoders import encoder_of

        found["minilm"] = evaluate(encoder_of("minilm"))
    for encoder, figures in found.items():
        sys.stdout.write(f"{encoder}\n{table(figures)}\n\n")
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    chosen.file.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
