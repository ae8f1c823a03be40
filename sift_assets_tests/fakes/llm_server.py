"""A language model server on loopback that speaks OpenAI's protocol, well or badly.

Real HTTP through the real client: what a scripted model cannot show (retries, refusals, time-outs,
broken bodies) is tested against this.
"""

import gc
import json
import socket
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

NONE: Mapping[str, str] = {}

RETRY_AFTER_SECONDS = 7
"""What `too_many_wait` asks for."""

MOMENT_SECONDS = 0.01
"""How long every answer of a `SlowServer` takes."""

IDLE_SECONDS = 60
"""How long connections of a dead client may stay open before something is wrong."""

SLOW_SECONDS = 1.0
"""How long a `slow` answer takes; tests set a shorter time-out."""


class Mode(StrEnum):
    """How the server behaves towards one request."""

    OK = "ok"
    TRUNCATED = "truncated"
    FILTERED = "filtered"
    GARBAGE = "garbage"
    EMPTY = "empty"
    SLOW = "slow"
    CUT = "cut"
    NO_USAGE = "no_usage"
    REJECTS_SCHEMA = "rejects_schema"
    REJECTS_FORMAT = "rejects_format"
    REJECTS_TEMPERATURE = "rejects_temperature"
    REJECTS_MAX_TOKENS = "rejects_max_tokens"
    TOO_LONG = "too_long"
    BAD_REQUEST = "bad_request"
    UNAUTHORIZED = "unauthorized"
    NOT_FOUND = "not_found"
    TOO_MANY = "too_many"
    TOO_MANY_WAIT = "too_many_wait"
    NO_CREDIT = "no_credit"
    SERVER_ERROR = "server_error"


