import itertools
import json
import re
import threading
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain, EntityType, RelationType
from sift_assets.core.errors import ModelCallError, ModelKeyError, StoreError
from sift_assets.core.extraction.llm.asking import MAX_ANSWERS, Asker, Question
from sift_assets.core.extraction.llm.chunk_asking import ChunkAsker
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.core.extraction.llm.prompt import extraction_request
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.model import FinishReason, ModelAnswer, ModelRequest
from sift_assets.core.llm.scripted import Scripted, ScriptedModel
from sift_assets.core.records.extraction import (
    ChunkStatus,
    Extraction,
    ExtractionStatus,
    RecordCounts,
)
from sift_assets.core.records.text import Chunk, DocumentText, Page, ReadStatus

PROMPT = prompt_facet(
    Domain(
        entity_types={"PERSON": EntityType()},
        relation_types={"KNOWS": RelationType(symmetric=True)},
    )
)
NAMES = ("Anna Berg", "Carl Dorn", "Eva Falk", "Gustav Holm")
SENTENCES = [f"{one} knows {two}. " for one, two in itertools.pairwise(NAMES)]
TEXT = DocumentText(
    status=ReadStatus.TEXT,
    title="Letter",
    document_date="2024-03",
    text="".join(SENTENCES),
    pages=(Page(number=1, start=0, end=40), Page(number=2, start=40, end=200)),
)


def chunks_of(sentences: Sequence[str] = SENTENCES, carried: int = 0) -> list[Chunk]:
    bounds = [sum(map(len, sentences[:n])) for n in range(len(sentences) + 1)]
    return [
        Chunk(index=n, start=a, end=b, carried_from=max(0, a - carried))
        for n, (a, b) in enumerate(itertools.pairwise(bounds))
    ]


def shown_text(request: ModelRequest) -> str:
    asked = request.messages[1].content
    match = re.search(r"\n<<<DOCUMENT (\w+)\n(.*)\nDOCUMENT \1>>>", asked, re.DOTALL)
    assert match is not None
    return match.group(2)


def answer_about(shown: str) -> str:
    """Answer as a faithful model: every `A knows B.` of the text, and the people in it."""
    found = re.findall(r"((\w+ \w+) knows (\w+ \w+)\.)", shown)
    entities = [
        {"name": n, "type": "person", "context": [q], "confidence": 0.9}
        for q, *ends in found
        for n in ends
    ]
    relations = [
        {"type": "knows", "source": a, "target": b, "evidence": [q], "confidence": 0.8}
        for q, a, b in found
    ]
    return json.dumps({"entities": entities, "relations": relations})


def faithful(request: ModelRequest) -> Scripted:
    return answer_about(shown_text(request))


def failing_on(part: str, failure: Scripted) -> Callable[[ModelRequest], Scripted]:
    return lambda request: failure if part in shown_text(request) else faithful(request)


def extract(
    model: ScriptedModel,
    answers: MemoryAnswerCache,
    chunks: Sequence[Chunk] | None = None,
    text: DocumentText = TEXT,
    name: str = "scripted/one",
    **settings: int | float,
) -> Extraction:
    chosen = CallSettings.model_validate({"document_context": False, **settings})
    extractor = LanguageModelExtractor(model, name, answers, chosen)
    return extractor.extract(text, chunks or chunks_of(), PROMPT)


