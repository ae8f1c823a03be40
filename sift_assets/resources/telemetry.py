"""OpenTelemetry spans on their way to a collector, over OTLP and HTTP. The one importer of its SDK.

Spans of runs and steps are told when a run has ended, and whoever tells hears whether they came.
Those of calls to language models leave when the call has ended, behind its back: a collector that
is slow or gone loses them, and harms no call.
"""

import atexit
import logging
import secrets
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import version
from typing import Any

from sift_assets.core.errors import MissingEngineError, SiftError
from sift_assets.core.llm.metered import Provider
from sift_assets.core.llm.model import ModelAnswer, ModelRequest
from sift_assets.core.llm.money import Price
from sift_assets.core.llm.retrying import FailedCallError
from sift_assets.core.operations import gen_ai
from sift_assets.core.operations.settings import TelemetrySettings
from sift_assets.core.operations.spans import SPAN_ID_BYTES, Place, ToldSpan, place_of

EXTRA = "pip install 'sift-assets[telemetry]'"

SERVICE = "sift_assets"

TIMEOUT_SECONDS = 5.0
"""Of telling, tries included. A process that ends waits no longer for what has not left yet."""

NANOSECONDS = 1_000_000_000

TRACE_ID_BYTES = 16

TellSpans = Callable[[Iterable[ToldSpan]], None]
"""Sends spans.

Raises:
    SiftError: They were not taken.
"""


def opened_telemetry(settings: TelemetrySettings) -> TellSpans:
    """Return what sends spans of runs to the collector.

    Raises:
        MissingEngineError: OpenTelemetry's SDK is not installed.
    """
    exporter, resource = _exporter(settings.endpoint), _resource()

    def tell(spans: Iterable[ToldSpan]) -> None:
        from opentelemetry.sdk.trace.export import SpanExportResult

        told = [_standard(span, resource) for span in spans]
        if exporter.export(told) is not SpanExportResult.SUCCESS:
            raise SiftError("The spans did not reach the collector.")

    return tell


def traced(provider: Provider, stage: str, settings: TelemetrySettings) -> Provider:
    """Return a provider whose calls are told as spans, where the settings want it.

    The span of the step that opens the model is the parent.

    Args:
        provider: Makes the calls.
        stage: What they are for.
        settings: They say whether, and to whom.

    Raises:
        MissingEngineError: OpenTelemetry's SDK is not installed.
    """
    return TracedProvider(provider, stage, settings.endpoint) if settings.endpoint else provider


class TracedProvider(Provider):
    """A provider whose calls are told as spans.

    Args:
        provider: Makes the calls.
        stage: What they are for.
        endpoint: Of the collector.

    Raises:
        MissingEngineError: OpenTelemetry's SDK is not installed.
    """

    def __init__(self, provider: Provider, stage: str, endpoint: str) -> None:
        self._provider, self._stage = provider, stage
        self._told = telling_behind(endpoint)
        self._parent = _running_step()

    @property
    def name(self) -> str:
        """The model as configured."""
        return self._provider.name

    def price(self) -> Price | None:
        """Return what the model costs, None when nobody knows."""
        return self._provider.price()

    def answered_at_most(self, request: ModelRequest) -> int:
        """Return the most tokens that an answer can have."""
        return self._provider.answered_at_most(request)

    def call(self, request: ModelRequest) -> ModelAnswer:
        """Make one call and tell it, whatever becomes of it.

        Raises:
            FailedCallError: It failed; says what to do next.
            ModelError: The model cannot be used at all.
        """
        started = time.time()
        try:
            answer = self._provider.call(request)
        except BaseException as error:
            self._told.add(self._span(request, started, None, _kind(error)))
            raise
        self._told.add(self._span(request, started, answer, ""))
        return answer

    def _span(
        self, request: ModelRequest, started: float, answer: ModelAnswer | None, error: str
    ) -> ToldSpan:
        said = gen_ai.of_request(self.name, self._stage, request)
        if answer is not None:
            said |= gen_ai.of_answer(answer)
        return ToldSpan(
            name=gen_ai.name_of_call(self.name),
            trace_id=self._parent.trace_id if self._parent else _random(TRACE_ID_BYTES),
            span_id=_random(SPAN_ID_BYTES),
            parent_id=self._parent.span_id if self._parent else 0,
            started=started,
            ended=time.time(),
            error=error,
            attributes=said,
            is_call=True,
        )


class SpansBehind:
    """Sends spans from a thread of its own, and what is left when the process ends.

    Args:
        endpoint: Of the collector.

    Raises:
        MissingEngineError: OpenTelemetry's SDK is not installed.
    """

    def __init__(self, endpoint: str) -> None:
        exporter, self._resource = _exporter(endpoint), _resource()
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        self._processor = BatchSpanProcessor(exporter)
        atexit.register(self._processor.shutdown)

    def add(self, span: ToldSpan) -> None:
        """Have a span sent; waits for nobody."""
        self._processor.on_end(_standard(span, self._resource))

    def flush(self) -> None:
        """Wait until all have been sent, or given up."""
        self._processor.force_flush()


@cache
def telling_behind(endpoint: str) -> SpansBehind:
    """Return what sends spans to a collector, one for each process."""
    return SpansBehind(endpoint)


def _exporter(endpoint: str) -> Any:
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError as error:
        raise MissingEngineError("OpenTelemetry's SDK is not installed.", EXTRA) from error
    # It logs each try in vain with address and cause; whoever tells of runs says once that it was.
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    return OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces", timeout=TIMEOUT_SECONDS)


def _resource() -> Any:
    from opentelemetry.sdk.resources import Resource

    return Resource.create({"service.name": SERVICE, "service.version": version("sift-assets")})


def _standard(span: ToldSpan, resource: Any) -> Any:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope
    from opentelemetry.trace import SpanKind, Status, StatusCode

    attributes = dict(span.attributes)
    if span.error:
        attributes["error.type"] = span.error
    return ReadableSpan(
        name=span.name,
        context=_context(Place(span.trace_id, span.span_id)),
        parent=_context(Place(span.trace_id, span.parent_id)) if span.parent_id else None,
        resource=resource,
        attributes=attributes,
        kind=SpanKind.CLIENT if span.is_call else SpanKind.INTERNAL,
        status=Status(StatusCode.ERROR if span.error else StatusCode.UNSET),
        start_time=int(span.started * NANOSECONDS),
        end_time=int(span.ended * NANOSECONDS),
        instrumentation_scope=InstrumentationScope(SERVICE, version("sift-assets")),
    )


def _context(place: Place) -> Any:
    from opentelemetry.trace import SpanContext, TraceFlags

    return SpanContext(
        place.trace_id, place.span_id, is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED)
    )


def _running_step() -> Place | None:
    """Return the place of the step that this thread carries out, None outside of any."""
    if "dagster" not in sys.modules:
        return None  # to import it takes a second, and whoever runs a step has it
    import dagster as dg

    try:
        context = dg.OpExecutionContext.get()
    except dg.DagsterInvariantViolationError:
        return None
    return place_of(context.run_id, context.op_handle.name)


def _kind(error: BaseException) -> str:
    """Say what failed: the message of it may be the provider's."""
    kind = getattr(error.error, "kind", "") if isinstance(error, FailedCallError) else ""
    return kind or type(error).__name__


def _random(size: int) -> int:
    return int.from_bytes(secrets.token_bytes(size)) or 1
