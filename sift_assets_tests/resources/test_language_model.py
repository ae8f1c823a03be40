"""The adapter against a real server on loopback, through LiteLLM's own client."""

import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator

import pytest

from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ModelCallError, ModelKeyError
from sift_assets.core.extraction.llm.extractor import LanguageModelExtractor
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.llm.model import FinishReason, Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.records.extraction import ChunkStatus, ExtractionStatus
from sift_assets.core.records.text import Chunk, DocumentText, ReadStatus
from sift_assets.resources.language_model import (
    DUMMY_KEY,
    KEY_VARIABLES,
    LiteLlmModel,
)
from sift_assets.resources.language_model_errors import MAX_WAIT_SECONDS, pause_seconds
from sift_assets_tests.fakes.llm_server import LlmServer, Mode, running_llm_server

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed event loop:ResourceWarning"),
]

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


@pytest.fixture(autouse=True, scope="module")
def closed_connections() -> Iterator[None]:
    """Close the connections that LiteLLM keeps, or their collection would warn in other tests."""
    yield
    import litellm
    import openai

    for client in litellm.in_memory_llm_clients_cache.cache_dict.values():
        if isinstance(client, openai.OpenAI):
            client.close()


class Waits(list[float]):
    """Records pauses instead of making them."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def model_of(server: LlmServer, waits: Waits | None = None, **changes: float) -> LiteLlmModel:
    return LiteLlmModel(
        "openai/own-model",
        api_base=server.base_url,
        timeout_seconds=changes.get("timeout_seconds", 20),
        attempts=int(changes.get("attempts", 3)),
        wait=Waits() if waits is None else waits,
        environment={},
    )


def test_an_answer_carries_text_model_tokens_and_reason() -> None:
    with running_llm_server(answer=ANSWER) as server:
        answer = model_of(server).complete(REQUEST)
    assert answer == ModelAnswer(
        text=ANSWER,
        model="own-model-2024",
        input_tokens=100,
        output_tokens=20,
        finish_reason=FinishReason.STOP,
        cost_usd=None,
    )


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
        priced = LiteLlmModel("openai/gpt-4o-mini", api_base=server.base_url, environment={})
        assert priced.complete(REQUEST).cost_usd == pytest.approx(100 * 15e-8 + 20 * 6e-7)
        unpriced = model_of(server).complete(REQUEST)
        assert len(server.requests) == 2
    assert unpriced.cost_usd is None
    assert unpriced.text == ANSWER


@pytest.mark.parametrize("mode", [Mode.TOO_MANY, Mode.SERVER_ERROR, Mode.GARBAGE])
def test_transient_errors_are_tried_again_with_longer_pauses(mode: Mode) -> None:
    waits = Waits()
    with running_llm_server(mode, mode, Mode.OK, answer=ANSWER) as server:
        assert model_of(server, waits).complete(REQUEST).text == ANSWER
        assert len(server.requests) == 3
    assert waits == [2.0, 4.0]


@pytest.mark.parametrize(
    ("mode", "words"),
    [(Mode.TOO_MANY, "too many requests"), (Mode.SERVER_ERROR, "the provider failed")],
)
def test_attempts_are_bounded_and_the_last_error_is_transient(mode: Mode, words: str) -> None:
    waits = Waits()
    with running_llm_server(mode) as server:
        with pytest.raises(ModelCallError, match=words) as caught:
            model_of(server, waits).complete(REQUEST)
        assert len(server.requests) == 3
    assert caught.value.kind == "transient"
    assert len(waits) == 2


def test_a_slow_answer_is_given_up_after_the_time_out() -> None:
    with running_llm_server(Mode.SLOW, answer=ANSWER) as server:
        with pytest.raises(ModelCallError, match="no answer in time") as caught:
            model_of(server, timeout_seconds=0.2, attempts=2).complete(REQUEST)
        assert len(server.requests) == 2
    assert caught.value.kind == "transient"


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
    assert caught.value.kind == "transient"


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
    model = LiteLlmModel(f"{provider}/any", environment={})
    for attempt in (model.check_key, lambda: model.complete(REQUEST)):
        with pytest.raises(ModelKeyError, match=KEY_VARIABLES[provider]):
            attempt()


def test_a_key_or_an_own_server_satisfies_the_check() -> None:
    LiteLlmModel("openai/x", environment={"OPENAI_API_KEY": "k"}).check_key()
    LiteLlmModel("openai/x", api_base="http://127.0.0.1:1/v1", environment={}).check_key()
    LiteLlmModel("ollama/x", environment={}).check_key()


def test_a_server_that_is_not_there_is_a_transient_error() -> None:
    model = LiteLlmModel(
        "openai/x", api_base="http://127.0.0.1:9/v1", attempts=2, wait=Waits(), environment={}
    )
    with pytest.raises(ModelCallError, match="cannot be reached") as caught:
        model.complete(REQUEST)
    assert caught.value.kind == "transient"


def test_a_name_without_a_known_provider_is_explained() -> None:
    with pytest.raises(ModelCallError, match="names look like") as caught:
        LiteLlmModel("nonsense", environment={}).complete(REQUEST)
    assert caught.value.kind == "fatal"


@pytest.mark.parametrize(
    ("name", "variable"), [("gpt-4o", "OPENAI_API_KEY"), ("claude-x", "ANTHROPIC_API_KEY")]
)
def test_well_known_names_without_provider_need_its_key(name: str, variable: str) -> None:
    with pytest.raises(ModelKeyError, match=variable):
        LiteLlmModel(name, environment={"OTHER": "x"}).complete(REQUEST)


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


class _Refused(Exception):  # noqa: N818 - stands for an error of the client
    def __init__(self, retry_after: str) -> None:
        super().__init__()
        self.response = type("Response", (), {"headers": {"retry-after": retry_after}})()


@pytest.mark.parametrize(
    ("asked", "failures", "seconds"),
    [("7", 1, 7.0), ("9999", 1, MAX_WAIT_SECONDS), ("soon", 3, 8.0), ("", 20, MAX_WAIT_SECONDS)],
)
def test_pauses_follow_the_server_and_are_bounded(
    asked: str, failures: int, seconds: float
) -> None:
    assert pause_seconds(_Refused(asked), failures) == seconds


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
    with running_llm_server(Mode.SERVER_ERROR, Mode.TRUNCATED, Mode.OK, answer=answer) as server:
        model = model_of(server, attempts=1)
        extractor = LanguageModelExtractor(model, model.name, answers)
        runs = [extractor.extract(text, chunks, prompt) for _ in range(4)]
        assert len(server.requests) == 3
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
