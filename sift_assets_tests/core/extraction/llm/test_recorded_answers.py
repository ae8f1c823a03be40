"""A real model's recorded answers, read against the documents that they are about."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from sift_assets.core.extraction.llm.reader import ReadAnswer, read_answer
from sift_assets.core.records.extraction import Alignment

DATA = Path(os.environ.get("SIFT_EVAL_DATA", Path(__file__).parents[5] / "shared" / "data"))
FOLDER = DATA / "sift_kg_ftx"
SEPARATOR = " ||| "
"""Joins the quotes of one entity in these recordings."""


def recorded() -> list[tuple[str, ReadAnswer]]:
    if not FOLDER.is_dir():
        pytest.skip("the recorded answers are not here; set SIFT_EVAL_DATA to their folder")
    read: list[tuple[str, ReadAnswer]] = []
    for file in sorted(FOLDER.glob("extractions/*.json")):
        answer = json.loads(file.read_text("utf-8"))
        for entity in answer["entities"]:
            entity["context"] = entity["context"].split(SEPARATOR)
        text = (FOLDER / "docs" / f"{file.stem}.txt").read_text("utf-8")
        read.append((text, read_answer(json.dumps(answer), text, 0, len(text), 0)))
    return read


def test_recorded_answers_keep_all_but_the_few_whose_quotes_are_invented() -> None:
    documents = recorded()
    reasons = Counter(q.reason.value for _, answer in documents for q in answer.quarantined)
    assert set(reasons) == {"ungrounded"}
    relations = sum(len(answer.relations) for _, answer in documents)
    lost = sum(q.kind == "relation" for _, a in documents for q in a.quarantined)
    assert relations + lost >= 705
    assert lost == 19
    names = {(n, m.name) for n, (_, a) in enumerate(documents) for m in a.mentions}
    assert len(names) > 900


def test_every_kept_record_of_recorded_answers_equals_its_slice() -> None:
    alignments: Counter[Alignment] = Counter()
    for text, answer in recorded():
        for stated in (*answer.mentions, *answer.relations):
            evidence = stated.evidence
            assert text[evidence.start : evidence.end] == evidence.quote
            alignments[evidence.alignment] += 1
    assert alignments[Alignment.EXACT] > 0.9 * alignments.total()
    assert Alignment.UNGROUNDED not in alignments
