"""Documents of a run wait for a language model together; order and failures shape nothing."""

import itertools
import json
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from sift_assets.core.errors import CorruptObjectError, ModelCallError, ModelError
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.core.llm.fence import enclosed
from sift_assets.core.llm.model import ModelRequest
from sift_assets.core.llm.scripted import Scripted, ScriptedModel
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.resources.extractors import StoredAnswers
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.extracting import begin_extraction
from sift_assets.workflows.extracting_together import AHEAD, Begin, Steps, steps
from sift_assets.workflows.outcome import Outcome
from sift_assets_tests.fakes.name_extractor import NameExtractor

PATIENCE = 5.0
NAMES = [f"{number:02}.txt" for number in range(12)]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    return Workspace.open(tmp_path, {})


def text_of(name: str) -> str:
    return f"Ada met Bo on quay {name}."


def faithful(request: ModelRequest) -> Scripted:
    quote = enclosed(request.messages[1].content)
    person = {"name": "Ada", "type": "PERSON", "context": [quote], "confidence": 0.9}
    return json.dumps({"entities": [person], "relations": []})


def extractor_of(
    workspace: Workspace, script: Callable[[ModelRequest], Scripted], concurrency: int
) -> tuple[LanguageModelExtractor, ScriptedModel]:
    model, answers = ScriptedModel(script), StoredAnswers(workspace.store)
    settings = CallSettings(concurrency=concurrency)
    return LanguageModelExtractor(model, "m", answers, settings), model


def begun(workspace: Workspace, extractor: LanguageModelExtractor) -> dict[str, Begin]:
    """Return what begins each document; one chunk each."""
    texts = {name: DocumentText(status=ReadStatus.TEXT, text=text_of(name)) for name in NAMES}
    versions = {name: workspace.store.put(text.to_bytes()) for name, text in texts.items()}
    return {
        name: partial(begin_extraction, workspace, extractor, name, version)
        for name, version in versions.items()
    }


def ended(found: Steps) -> dict[str, Outcome | Exception]:
    """End every document as it comes."""
    outcomes: dict[str, Outcome | Exception] = {}
    for step in found:
        assert step is not None
        assert step.key not in outcomes
        try:
            outcome = step.end()
        except (RuntimeError, CorruptObjectError, ModelError) as error:
            outcomes[step.key] = error
        else:
            assert outcome is not None
            outcomes[step.key] = outcome
    return outcomes


def versions_of(outcomes: dict[str, Outcome | Exception]) -> dict[str, str]:
    return {k: o.provenance.version for k, o in outcomes.items() if isinstance(o, Outcome)}


@pytest.mark.parametrize("concurrency", [1, 2, 4])
def test_documents_of_one_chunk_fill_the_places_for_calls_and_no_more(
    workspace: Workspace, concurrency: int
) -> None:
    under_way, most, lock = 0, 0, threading.Lock()
    gate = threading.Barrier(concurrency)

    def slow(request: ModelRequest) -> Scripted:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        gate.wait(timeout=30)  # opens when so many calls are under way at once
        with lock:
            under_way -= 1
        return faithful(request)

    extractor, model = extractor_of(workspace, slow, concurrency)
    outcomes = ended(steps(extractor, begun(workspace, extractor), PATIENCE))
    assert most == concurrency
    assert sorted(outcomes) == NAMES
    assert len(model.calls) == len(NAMES)


def test_values_do_not_depend_on_the_order_in_which_answers_come(workspace: Workspace) -> None:
    last_first = [threading.Event() for _ in NAMES]
    last_first[-1].set()

    def reversed_order(request: ModelRequest) -> Scripted:
        number = int(enclosed(request.messages[1].content).split()[-1][:2])
        assert last_first[number].wait(timeout=30)
        last_first[number - 1].set()
        return faithful(request)

    extractor, _ = extractor_of(workspace, reversed_order, len(NAMES))
    found = ended(steps(extractor, begun(workspace, extractor), PATIENCE))
    again, model = extractor_of(workspace, faithful, 1)
    alone = {n: begin().done() for n, begin in begun(workspace, again).items()}
    assert versions_of(found) == versions_of(dict(alone))
    assert model.calls == []
    assert all(outcome.hit for outcome in alone.values())


