"""Recorded extractions, served chunk by chunk as a model would answer."""

from typing import Any

import pytest

from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ModelCallError
from sift_assets.core.extraction.llm.context import context_request
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.core.extraction.llm.replay import Recording, ReplayModel
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.chunking import chunk
from sift_assets_tests.evals.language_models.replaying import evaluate_replay

FILLER = " ".join(f"Nothing of note was seen on day {n} of the voyage." for n in range(30))
QUOTE = "Anna Berg hired Carl Dorn in the “old” harbour."
TEXT = f"{QUOTE}\n\n{FILLER}\n\nEva Falk left the ship in Kiel."
RECORDING = Recording(
    text=TEXT,
    entities=(
        {"name": "Anna Berg", "entity_type": "PERSON", "context": QUOTE.replace("“old”", "'old'")},
        {"name": "Eva Falk", "entity_type": "PERSON", "context": "Eva Falk was the cook. ||| x"},
    ),
    relations=(
        {
            "relation_type": "HIRED",
            "source_entity": "Anna Berg",
            "target_entity": "Carl Dorn",
            "evidence": QUOTE,
        },
        {
            "relation_type": "KNOWS",
            "source_entity": "Eva Falk",
            "target_entity": "Anna Berg",
            "evidence": "Eva Falk never forgot Anna Berg.",
        },
    ),
    model="recorded/one",
)


def replayed(model: ReplayModel, text: str, answers: MemoryAnswerCache) -> Extraction:
    alone = CallSettings(document_context=False)
    extractor = LanguageModelExtractor(model, "replay/x", answers, alone)
    document = DocumentText(status=ReadStatus.TEXT, text=text)
    return extractor.extract(document, chunk(text, 600), prompt_facet(Domain(schema_free=True)))


def test_each_record_is_served_with_the_chunk_that_shows_its_quote() -> None:
    model, answers = ReplayModel([RECORDING]), MemoryAnswerCache()
    extraction = replayed(model, TEXT, answers)
    assert len(model.calls) == len(extraction.chunks) > 3
    assert [m.name for m in extraction.mentions] == ["Anna Berg", "Eva Falk"]
    assert [r.type for r in extraction.relations] == ["HIRED"]
    assert extraction.chunks[0].model == "recorded/one"
    (invented,) = extraction.quarantined
    assert (invented.reason, invented.record["relation_type"]) == ("ungrounded", "KNOWS")
    assert extraction.chunks[-1].counts is not None
    assert extraction.chunks[-1].counts.coerced["quote_not_found"] == 2
    calls = len(model.calls)
    assert replayed(model, TEXT, answers) == extraction
    assert len(model.calls) == calls


def test_an_edit_in_the_middle_asks_about_the_chunks_that_it_changes() -> None:
    model, answers = ReplayModel([RECORDING]), MemoryAnswerCache()
    before = replayed(model, TEXT, answers)
    calls = len(model.calls)
    edited = TEXT.replace("on day 15 of the voyage", "on the Sunday")
    after = replayed(model, edited, answers)
    assert len(model.calls) - calls <= 2
    assert [m.name for m in after.mentions] == [m.name for m in before.mentions]


def test_nothing_is_recorded_for_other_questions() -> None:
    with pytest.raises(ModelCallError, match="recorded"):
        ReplayModel([RECORDING]).complete(context_request(TEXT))


EXPECTED: dict[str, Any] = {
    "calls of a second run": 0,
    "second run differs": 0,
    "entities read": 1002,
    "relations read": 705,
    "relations quarantined": 19,
    "relation quotes ungrounded": 19,
}


def test_the_recorded_example_is_read_whole_and_asked_about_once() -> None:
    figures = evaluate_replay()
    if not figures:
        pytest.skip("the recorded answers are not here; set SIFT_EVAL_DATA to their folder")
    assert figures | EXPECTED == figures
    assert figures["calls"] == figures["chunks"]
    assert figures["calls after an edit in its middle"] <= 2