def test_every_chunk_is_asked_once_and_all_records_are_gathered() -> None:
    model = ScriptedModel(faithful, name="scripted-2024")
    extraction = extract(model, MemoryAnswerCache())
    assert len(model.calls) == 3
    assert extraction.status is ExtractionStatus.COMPLETE
    assert (extraction.extractor, extraction.model) == ("llm", "scripted/one")
    assert (extraction.title, extraction.document_date) == ("Letter", "2024-03")
    assert [(c.index, c.status, c.model) for c in extraction.chunks] == [
        (n, ChunkStatus.OK, "scripted-2024") for n in range(3)
    ]
    assert [(r.source, r.target, r.chunk) for r in extraction.relations] == [
        ("Anna Berg", "Carl Dorn", 0),
        ("Carl Dorn", "Eva Falk", 1),
        ("Eva Falk", "Gustav Holm", 2),
    ]
    assert [m.evidence.page for m in extraction.mentions] == [1, 1, 1, 2, 2, 2]
    for stated in (*extraction.mentions, *extraction.relations):
        evidence = stated.evidence
        assert TEXT.text[evidence.start : evidence.end] == evidence.quote


def test_asking_again_makes_no_call_and_gives_the_same_bytes() -> None:
    answers, model = MemoryAnswerCache(), ScriptedModel(faithful)
    first = extract(model, answers)
    again = extract(model, answers, concurrency=1)
    assert len(model.calls) == 3
    assert again.to_bytes() == first.to_bytes()


@pytest.mark.parametrize(
    ("change", "calls"),
    [
        ({"name": "scripted/two"}, 3),
        ({"temperature": 0.3}, 3),
        ({"max_tokens": 9}, 3),
        ({"generation": 1}, 3),
        ({}, 0),
    ],
)
def test_another_model_or_parameter_asks_anew(change: dict[str, object], calls: int) -> None:
    answers = MemoryAnswerCache()
    extract(ScriptedModel(faithful), answers)
    model = ScriptedModel(faithful)
    extract(model, answers, **change)  # pyright: ignore[reportArgumentType]
    assert len(model.calls) == calls


def test_the_version_names_what_shapes_answers_and_not_the_concurrency() -> None:
    def version(name: str = "m", **settings: float) -> str:
        chosen = CallSettings.model_validate(settings)
        return LanguageModelExtractor(ScriptedModel({}), name, MemoryAnswerCache(), chosen).version

    assert version(concurrency=9) == version()
    others = (version("n"), version(temperature=1), version(max_tokens=5), version(generation=1))
    assert len({version(), *others}) == 5


def test_an_edit_asks_only_about_the_chunks_that_it_touches() -> None:
    answers = MemoryAnswerCache()
    extract(ScriptedModel(faithful), answers)
    sentences = ["Ida Jahn knows Anna Berg. ", *SENTENCES]
    moved = TEXT.model_copy(update={"text": "".join(sentences)})
    model = ScriptedModel(faithful)
    extraction = extract(model, answers, chunks_of(sentences), moved)
    assert [shown_text(call) for call in model.calls] == [sentences[0]]
    assert len(extraction.relations) == 4
    for relation in extraction.relations:
        evidence = relation.evidence
        assert moved.text[evidence.start : evidence.end] == evidence.quote


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (ModelCallError("the provider failed (HTTP 500)"), "the provider failed (HTTP 500)"),
        ("Sorry, I cannot help with Carl Dorn.", "holds no JSON object"),
        ("[1, 2]", "holds no JSON object"),
        ('{"entities": "Carl Dorn"}', "not a list"),
        ("", "holds no JSON object"),
        (ModelAnswer(text="", finish_reason=FinishReason.FILTERED), "content filter"),
        (ModelAnswer(text='{"entities": []}', finish_reason=FinishReason.FILTERED), "withheld"),
    ],
)
def test_a_chunk_that_fails_is_reported_and_only_it_is_asked_again(
    failure: Scripted, reason: str
) -> None:
    answers = MemoryAnswerCache()
    broken = extract(ScriptedModel(failing_on("Carl Dorn knows", failure)), answers)
    assert broken.status is ExtractionStatus.PARTIAL
    assert [c.status for c in broken.chunks] == [
        ChunkStatus.OK,
        ChunkStatus.FAILED,
        ChunkStatus.OK,
    ]
    assert reason in broken.chunks[1].reason
    assert "Carl" not in broken.chunks[1].reason
    assert {r.chunk for r in broken.relations} == {0, 2}
    model = ScriptedModel(faithful)
    mended = extract(model, answers)
    assert [shown_text(call) for call in model.calls] == [SENTENCES[1]]
    assert mended.to_bytes() == extract(ScriptedModel(faithful), MemoryAnswerCache()).to_bytes()


