"""kill -9 in the middle of many calls to a model: no answer that was received is paid for twice."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import project_ledger
from sift_assets_tests.evals.paid_answers.comparing import (
    Comparison,
    kept_keys,
    question_key,
)
from sift_assets_tests.fakes.llm_server import LlmServer, Mode, SlowServer

SEED = 20261130
KILLS = 3
CONCURRENCY = 4
SECONDS = 120

EXTRACTION = """
import json, sys, urllib.request
from pathlib import Path
from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.llm.model import ModelAnswer
from sift_assets.core.llm.money import Price
from sift_assets.core.llm.pacing import Pace
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.model import Settings
from sift_assets.core.text.chunking import chunk
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.resources.extractors import StoredAnswers, metered
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.store import Store

class Plain:
    name = "openai/plain"
    def price(self):
        return Price(sent=10**8, answered=10**8)
    def answered_at_most(self, request):
        return request.max_tokens
    def call(self, request):
        said = [{"role": str(m.role), "content": m.content} for m in request.messages]
        schema = {"json_schema": {"schema": request.answer_schema}}
        sent = {"temperature": request.temperature, "max_tokens": request.max_tokens}
        body = {"model": "plain", "messages": said, "response_format": schema, **sent}
        data = json.dumps(body).encode()
        with urllib.request.urlopen(sys.argv[2] + "/chat/completions", data) as response:
            found = json.load(response)
        usage = found["usage"]
        return ModelAnswer(
            text=found["choices"][0]["message"]["content"],
            input_tokens=usage["prompt_tokens"],
            output_tokens=usage["completion_tokens"],
        )

root = Path(sys.argv[1])
settings = Settings(model="openai/plain", budget_usd=5, concurrency=4)
model = metered(settings, Plain(), project_ledger(root, settings), Pace())
answers = StoredAnswers(Store(root / ".sift"), on_kept=model.settle_kept)
calls = CallSettings(document_context=False, concurrency=4)
extractor = LanguageModelExtractor(model, settings.model, answers, calls)
prompt = prompt_facet(Domain(schema_free=True))
chunks = 0
for number in range(40):
    text = " ".join(f"Ada met Bo on quay {number} of harbour {n}." for n in range(50))
    document = DocumentText(status=ReadStatus.TEXT, text=text)
    cut = chunk(text, 500)
    found = extractor.extract(document, cut, prompt)
    assert found.status == "complete", found.chunks
    chunks += len(cut)
print(chunks)
"""
"""What a run does with a model, without Dagster and LiteLLM, whose imports take longer than it."""


@pytest.fixture
def server() -> Iterator[LlmServer]:
    """Run a server on loopback that takes a moment, so that a kill meets calls under way."""
    running = SlowServer('{"entities": [], "relations": []}', [Mode.OK])
    thread = threading.Thread(target=running.serve, daemon=True)
    thread.start()
    yield running
    running.stop()
    thread.join()


def started(root: Path, server: LlmServer) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", EXTRACTION, str(root), server.base_url]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def keys(bodies: Sequence[dict[str, Any]]) -> list[str]:
    return [question_key(body, "openai/plain") for body in bodies]


def killed_after(root: Path, server: LlmServer, requests: int) -> None:
    """Run until so many requests have come in all, and kill the run then."""
    process = started(root, server)
    deadline = time.monotonic() + SECONDS
    while len(server.requests) < requests:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    server.wait_until_idle()


def test_after_kills_the_next_run_pays_for_no_answer_that_was_received(
    tmp_path: Path, server: LlmServer
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - a seeded sequence
    moments = sorted(chance.sample(range(5, 130), KILLS))
    store, compared = tmp_path / ".sift", Comparison()
    for moment in moments:
        before, asked, sent = kept_keys(store), len(server.requests), len(server.answered)
        killed_after(tmp_path, server, moment + CONCURRENCY * KILLS)
        answered, after = set(keys(server.answered[sent:])), kept_keys(store)
        compared.add(keys(server.requests[asked:]), answered, before, after)
        assert after - before <= set(keys(server.requests[asked:]))
    before, asked = kept_keys(store), len(server.requests)
    ended, _ = started(tmp_path, server).communicate(timeout=SECONDS)
    chunks, last = int(ended), keys(server.requests[asked:])
    compared.add(last, set(last), before, kept_keys(store))
    assert (compared.kept_and_asked, compared.asked_twice) == (0, 0)
    assert compared.answered_and_lost <= KILLS * CONCURRENCY
    assert len(before) + len(last) == chunks == len(kept_keys(store))
    assert len(server.requests) <= chunks + KILLS * CONCURRENCY
    (spent,) = project_ledger(tmp_path, Settings()).spent_on()
    assert spent.calls >= len(server.requests) - KILLS * CONCURRENCY
    assert (spent.open, spent.unpriced) == (0, 0)
    assert spent.assumed <= KILLS * CONCURRENCY
    assert spent.calls - spent.assumed <= chunks, "an answer was settled that was not kept"
    assert spent.nano >= len(server.requests) * 12_000  # 120 tokens an answer
