"""Who is told of runs, on loopback: a server of OpenLineage, and a collector of OpenTelemetry."""

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

POLL_SECONDS = 0.01
"""How soon a server sees that it is to end."""


class Receiver(ThreadingHTTPServer):
    """Takes events and spans.

    Attributes:
        status: Of every answer.
        events: OpenLineage's, as they came.
        spans: OpenTelemetry's, with attributes as plain data.
        heads: What each request said of itself.
        raw: Every body, unpacked.
    """

    daemon_threads = True

    def __init__(self) -> None:
        self.status = 200
        self.events: list[Any] = []
        self.spans: list[dict[str, Any]] = []
        self.heads: list[dict[str, str]] = []
        self.raw: list[bytes] = []
        super().__init__(("127.0.0.1", 0), _Received)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Received(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        receiver = cast("Receiver", self.server)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        receiver.heads.append(dict(self.headers))
        receiver.raw.append(body)
        if receiver.status == 200:
            if self.path == "/v1/traces":
                receiver.spans += _spans(body)
            else:
                assert self.path == "/api/v1/lineage", self.path
                receiver.events.append(json.loads(body))
        self.send_response(receiver.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - http.server's
        """Say nothing."""


def _spans(body: bytes) -> Iterator[dict[str, Any]]:
    request = ExportTraceServiceRequest.FromString(body)
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                yield {
                    "name": span.name,
                    "trace_id": span.trace_id.hex(),
                    "span_id": span.span_id.hex(),
                    "parent_id": span.parent_span_id.hex(),
                    "seconds": (span.end_time_unix_nano - span.start_time_unix_nano) / 1e9,
                    "kind": span.kind,
                    "failed": span.status.code == 2,
                    "attributes": {
                        one.key: next(iter(MessageToDict(one.value).values()))
                        for one in span.attributes
                    },
                    "service": {
                        one.key: one.value.string_value for one in resource.resource.attributes
                    }["service.name"],
                }


@contextmanager
def listening_receiver() -> Iterator[Receiver]:
    """Run a server that takes both for the length of a `with` block."""
    with Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever, args=(POLL_SECONDS,))
        thread.start()
        try:
            yield receiver
        finally:
            receiver.shutdown()
            thread.join()