def test_a_document_of_which_every_chunk_fails_is_failed() -> None:
    model = ScriptedModel(lambda _: ModelCallError("down"))
    extraction = extract(model, MemoryAnswerCache())
    assert extraction.status is ExtractionStatus.FAILED
    assert extraction.mentions == extraction.relations == ()
    assert len(model.calls) == 3


@pytest.mark.parametrize("error", [ModelCallError("no", "fatal"), ModelKeyError("no key")])
def test_a_model_that_cannot_be_used_stops_at_the_first_call(error: Exception) -> None:
    model = ScriptedModel(lambda _: error)  # pyright: ignore[reportArgumentType]
    with pytest.raises(type(error), match="no"):
        extract(model, MemoryAnswerCache(), concurrency=1)
    assert len(model.calls) == 1


def test_after_a_fatal_error_no_other_chunk_is_asked() -> None:
    model = ScriptedModel(lambda _: ModelCallError("revoked", "fatal"))

    def question(shown: str, splits: bool) -> Question:
        return Question(shown, lambda _: extraction_request(shown, PROMPT), splits)

    calls = SharedCalls(1)
    first, second, _ = chunks_of()
    for chunk in (first, second):  # of one document or of two
        asker = ChunkAsker(Asker(model, MemoryAnswerCache(), calls=calls), question)
        with pytest.raises(ModelCallError, match="revoked"):
            asker.ask(TEXT, chunk)
    assert len(model.calls) == 1


class FullDisk(MemoryAnswerCache):
    """A cache that cannot keep anything."""

    def put(self, key: str, data: bytes) -> None:
        raise StoreError(f"no space for {len(data)} bytes", fix=key)


def test_an_answer_that_cannot_be_kept_stops_before_more_are_paid_for() -> None:
    model = ScriptedModel(faithful)
    with pytest.raises(StoreError, match="no space"):
        extract(model, FullDisk(), concurrency=1)
    assert len(model.calls) == 1


def test_answers_that_came_before_a_fatal_error_are_kept() -> None:
    answers = MemoryAnswerCache()
    fatal = ModelCallError("revoked", "fatal")
    with pytest.raises(ModelCallError):
        extract(ScriptedModel(failing_on("Eva Falk knows", fatal)), answers, concurrency=1)
    model = ScriptedModel(faithful)
    extract(model, answers)
    assert [shown_text(call) for call in model.calls] == [SENTENCES[2]]


def test_calls_that_are_held_back_leave_chunks_pending_and_kept_answers_count() -> None:
    answers = MemoryAnswerCache()
    failure = ModelCallError("down")
    extract(ScriptedModel(failing_on("Eva Falk knows", failure)), answers)
    held = HeldModel("the budget of 0 USD is used up")
    alone = CallSettings(document_context=False)
    extractor = LanguageModelExtractor(held, "scripted/one", answers, alone)
    extraction = extractor.extract(TEXT, chunks_of(), PROMPT)
    assert extraction.status is ExtractionStatus.PARTIAL
    assert [c.status for c in extraction.chunks] == [
        ChunkStatus.OK,
        ChunkStatus.OK,
        ChunkStatus.PENDING,
    ]
    assert extraction.chunks[2].reason == "the budget of 0 USD is used up"
    assert [shown_text(request) for request in held.held] == [SENTENCES[2]]


NONSENSE = "Sorry, I cannot help with Carl Dorn."
WITHHELD = ModelAnswer(text="", finish_reason=FinishReason.FILTERED)


