"""What a document is about: asked once, told to every chunk, harmless when it fails."""

import json

import pytest

from sift_assets.core.errors import CallHeldError, ModelCallError, ModelError
from sift_assets.core.extraction.llm.context import (
    MAX_CONTEXT_CHARACTERS,
    MAX_SHOWN_CHARACTERS,
    context_request,
    read_context,
)
from sift_assets.core.extraction.llm.extractor import LanguageModelExtractor
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.model import FinishReason, ModelAnswer, ModelRequest, Role
from sift_assets.core.llm.scripted import Scripted, ScriptedModel
from sift_assets.core.records.extraction import ChunkStatus, Extraction, ExtractionStatus
from sift_assets_tests.core.extraction.llm.test_language_model_extractor import (
    PROMPT,
    SENTENCES,
    TEXT,
    answer_about,
    chunks_of,
    shown_text,
)

ABOUT = "A letter of Anna Berg about whom she knows."
SUMMED_UP = json.dumps({"summary": ABOUT})


def is_about_all(request: ModelRequest) -> bool:
    return "summary" in request.answer_schema["properties"]


def writer(summary: Scripted = SUMMED_UP) -> ScriptedModel:
    def script(request: ModelRequest) -> Scripted:
        return summary if is_about_all(request) else answer_about(shown_text(request))

    return ScriptedModel(script)


def extract(
    model: ScriptedModel | HeldModel, answers: MemoryAnswerCache, chunks: int = 3
) -> Extraction:
    extractor = LanguageModelExtractor(model, "m", answers)
    return extractor.extract(TEXT, chunks_of()[:chunks], PROMPT)


def told(model: ScriptedModel) -> list[bool]:
    """Return for each call about a chunk whether the context was told."""
    return [ABOUT in c.messages[1].content for c in model.calls if not is_about_all(c)]


def test_a_longer_document_is_summed_up_once_and_every_chunk_is_told() -> None:
    answers, model = MemoryAnswerCache(), writer()
    first = extract(model, answers)
    assert sum(map(is_about_all, model.calls)) == 1
    assert told(model) == [True] * 3
    assert first.context is not None
    assert (first.context.status, first.context.model) == (ChunkStatus.OK, "scripted")
    assert extract(model, answers) == first
    assert len(model.calls) == 4


def test_a_document_of_one_chunk_takes_one_call() -> None:
    model = writer()
    assert extract(model, MemoryAnswerCache(), chunks=1).context is None
    assert [is_about_all(call) for call in model.calls] == [False]


def test_another_summary_asks_every_chunk_anew() -> None:
    answers = MemoryAnswerCache()
    extract(writer(), answers)
    other = writer(json.dumps({"summary": "Another."}))
    moved = TEXT.model_copy(update={"text": TEXT.text.replace(SENTENCES[0], SENTENCES[0].upper())})
    LanguageModelExtractor(other, "m", answers).extract(moved, chunks_of(), PROMPT)
    assert len(other.calls) == 4


@pytest.mark.parametrize(
    "failure",
    [
        ModelCallError("down"),
        ModelCallError("too long", "context"),
        "{}",
        '{"summary": 7}',
        ModelAnswer(text="", finish_reason=FinishReason.FILTERED),
    ],
)
def test_a_failed_summary_is_reported_and_harms_nothing_and_is_not_paid_for_again(
    failure: Scripted,
) -> None:
    answers, model = MemoryAnswerCache(), writer(failure)
    extraction = extract(model, answers)
    assert extraction.status is ExtractionStatus.COMPLETE
    assert extraction.context is not None
    assert extraction.context.status is ChunkStatus.FAILED
    assert len(extraction.relations) == 3
    recovered = writer()
    assert extract(recovered, answers) == extraction
    assert recovered.calls == []


def test_a_useless_summary_is_kept_beside_the_note_that_it_is_given_up() -> None:
    answers = MemoryAnswerCache()
    extract(writer("{}"), answers)
    texts = [ModelAnswer.from_bytes(data).text for data in answers.stored.values()]
    assert len(texts) == 3 + 2
    assert {"{}", ""} <= set(texts)


def test_documents_with_one_beginning_are_told_the_same_whichever_asks_first() -> None:
    answers, outcomes = MemoryAnswerCache(), iter([ModelCallError("down"), SUMMED_UP])

    def script(request: ModelRequest) -> Scripted:
        return next(outcomes) if is_about_all(request) else answer_about(shown_text(request))

    model = ScriptedModel(script)
    extractor = LanguageModelExtractor(model, "m", answers)
    longer, shorter = (extractor.extract(TEXT, chunks_of()[:n], PROMPT) for n in (3, 2))
    assert longer.context == shorter.context
    assert told(model) == [False] * 3


def test_a_summary_that_failed_together_with_every_chunk_is_asked_for_again() -> None:
    answers = MemoryAnswerCache()
    down = ScriptedModel(lambda _: ModelCallError("down"))
    assert extract(down, answers).status is ExtractionStatus.FAILED
    model = writer()
    assert extract(model, answers).status is ExtractionStatus.COMPLETE
    assert told(model) == [True] * 3


def test_chunks_wait_for_a_summary_that_is_held_back() -> None:
    def without_money(request: ModelRequest) -> Scripted:
        return CallHeldError("no money") if is_about_all(request) else "never asked"

    model = ScriptedModel(without_money)
    extraction = extract(model, MemoryAnswerCache())
    assert {c.status for c in extraction.chunks} == {ChunkStatus.PENDING}
    assert extraction.context is not None
    assert extraction.context.reason == "no money"
    assert len(model.calls) == 1


def test_a_plan_counts_the_summary_and_every_chunk_that_waits_for_it() -> None:
    answers, held = MemoryAnswerCache(), HeldModel("a plan")
    extract(held, answers)
    assert [is_about_all(request) for request in held.held] == [True, False, False, False]
    extract(writer(), answers)
    again = HeldModel("a plan")
    extract(again, answers)
    assert again.held == []


def test_a_fatal_error_ends_the_summary_as_it_ends_a_chunk() -> None:
    fatal: ModelError = ModelCallError("revoked", "fatal")
    with pytest.raises(ModelCallError, match="revoked"):
        extract(writer(fatal), MemoryAnswerCache())


def test_only_the_beginning_is_sent_inside_the_fence_of_the_users_message() -> None:
    request = context_request("x" * (MAX_SHOWN_CHARACTERS + 9) + "end", nonce="a" * 16)
    assert [m.role for m in request.messages] == [Role.SYSTEM, Role.USER]
    asked = request.messages[1].content
    assert asked.count("x" * MAX_SHOWN_CHARACTERS) == 1
    assert "end" not in asked
    assert "\n<<<DOCUMENT aaaaaaaaaaaaaaaa\nx" in asked


LONG = "ab " * MAX_CONTEXT_CHARACTERS


@pytest.mark.parametrize(
    ("answer", "summary"),
    [
        (SUMMED_UP, ABOUT),
        ('```json\n{"summary": "A\\n\\tletter.\\u001b[2J "}\n```', "A letter. [2J"),
        ("A letter, plainly.", "A letter, plainly."),
        ('{"summary": "', ""),
        ('{"other": "x"}', ""),
        ('{"summary": ["x"]}', ""),
        ("", ""),
        (json.dumps({"summary": LONG}), ("ab " * (MAX_CONTEXT_CHARACTERS // 3))[:-1]),
    ],
)
def test_a_summary_is_one_bounded_line(answer: str, summary: str) -> None:
    assert read_context(answer) == summary
