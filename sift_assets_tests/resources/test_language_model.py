"""The adapter against a real server on loopback, through LiteLLM's own client."""

import asyncio
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import CallHeldError, ConfigError, ModelCallError, ModelKeyError
from sift_assets.core.extraction.llm.extractor import LanguageModelExtractor
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.llm.ledger import Ledger, Limits, State, Sums
from sift_assets.core.llm.metered import Clock, MeteredModel
from sift_assets.core.llm.model import FinishReason, Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.llm.money import Price, dollars
from sift_assets.core.llm.pacing import Pace
from sift_assets.core.llm.retrying import ATTEMPTS, RATE_ATTEMPTS
from sift_assets.core.records.extraction import ChunkStatus, ExtractionStatus
from sift_assets.core.records.text import Chunk, DocumentText, ReadStatus
from sift_assets.resources.language_model import DUMMY_KEY, LiteLlmProvider
from sift_assets.resources.language_model_errors import failure_of
from sift_assets.resources.language_model_names import KEY_VARIABLES
from sift_assets.resources.language_model_prices import price_at
from sift_assets_tests.fakes.llm_server import (
    RETRY_AFTER_SECONDS,
    LlmServer,
    Mode,
    let_go_of_clients,
    running_llm_server,
)
from sift_assets_tests.fakes.memory_ledger import MemoryLedger

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*")

REQUEST = ModelRequest(
    messages=(
        Message(role=Role.SYSTEM, content="rules"),
        Message(role=Role.USER, content="a confidential sentence"),
    ),
    answer_schema={
        "type": "object",
        "properties": {"entities": {"type": "array", "items": {"type": "string"}}},
        "required": ["entities"],
        "additionalProperties": False,
    },
)
ANSWER = '{"entities": []}'


PRICED = "openai/gpt-4o-mini"
"""A model whose price the table knows, behind an address of our own."""


@pytest.fixture(autouse=True, scope="module")
def closed_connections() -> Iterator[None]:
    """Close the connections that LiteLLM keeps, or their collection would warn in other tests."""
    yield
    let_go_of_clients()