@pytest.mark.parametrize("useless", [NONSENSE, WITHHELD])
def test_answers_of_no_use_are_kept_and_a_question_is_asked_so_often_and_no_more(
    useless: Scripted,
) -> None:
    answers, model = MemoryAnswerCache(), ScriptedModel(failing_on("Carl Dorn knows", useless))
    reports = [extract(model, answers).chunks[1] for _ in range(MAX_ANSWERS + 2)]
    assert len(model.calls) == len(answers.stored) == 2 + MAX_ANSWERS
    assert [r.attempts for r in reports] == [1, 2, 3, 4, 4, 4]
    assert {r.status for r in reports} == {ChunkStatus.FAILED}
    assert reports[MAX_ANSWERS - 1] == reports[-1], "it depends on when the last answer came"
    assert f"{MAX_ANSWERS} answers were of no use" in reports[-1].reason
    anew = ScriptedModel(faithful)
    assert extract(anew, answers, generation=1).status is ExtractionStatus.COMPLETE
    assert len(anew.calls) == 3


def test_the_first_answer_of_use_counts_for_ever_and_what_came_before_is_not_asked_for_again() -> (
    None
):
    answers = MemoryAnswerCache()
    extract(ScriptedModel(failing_on("Carl Dorn knows", NONSENSE)), answers)
    mended = extract(ScriptedModel(faithful), answers)
    later = ScriptedModel(lambda _: NONSENSE)
    assert extract(later, answers) == mended
    assert later.calls == []


class Believed:
    """What a reader makes of an answer that takes everything for one of use."""

    @property
    def problem(self) -> str:
        return ""


def test_a_better_reader_makes_something_of_a_kept_answer_before_anything_is_asked() -> None:
    answers, model = MemoryAnswerCache(), ScriptedModel(lambda _: NONSENSE)
    extract(model, answers, chunks_of()[:1])
    (key,) = answers.stored
    question = Question(key, lambda _: model.calls[0])
    answer, _ = Asker(model, answers).answer(question, lambda _: Believed())
    assert (answer.text, len(model.calls)) == (NONSENSE, 1)


def test_a_process_that_dies_between_an_answer_and_its_reading_asks_nothing_again() -> None:
    answers, model = MemoryAnswerCache(), ScriptedModel(faithful)

    def dies(_: ModelAnswer) -> Believed:
        raise KeyboardInterrupt

    question = Question("key", lambda _: extraction_request(SENTENCES[0], PROMPT))
    with pytest.raises(KeyboardInterrupt):
        Asker(model, answers).answer(question, dies)
    Asker(model, answers).answer(question, lambda _: Believed())
    assert len(model.calls) == 1


def test_equal_chunks_of_one_run_fail_together_and_are_asked_once() -> None:
    text = TEXT.model_copy(update={"text": SENTENCES[0] * 4})
    model = ScriptedModel(lambda _: NONSENSE)
    extraction = extract(model, MemoryAnswerCache(), chunks_of([SENTENCES[0]] * 4), text)
    assert [report.attempts for report in extraction.chunks] == [1] * 4
    assert len(model.calls) == 1


def test_text_carried_over_is_shown_and_its_records_are_not_doubled() -> None:
    model = ScriptedModel(faithful)
    chunks = chunks_of(carried=len(SENTENCES[0]) + 3)
    extraction = extract(model, MemoryAnswerCache(), chunks, concurrency=1)
    assert shown_text(model.calls[1]) == SENTENCES[0] + SENTENCES[1]
    assert len(extraction.relations) == 3
    assert len({(m.evidence.start, m.name) for m in extraction.mentions}) == 6
    assert len(extraction.mentions) == 6


def test_equal_chunks_asked_at_the_same_time_share_one_call() -> None:
    text = TEXT.model_copy(update={"text": SENTENCES[0] * 6})
    model = ScriptedModel(faithful)
    extraction = extract(
        model, MemoryAnswerCache(), chunks_of([SENTENCES[0]] * 6), text, concurrency=6
    )
    assert len(model.calls) == 1
    assert len(extraction.relations) == 6


