"""Ten thousand damaged answers: every whole record must be read, and nothing else as one."""

from collections import Counter
from typing import Any

from sift_assets.core.extraction.llm.reader import read_answer
from sift_assets.core.extraction.llm.shapes import find_records
from sift_assets_tests.evals.language_models.mutations import WHOLE, Damaged, damaged_answer

ANSWERS = 10_000

HARMLESS = frozenset({"cut", *(damage.__name__.strip("_") for damage in WHOLE)})
"""Damages that change no record; whatever else is read then is a part of one."""


def judged(answer: Damaged) -> Counter[str]:
    """Read one answer and count what came of its records.

    Raises:
        Exception: Whatever the reader raises; it must raise nothing.
    """
    found = find_records(answer.text)
    read: list[Any] = [] if isinstance(found, str) else [*found.entities, *found.relations]
    names = [one["name"] for one in answer.records if one in read]
    known = [one for one in read if one in answer.records]
    is_harmless = HARMLESS.issuperset(answer.kinds)
    read_answer(answer.text, "N1", 0, 2, 0)
    return Counter(
        {
            "whole records": len(answer.whole),
            "read": len(answer.whole.intersection(names)),
            "parts read as records": len(read) - len(known) if is_harmless else 0,
        }
    )


def evaluate_answers(count: int = ANSWERS) -> dict[str, int]:
    """Read so many damaged answers."""
    total = Counter[str]()
    for seed in range(count):
        total.update(judged(damaged_answer(seed)))
    return {"answers": count, **total}