def test_a_document_that_fails_stops_no_other(workspace: Workspace) -> None:
    def failing(request: ModelRequest) -> Scripted:
        if "03" in request.messages[1].content:
            raise RuntimeError("the client fell over")
        return faithful(request)

    extractor, model = extractor_of(workspace, failing, 3)
    todo = begun(workspace, extractor)
    todo["05.txt"] = partial(begin_extraction, workspace, extractor, "05.txt", "0" * 64)
    outcomes = ended(steps(extractor, todo, PATIENCE))
    assert sorted(outcomes) == NAMES
    failed = {key: type(o) for key, o in outcomes.items() if isinstance(o, Exception)}
    assert failed == {"03.txt": RuntimeError, "05.txt": CorruptObjectError}
    assert len(model.calls) == len(NAMES) - 1


def test_documents_whose_texts_are_lost_are_all_named(workspace: Workspace) -> None:
    extractor, model = extractor_of(workspace, faithful, 1)
    todo: dict[str, Begin] = {
        name: partial(begin_extraction, workspace, extractor, name, "0" * 64) for name in NAMES
    }
    outcomes = ended(steps(extractor, todo, PATIENCE))
    assert {type(outcome) for outcome in outcomes.values()} == {CorruptObjectError}
    assert (sorted(outcomes), model.calls) == (NAMES, [])


def test_a_model_that_cannot_be_used_ends_every_document_and_no_call_follows(
    workspace: Workspace,
) -> None:
    fatal = ModelCallError("revoked", "fatal")
    extractor, model = extractor_of(workspace, lambda _: fatal, 2)
    outcomes = ended(steps(extractor, begun(workspace, extractor), PATIENCE))
    assert {str(outcome) for outcome in outcomes.values()} == {"revoked"}
    assert len(model.calls) <= 2


def test_an_interruption_keeps_what_is_answered_and_asks_nothing_more(workspace: Workspace) -> None:
    numbers, held, release = itertools.count(), threading.Semaphore(0), threading.Event()

    def stalling(request: ModelRequest) -> Scripted:
        if next(numbers):
            held.release()
            assert release.wait(timeout=30)
        return faithful(request)

    extractor, model = extractor_of(workspace, stalling, 2)
    todo = begun(workspace, extractor)
    found = steps(extractor, todo, PATIENCE)
    first = next(found)
    assert first is not None
    assert held.acquire(timeout=30)  # others are under way
    timer = threading.Timer(0.05, release.set)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        found.throw(KeyboardInterrupt)
    timer.join()
    asked = len(model.calls)
    assert 2 <= asked <= 1 + AHEAD * 2
    again, quiet = extractor_of(workspace, faithful, 1)
    for begin in begun(workspace, again).values():
        begin().done()
    assert len(quiet.calls) == len(NAMES) - asked


def test_whoever_waits_is_told_when_nothing_is_ready_for_a_while(workspace: Workspace) -> None:
    release = threading.Event()

    def stalling(request: ModelRequest) -> Scripted:
        assert release.wait(timeout=30)
        return faithful(request)

    extractor, _ = extractor_of(workspace, stalling, 2)
    found = steps(extractor, begun(workspace, extractor), 0.01)
    assert next(found) is None
    release.set()
    assert sorted(step.key for step in found if step is not None) == NAMES


def test_the_local_model_is_asked_about_one_document_after_the_other(workspace: Workspace) -> None:
    local = NameExtractor()
    version = workspace.store.put(
        DocumentText(status=ReadStatus.TEXT, text=text_of("a")).to_bytes()
    )
    todo: dict[str, Begin] = {
        name: partial(begin_extraction, workspace, local, name, version) for name in ("a", "b")
    }
    found = steps(local, todo, PATIENCE)
    first = next(found)
    assert first is not None
    assert (first.key, local.seen) == ("a", [])
    assert [outcome.hit for outcome in (first.end(),) if outcome] == [False]
    assert sorted(ended(found)) == ["b"]
    assert len(local.seen) == 1