@pytest.mark.parametrize("concurrency", [1, 2, 3])
def test_no_more_calls_run_at_once_than_allowed(concurrency: int) -> None:
    running, most, lock = 0, 0, threading.Lock()
    gate = threading.Barrier(concurrency)

    def slow(request: ModelRequest) -> Scripted:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        gate.wait(timeout=5)
        with lock:
            running -= 1
        return faithful(request)

    sentences = [f"P{n} Q{n} knows R{n} S{n}. " for n in range(6)]
    text = TEXT.model_copy(update={"text": "".join(sentences)})
    extraction = extract(
        ScriptedModel(slow),
        MemoryAnswerCache(),
        chunks_of(sentences),
        text,
        concurrency=concurrency,
    )
    assert most == concurrency
    assert [c.index for c in extraction.chunks] == list(range(6))


LONG_SENTENCES = [f"Aa{n:03} Bb{n:03} knows Cc{n:03} Dd{n:03}. " for n in range(120)]
LONG = TEXT.model_copy(update={"text": "".join(LONG_SENTENCES)})
WHOLE = [Chunk(index=0, start=0, end=len(LONG.text), carried_from=0)]


def limited(characters: int, *, says_so: bool = True) -> Callable[[ModelRequest], Scripted]:
    def answer(request: ModelRequest) -> Scripted:
        whole = answer_about(shown_text(request))
        if len(whole) <= characters:
            return whole
        reason = FinishReason.LENGTH if says_so else FinishReason.STOP
        return ModelAnswer(text=whole[:characters], model="short", finish_reason=reason)

    return answer


@pytest.mark.parametrize("says_so", [True, False])
def test_a_cut_answer_is_asked_again_in_halves_until_all_is_said(*, says_so: bool) -> None:
    model, answers = ScriptedModel(limited(16_000, says_so=says_so)), MemoryAnswerCache()
    extraction = extract(model, answers, WHOLE, LONG)
    clean = extract(ScriptedModel(faithful), MemoryAnswerCache(), WHOLE, LONG)
    assert extraction.chunks[0].status is ChunkStatus.OK
    assert extraction.chunks[0].reason == ""
    assert extraction.relations == clean.relations
    assert extraction.mentions == clean.mentions
    assert 3 <= len(model.calls) <= 7
    calls = len(model.calls)
    assert extract(model, answers, WHOLE, LONG) == extraction
    assert len(model.calls) == calls


def test_an_answer_that_is_cut_however_little_is_asked_keeps_its_complete_records() -> None:
    model = ScriptedModel(limited(3000))
    extraction = extract(model, MemoryAnswerCache(), WHOLE, LONG)
    (report,) = extraction.chunks
    assert report.status is ChunkStatus.OK
    assert "cut" in report.reason
    assert len(extraction.mentions) > 0
    assert len(model.calls) <= 15


def test_a_half_that_fails_fails_the_chunk_and_only_the_half_is_asked_again() -> None:
    answers = MemoryAnswerCache()
    script = limited(16_000)

    def flaky(request: ModelRequest) -> Scripted:
        shown = shown_text(request)
        late = "Aa119" in shown and "Aa000" not in shown
        return ModelCallError("down") if late else script(request)

    broken = extract(ScriptedModel(flaky), answers, WHOLE, LONG)
    assert broken.status is ExtractionStatus.FAILED
    model = ScriptedModel(script)
    mended = extract(model, answers, WHOLE, LONG)
    assert mended.status is ExtractionStatus.COMPLETE
    assert all("Aa000" not in shown_text(call) for call in model.calls)


def test_damaged_answers_in_the_store_are_asked_for_again() -> None:
    answers, model = MemoryAnswerCache(), ScriptedModel(faithful)
    first = extract(model, answers)
    for key in list(answers.stored)[:2]:
        answers.put(key, b"{")
    assert extract(model, answers) == first
    assert len(model.calls) == 5