_ERRORS = {
    Mode.BAD_REQUEST: (400, "something is wrong with: {echo}"),
    Mode.TOO_LONG: (400, "This model's maximum context length is 8192 tokens."),
    Mode.UNAUTHORIZED: (401, "Incorrect API key provided: {key}"),
    Mode.NOT_FOUND: (404, "The model does not exist"),
    Mode.TOO_MANY: (429, "Rate limit reached"),
    Mode.TOO_MANY_WAIT: (429, "Rate limit reached"),
    Mode.NO_CREDIT: (429, "insufficient_quota: check your plan"),
    Mode.SERVER_ERROR: (500, "The server had an error"),
}


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self.open, self._changed = 0, threading.Condition()
        super().__init__(("127.0.0.1", 0), handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Count a connection, and deal with it in a thread."""
        self._count(1)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection that was dealt with."""
        super().shutdown_request(request)
        self._count(-1)

    def wait_until_idle(self) -> None:
        """Wait until no connection is open, those that nobody had accepted yet included."""
        with socket.create_connection(("127.0.0.1", self.server_port)) as last:
            last.shutdown(socket.SHUT_WR)  # accepted after all others
            last.recv(1)
        with self._changed:
            assert self._changed.wait_for(lambda: self.open == 0, IDLE_SECONDS)

    def _count(self, more: int) -> None:
        with self._changed:
            self.open += more
            self._changed.notify_all()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that was killed."""
        if not isinstance(sys.exception(), ConnectionResetError):
            super().handle_error(request, client_address)


class LlmServer:
    """A running server.

    Args:
        answer: The text that a good answer holds.
        modes: Behaviour by request, in order; the last one stays.

    Attributes:
        requests: Bodies of all requests so far.
        answered: Of those that were answered well, to the last byte.
    """

    def __init__(self, answer: str, modes: Sequence[Mode]) -> None:
        self.answer, self.requests = answer, list[dict[str, Any]]()
        self.answered: list[dict[str, Any]] = []
        self._modes, self._lock = list(modes), threading.Lock()
        self._http = _Http(_handler_for(self))

    @property
    def base_url(self) -> str:
        """The address for `api_base`."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def behave(self, *modes: Mode) -> None:
        """Behave from now on as it says, request by request; the last one stays."""
        with self._lock:
            self._modes[:] = modes

    def next_mode(self, body: dict[str, Any]) -> Mode:
        """Record a request and say how to behave towards it."""
        with self._lock:
            self.requests.append(body)
            return self._modes.pop(0) if len(self._modes) > 1 else self._modes[0]

    def note_answered(self, body: dict[str, Any], *, whole: bool) -> None:
        """Record that a request was answered, when that reached the client's side."""
        if whole:
            self.answered.append(body)

    def wait_until_idle(self) -> None:
        """Wait for what a killed client had sent: its requests are recorded after its death."""
        self._http.wait_until_idle()

    def serve(self) -> None:
        """Serve until stopped."""
        self._http.serve_forever(poll_interval=0.02)

    def stop(self) -> None:
        """Stop serving and free the port."""
        self._http.shutdown()
        self._http.server_close()


ServerT = TypeVar("ServerT", bound=LlmServer)


class SlowServer(LlmServer):
    """A server that takes a moment for everything, so that many calls are under way at a time."""

    def next_mode(self, body: dict[str, Any]) -> Mode:
        """Wait, and go on as any server."""
        time.sleep(MOMENT_SECONDS)
        return super().next_mode(body)


@contextmanager
def running_llm_server(*modes: Mode, answer: str = "{}") -> Iterator[LlmServer]:
    """Run a server in a thread for the length of a `with` block."""
    with running(LlmServer(answer, modes or (Mode.OK,))) as server:
        yield server


@contextmanager
def running(server: ServerT) -> Iterator[ServerT]:
    """Run a given server in a thread for the length of a `with` block."""
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()


def let_go_of_clients() -> None:
    """Close the connections that LiteLLM leaves open, or later tests would be warned of them.

    Threads that ask at the same time make a client each, and all but one fall out of its cache.
    """
    import litellm
    import openai

    for client in litellm.in_memory_llm_clients_cache.cache_dict.values():
        if isinstance(client, openai.OpenAI):
            client.close()
    litellm.in_memory_llm_clients_cache.flush_cache()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def _handler_for(server: LlmServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length))
            self._reply(server.next_mode(body), body)

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Keep standard error quiet."""

        def _reply(self, mode: Mode, body: dict[str, Any]) -> None:
            failure = _failure(mode, body, self.headers.get("Authorization", ""))
            if failure:
                self._send(*failure)
            elif mode is Mode.CUT:
                whole = _completion(server.answer, mode, body["model"])
                self._send(200, whole[: len(whole) // 2], {"Content-Length": str(len(whole))})
                self.close_connection = True
            elif mode is Mode.GARBAGE:
                self._send(200, b"<html>not what you wanted")
            else:
                time.sleep(SLOW_SECONDS if mode is Mode.SLOW else 0)
                sent = self._send(200, _completion(server.answer, mode, body["model"]))
                server.note_answered(body, whole=sent)

        def _send(self, status: int, data: bytes, headers: Mapping[str, str] = NONE) -> bool:
            try:
                self.send_response(status)
                usual = {"Content-Type": "application/json", "Content-Length": str(len(data))}
                for name, value in (usual | dict(headers)).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the client's time-out struck
                return False
            return True

    return Handler


def _failure(
    mode: Mode, body: dict[str, Any], key: str
) -> tuple[int, bytes, Mapping[str, str]] | None:
    refusal = _refusal(mode, body)
    if refusal:
        return 400, _error(refusal), NONE
    if mode not in _ERRORS:
        return None
    status, message = _ERRORS[mode]
    said = _error(message.format(echo=body["messages"][-1]["content"], key=key))
    wait = {"Retry-After": str(RETRY_AFTER_SECONDS)} if mode is Mode.TOO_MANY_WAIT else NONE
    return status, said, wait


def _refusal(mode: Mode, body: dict[str, Any]) -> str:
    form = body.get("response_format", {}).get("type", "")
    if mode is Mode.REJECTS_SCHEMA and form == "json_schema":
        return "response_format of type json_schema is not supported"
    if mode is Mode.REJECTS_FORMAT and form:
        return "unknown field response_format"
    if mode is Mode.REJECTS_MAX_TOKENS and "max_tokens" in body:
        return "max_tokens is too large: this model completes at most 4096 tokens"
    if mode is Mode.REJECTS_TEMPERATURE and "temperature" in body:
        return "Unsupported value: temperature"
    return ""


def _error(message: str) -> bytes:
    return json.dumps({"error": {"message": message, "type": "error", "code": None}}).encode()


def _completion(answer: str, mode: Mode, model: str) -> bytes:
    finish = {Mode.TRUNCATED: "length", Mode.FILTERED: "content_filter"}.get(mode, "stop")
    text = {Mode.TRUNCATED: answer[: len(answer) // 2], Mode.EMPTY: ""}.get(mode, answer)
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text},
        "finish_reason": finish,
    }
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    body = {
        "id": "answer-1",
        "object": "chat.completion",
        "created": 1,
        "model": f"{model}-2024",
        "choices": [choice],
        "system_fingerprint": "fp_1",
    } | ({} if mode is Mode.NO_USAGE else {"usage": usage})
    return json.dumps(body).encode()