class Waits(list[float]):
    """Records pauses instead of making them."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)

    @property
    def clock(self) -> Clock:
        def now() -> float:
            return float(sum(self))

        return Clock(now, self, lambda: 0.0, now)


def provider_of(server: LlmServer, name: str = "openai/own-model", **more: Any) -> LiteLlmProvider:
    more = {"price_of": price_at, "timeout_seconds": 20, "environment": {}} | more
    return LiteLlmProvider(name, api_base=server.base_url, **more)


def model_of(
    server: LlmServer, waits: Waits | None = None, ledger: Ledger | None = None, **more: Any
) -> MeteredModel:
    kept = ledger or MemoryLedger(Limits(total=10**10))
    clock = (Waits() if waits is None else waits).clock
    return MeteredModel(provider_of(server, **more), kept, Pace(), clock, concurrency=8)


def without_server(name: str, **environment: str) -> LiteLlmProvider:
    return LiteLlmProvider(name, price_at, environment=environment)


def test_an_answer_carries_text_model_tokens_and_reason() -> None:
    with running_llm_server(answer=ANSWER) as server:
        answer = model_of(server).complete(REQUEST)
    assert answer == ModelAnswer(
        text=ANSWER,
        model="own-model-2024",
        input_tokens=100,
        output_tokens=20,
        finish_reason=FinishReason.STOP,
        cost_usd=0.0,
        fingerprint="fp_1",
    )


def test_a_call_leaves_no_event_loop_that_nobody_closes() -> None:
    asyncio.set_event_loop_policy(None)  # as in a new process, where none has been asked for
    with running_llm_server(answer=ANSWER) as server:
        model_of(server).complete(REQUEST)
    with pytest.raises(RuntimeError, match="no current event loop"):
        asyncio.get_event_loop()


def test_the_request_arrives_as_it_was_made() -> None:
    with running_llm_server(answer=ANSWER) as server:
        model_of(server).complete(REQUEST.model_copy(update={"max_tokens": 77}))
        (sent,) = server.requests
    assert sent["model"] == "own-model"
    assert sent["messages"] == [
        {"role": "system", "content": "rules"},
        {"role": "user", "content": "a confidential sentence"},
    ]
    assert (sent["temperature"], sent["max_tokens"]) == (0.0, 77)
    assert sent["response_format"]["json_schema"]["schema"] == REQUEST.answer_schema


def test_without_schema_or_temperature_neither_is_sent() -> None:
    free = REQUEST.model_copy(update={"answer_schema": {}, "temperature": None})
    with running_llm_server(answer="Hello") as server:
        model_of(server).complete(free)
        (sent,) = server.requests
    assert "response_format" not in sent
    assert "temperature" not in sent


def test_a_known_price_gives_a_cost_and_an_unknown_one_keeps_the_answer() -> None:
    with running_llm_server(answer=ANSWER) as server:
        priced = model_of(server, name=PRICED).complete(REQUEST)
        ledger = MemoryLedger(Limits(total=1))
        unpriced = model_of(server, ledger=ledger, price_of=lambda *_: None).complete(REQUEST)
        assert len(server.requests) == 2
    assert priced.cost_usd == pytest.approx(100 * 15e-8 + 20 * 6e-7)
    assert (unpriced.cost_usd, unpriced.text) == (None, ANSWER)
    assert [end.state for _, _, end in ledger.calls] == [State.UNPRICED]


def test_a_price_of_our_own_counts_where_the_table_has_none() -> None:
    price = Price(sent=10**9, answered=2 * 10**9)
    with running_llm_server(answer=ANSWER) as server:
        answer = provider_of(server, price_of=lambda *_: price).call(REQUEST)
    assert answer.cost_usd == pytest.approx(140e-6)


@pytest.mark.parametrize(
    ("modes", "states", "costs"),
    [
        ([Mode.OK], ["settled"], 0.000027),
        ([Mode.NO_USAGE], ["assumed"], None),
        ([Mode.CUT, Mode.OK], ["assumed", "settled"], None),
        ([Mode.GARBAGE, Mode.OK], ["assumed", "settled"], None),
        ([Mode.TOO_MANY_WAIT, Mode.OK], ["released", "settled"], 0.000027),
        ([Mode.SERVER_ERROR, Mode.OK], ["released", "settled"], 0.000027),
        ([Mode.REJECTS_SCHEMA], ["released", "settled"], 0.000027),
    ],
)
def test_every_http_call_is_accounted_for_and_what_may_be_billed_counts_at_its_worst(
    modes: list[Mode], states: list[str], costs: float | None
) -> None:
    ledger = MemoryLedger(Limits(total=10**9))
    with running_llm_server(*modes, answer=ANSWER) as server:
        assert model_of(server, ledger=ledger, name=PRICED).complete(REQUEST).text == ANSWER
        assert len(server.requests) == len(states)
    assert [str(end.state) for _, _, end in ledger.calls] == states
    worst = ledger.calls[0][1].worst
    assert worst is not None
    settled = 27_000 if states[-1] == "settled" else 0
    assert ledger.sums() == Sums(settled + worst * states.count("assumed"), 0)
    assert costs is None or dollars(ledger.sums().spent) == pytest.approx(costs)


def test_a_server_that_was_never_reached_bills_nothing_and_is_named_as_such() -> None:
    ledger, waits = MemoryLedger(Limits(total=10**9)), Waits()
    provider = LiteLlmProvider(PRICED, price_at, api_base="http://127.0.0.1:9/v1", environment={})
    model = MeteredModel(provider, ledger, Pace(), waits.clock)
    with pytest.raises(ModelCallError, match="cannot be reached") as caught:
        model.complete(REQUEST)
    assert caught.value.kind == "fatal"
    assert (len(waits), ledger.sums()) == (1, Sums())


def test_without_a_budget_nothing_is_asked_of_a_model_that_costs() -> None:
    with running_llm_server(answer=ANSWER) as server:
        ledger = MemoryLedger(Limits(total=0))
        with pytest.raises(CallHeldError, match=r"budget_usd is \$0.00"):
            model_of(server, ledger=ledger, name=PRICED).complete(REQUEST)
        assert server.requests == []
        assert model_of(server, ledger=ledger).complete(REQUEST).text == ANSWER


@pytest.mark.parametrize("mode", [Mode.TOO_MANY, Mode.SERVER_ERROR, Mode.GARBAGE])
def test_transient_errors_are_tried_again_with_longer_pauses(mode: Mode) -> None:
    waits = Waits()
    with running_llm_server(mode, mode, Mode.OK, answer=ANSWER) as server:
        assert model_of(server, waits).complete(REQUEST).text == ANSWER
        assert len(server.requests) == 3
    assert waits == [2.0, 4.0]


def test_the_provider_says_how_long_to_wait() -> None:
    waits = Waits()
    with running_llm_server(Mode.TOO_MANY_WAIT, Mode.OK, answer=ANSWER) as server:
        assert model_of(server, waits).complete(REQUEST).text == ANSWER
    assert waits == [RETRY_AFTER_SECONDS]


@pytest.mark.parametrize(
    ("mode", "words", "calls"),
    [
        (Mode.TOO_MANY, "too many requests", RATE_ATTEMPTS),
        (Mode.SERVER_ERROR, "the provider failed", ATTEMPTS),
        (Mode.CUT, "connection was cut", ATTEMPTS),
    ],
)
def test_attempts_are_bounded_and_the_last_error_is_transient(
    mode: Mode, words: str, calls: int
) -> None:
    waits = Waits()
    with running_llm_server(mode, answer=ANSWER) as server:
        with pytest.raises(ModelCallError, match=words) as caught:
            model_of(server, waits).complete(REQUEST)
        assert len(server.requests) == calls
    assert caught.value.kind == "transient"
    assert len(waits) == calls - 1


def test_a_slow_answer_is_given_up_after_the_time_out_and_may_have_been_billed() -> None:
    ledger = MemoryLedger(Limits(total=10**10))
    with running_llm_server(Mode.SLOW, answer=ANSWER) as server:
        model = model_of(server, ledger=ledger, name=PRICED, timeout_seconds=0.1)
        with pytest.raises(ModelCallError, match="no answer in time") as caught:
            model.complete(REQUEST)
        assert len(server.requests) == ATTEMPTS
    assert caught.value.kind == "transient"
    assert {end.state for _, _, end in ledger.calls} == {State.ASSUMED}


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (Mode.UNAUTHORIZED, "does not accept the key"),
        (Mode.NOT_FOUND, "does not know this model"),
        (Mode.BAD_REQUEST, "rejects the request"),
        (Mode.NO_CREDIT, "quota used up"),
    ],
)
def test_fatal_errors_are_not_tried_again_and_quote_neither_text_nor_key(
    mode: Mode, words: str
) -> None:
    waits = Waits()
    with running_llm_server(mode) as server:
        with pytest.raises(ModelCallError, match=words) as caught:
            model_of(server, waits).complete(REQUEST)
        assert len(server.requests) == 1
    assert caught.value.kind == "fatal"
    assert waits == []
    shown = "".join(traceback.format_exception(caught.value))
    assert "confidential" not in shown
    assert DUMMY_KEY not in shown


def test_a_text_too_long_for_the_model_concerns_its_chunk_only() -> None:
    with running_llm_server(Mode.TOO_LONG) as server:
        with pytest.raises(ModelCallError, match="too long") as caught:
            model_of(server).complete(REQUEST)
        assert len(server.requests) == 1
    assert caught.value.kind == "context"


@pytest.mark.parametrize(
    ("mode", "formats"),
    [
        (Mode.REJECTS_SCHEMA, ["json_schema", "json_object", "json_object"]),
        (Mode.REJECTS_FORMAT, ["json_schema", "json_object", "", ""]),
    ],
)
def test_a_format_that_the_server_refuses_is_given_up_for_good(
    mode: Mode, formats: list[str]
) -> None:
    waits = Waits()
    with running_llm_server(mode, answer=ANSWER) as server:
        model = model_of(server, waits)
        assert model.complete(REQUEST).text == model.complete(REQUEST).text == ANSWER
        sent = [body.get("response_format", {}).get("type", "") for body in server.requests]
    assert sent == formats
    assert waits == []


@pytest.mark.parametrize(
    ("mode", "parameter"),
    [(Mode.REJECTS_TEMPERATURE, "temperature"), (Mode.REJECTS_MAX_TOKENS, "max_tokens")],
)
def test_a_parameter_that_the_model_refuses_is_left_out(mode: Mode, parameter: str) -> None:
    with running_llm_server(mode, answer=ANSWER) as server:
        assert model_of(server).complete(REQUEST).text == ANSWER
        assert [parameter in body for body in server.requests] == [True, False]


@pytest.mark.parametrize(
    ("mode", "reason"),
    [(Mode.TRUNCATED, FinishReason.LENGTH), (Mode.FILTERED, FinishReason.FILTERED)],
)
def test_the_reason_for_stopping_is_told(mode: Mode, reason: FinishReason) -> None:
    with running_llm_server(mode, answer=ANSWER) as server:
        assert model_of(server).complete(REQUEST).finish_reason is reason


@pytest.mark.parametrize("provider", sorted(KEY_VARIABLES))
def test_a_missing_key_is_named_before_any_call(provider: str) -> None:
    model = without_server(f"{provider}/any")
    for attempt in (model.check_key, model.check, lambda: model.call(REQUEST)):
        with pytest.raises(ModelKeyError, match=KEY_VARIABLES[provider]):
            attempt()


def test_the_variables_are_those_that_litellm_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    import litellm

    for variable in KEY_VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)
    for provider, variable in KEY_VARIABLES.items():
        missing = litellm.validate_environment(f"{provider}/any")["missing_keys"]
        assert not missing or variable in missing, provider


def test_a_provider_that_we_do_not_list_is_asked_for_its_variable_by_litellm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NEBIUS_API_KEY", raising=False)
    with pytest.raises(ModelKeyError, match="NEBIUS_API_KEY"):
        without_server("nebius/any").check()
    monkeypatch.setenv("NEBIUS_API_KEY", "k")
    without_server("nebius/any").check()


def test_a_key_or_an_own_server_satisfies_the_check() -> None:
    without_server("openai/x", OPENAI_API_KEY="k").check()
    own = LiteLlmProvider("openai/x", price_at, api_base="http://127.0.0.1:1/v1", environment={})
    own.check()
    without_server("ollama/x").check()
    without_server("bedrock/x").check()


def test_a_name_without_a_known_provider_is_an_error_of_the_settings() -> None:
    with pytest.raises(ConfigError, match="knows no provider of `nonsense`") as caught:
        without_server("nonsense").check()
    assert (caught.value.exit_code, caught.value.field) == (2, "model")
    with pytest.raises(ConfigError, match="Names look like"):
        without_server("opnai/gpt-4o-mini").check()


@pytest.mark.parametrize(
    ("name", "variable"), [("gpt-4o", "OPENAI_API_KEY"), ("claude-x", "ANTHROPIC_API_KEY")]
)
def test_well_known_names_without_provider_need_its_key(name: str, variable: str) -> None:
    with pytest.raises(ModelKeyError, match=variable):
        without_server(name, OTHER="x").call(REQUEST)


def test_threads_share_one_model() -> None:
    with running_llm_server(Mode.REJECTS_SCHEMA, answer=ANSWER) as server:
        model, texts = model_of(server), list[str]()
        model.complete(REQUEST.model_copy(update={"answer_schema": {}}))  # so they share a client
        threads = [
            threading.Thread(target=lambda: texts.append(model.complete(REQUEST).text))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert texts == [ANSWER] * 8


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None), ("", None)],
)
def test_the_wait_that_a_provider_asks_for_is_read(said: str, seconds: float | None) -> None:
    assert failure_of("openai/x", _Refused(said)).retry_after == seconds


def test_a_moment_is_as_good_as_a_number_of_seconds() -> None:
    assert failure_of("x", _Refused("Wed, 21 Oct 2015 07:28:00 GMT")).retry_after == 0.0


class _Refused(Exception):  # noqa: N818 - stands for an error of the client
    def __init__(self, retry_after: str) -> None:
        super().__init__()
        self.response = type("Response", (), {"headers": {"retry-after": retry_after}})()


def test_importing_the_adapter_does_not_import_litellm() -> None:
    code = (
        "import sys, sift_assets.resources.language_model;"
        "import sift_assets.core.extraction.llm.extractor;"
        "sys.exit(any(m.split('.')[0] in ('litellm', 'openai') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_document_is_extracted_over_http_and_a_broken_server_is_a_failed_chunk() -> None:
    text = DocumentText(status=ReadStatus.TEXT, text="Anna Berg leads Nordwind.")
    chunks = [Chunk(index=0, start=0, end=len(text.text), carried_from=0)]
    answer = '{"entities": [{"name": "Anna Berg", "type": "PERSON", "context": ["Anna Berg"]}]}'
    prompt, answers = prompt_facet(Domain(schema_free=True)), MemoryAnswerCache()
    failing = [Mode.SERVER_ERROR] * ATTEMPTS
    with running_llm_server(*failing, Mode.TRUNCATED, Mode.OK, answer=answer) as server:
        model = model_of(server)
        runs = [
            LanguageModelExtractor(model, "own-model", answers).extract(text, chunks, prompt)
            for _ in range(4)
        ]
        assert len(server.requests) == ATTEMPTS + 2
    assert [run.status for run in runs] == [
        ExtractionStatus.FAILED,
        ExtractionStatus.FAILED,
        ExtractionStatus.COMPLETE,
        ExtractionStatus.COMPLETE,
    ]
    assert runs[0].chunks[0].reason == "openai/own-model: the provider failed (HTTP 500)"
    assert runs[2].chunks[0].status is ChunkStatus.OK
    assert runs[2].chunks[0].model == "own-model-2024"
    assert [m.name for m in runs[3].mentions] == ["Anna Berg"]