def test_a_chunk_reports_what_became_of_its_records_and_what_its_answers_took() -> None:
    vague = ModelAnswer(
        text=json.dumps({"entities": [{"name": "Anna Berg", "type": "SPY"}, {"name": "Bo"}]}),
        model="m",
        input_tokens=7,
        output_tokens=5,
    )
    report = extract(ScriptedModel(lambda _: vague), MemoryAnswerCache()).chunks[0]
    assert (report.input_tokens, report.output_tokens, report.attempts) == (7, 5, 0)
    assert report.counts == RecordCounts(
        kept=1,
        coerced={"confidence_missing": 1},
        off_schema=1,
        quarantined={"invalid_record": 1},
    )


def test_a_text_that_is_too_long_for_the_model_is_asked_in_halves_and_not_refused_again() -> None:
    def short_sighted(request: ModelRequest) -> Scripted:
        shown = shown_text(request)
        return ModelCallError("too long", "context") if len(shown) > 2000 else answer_about(shown)

    answers, model = MemoryAnswerCache(), ScriptedModel(short_sighted)
    extraction = extract(model, answers, WHOLE, LONG)
    clean = extract(ScriptedModel(faithful), MemoryAnswerCache(), WHOLE, LONG)
    assert extraction.chunks[0].status is ChunkStatus.OK
    assert extraction.relations == clean.relations
    calls = len(model.calls)
    assert extract(model, answers, WHOLE, LONG) == extraction
    assert len(model.calls) == calls
    hopeless = ScriptedModel(lambda _: ModelCallError("too long", "context"))
    (report,) = extract(hopeless, MemoryAnswerCache(), WHOLE, LONG).chunks
    assert (report.status, report.reason) == (ChunkStatus.FAILED, "too long")
    assert (report.attempts, len(hopeless.calls) > 1) == (1, True)


def test_the_nonce_that_is_sent_is_fresh_and_the_key_does_not_depend_on_it() -> None:
    answers, model = MemoryAnswerCache(), ScriptedModel(faithful)
    numbers = itertools.count(16**15)
    alone = CallSettings(document_context=False)
    for _ in range(2):
        extractor = LanguageModelExtractor(
            model, "m", answers, alone, lambda: f"{next(numbers):016x}"
        )
        assert len(extractor.extract(TEXT, chunks_of(), PROMPT).relations) == 3
    nonces = {re.findall(r"DOCUMENT (\w{16})>>>", c.messages[1].content)[-1] for c in model.calls}
    assert len(model.calls) == len(nonces) == 3
    assert LanguageModelExtractor(model, "m", answers, alone).extract(TEXT, chunks_of(), PROMPT)
    assert len(model.calls) == 3


@given(st.text(max_size=200) | st.binary(max_size=100).map(lambda b: b.decode("latin-1")))
def test_no_answer_crashes_an_extraction(answer: str) -> None:
    extraction = extract(ScriptedModel(lambda _: answer), MemoryAnswerCache(), concurrency=1)
    assert Extraction.from_bytes(extraction.to_bytes()) == extraction


@given(st.data())
def test_a_mangled_answer_yields_only_records_that_stand_in_the_text(data: st.DataObject) -> None:
    whole = answer_about(TEXT.text)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    middle = data.draw(st.sampled_from(["", '"', "}", "null", "[", "\\", "9e9", "Zoe"]))
    mangled = whole[:start] + middle + whole[end:]
    chunk = [Chunk(index=0, start=0, end=len(TEXT.text), carried_from=0)]
    extraction = extract(ScriptedModel(lambda _: mangled), MemoryAnswerCache(), chunk)
    for stated in (*extraction.mentions, *extraction.relations):
        evidence = stated.evidence
        assert TEXT.text[evidence.start : evidence.end] == evidence.quote
