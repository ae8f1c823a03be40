"""OpenLineage events on their way: to a server over HTTP, or to a file. The one importer of it.

What is told is in `core.operations.lineage`; here it gets the standard's form. A server that does
not take an event is an error of the telling, never of a run. Its address is in no error.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sift_assets.core.errors import MissingEngineError, SiftError
from sift_assets.core.operations.lineage import LineageDataset, LineageEvent
from sift_assets.core.operations.settings import LineageSettings

EXTRA = "pip install 'sift-assets[openlineage]'"

PRODUCER = f"urn:sift-assets:{version('sift-assets')}"
"""Who says so; the standard wants a URI."""

KEY_VARIABLE = "OPENLINEAGE_API_KEY"
"""As OpenLineage's own client calls it."""

TIMEOUT_SECONDS = 5.0
"""Of one event. What does not arrive is told at the next look."""

Emit = Callable[[Iterable[LineageEvent]], None]
"""Sends events.

Raises:
    SiftError: One was not taken; those before it were.
"""


def opened_lineage(settings: LineageSettings, folder: Path, environment: Mapping[str, str]) -> Emit:
    """Return what sends events to where the settings say.

    Args:
        settings: They say so.
        folder: Of the project.
        environment: Has the key of the server, if it wants one.

    Raises:
        MissingEngineError: OpenLineage's client is not installed.
    """
    try:
        from openlineage.client.transport.file import FileConfig, FileTransport
        from openlineage.client.transport.http import (
            ApiKeyTokenProvider,
            HttpConfig,
            HttpTransport,
            TokenProvider,
        )
    except ImportError as error:
        raise MissingEngineError("OpenLineage's client is not installed.", EXTRA) from error
    transports: list[tuple[str, Any]] = []
    if settings.file:
        place = FileConfig(log_file_path=str(folder / settings.file), append=True)
        transports.append(("the file", FileTransport(place)))
    if settings.url:
        key = environment.get(KEY_VARIABLE, "")
        auth = ApiKeyTokenProvider({"api_key": key}) if key else TokenProvider({})
        # one try: whoever tells tells again, and a step must not wait for a dead server
        server = HttpConfig(settings.url, timeout=TIMEOUT_SECONDS, auth=auth, retry={"total": 0})
        transports.append(("the server", HttpTransport(server)))

    def emit(events: Iterable[LineageEvent]) -> None:
        for event in events:
            told = _standard(event, settings.namespace)
            for what, transport in transports:
                _sent(what, transport, told)

    return emit


def _sent(what: str, transport: Any, event: Any) -> None:
    try:
        transport.emit(event)
    except (OSError, RuntimeError) as error:  # requests' own are OSErrors
        response = getattr(error, "response", None)
        kind = type(error).__name__ if response is None else f"HTTP {response.status_code}"
        raise SiftError(f"The lineage did not reach {what} ({kind}).") from None


def _standard(event: LineageEvent, namespace: str) -> Any:
    from openlineage.client import event_v2 as ol
    from openlineage.client.generated import job_type_job

    kind = _facet(
        job_type_job.JobTypeJobFacet,
        processingType="BATCH",
        integration="DAGSTER",
        jobType="ASSET" if event.is_asset else "RUN",
    )
    return ol.RunEvent(
        eventType=ol.RunState(str(event.transition)),
        eventTime=datetime.fromtimestamp(event.at, tz=UTC).isoformat(),
        run=ol.Run(runId=event.run_id, facets=_run_facets(event, namespace)),
        job=ol.Job(namespace, event.job, facets={"jobType": kind}),
        inputs=[ol.InputDataset(namespace, one.name, facets=_facets(one)) for one in event.inputs],
        outputs=[
            ol.OutputDataset(namespace, one.name, facets=_facets(one)) for one in event.outputs
        ],
        producer=PRODUCER,
    )


def _run_facets(event: LineageEvent, namespace: str) -> dict[str, Any]:
    from openlineage.client.generated import error_message_run, parent_run, processing_engine_run

    found: dict[str, Any] = {
        "processing_engine": _facet(
            processing_engine_run.ProcessingEngineRunFacet,
            version=version("dagster"),
            name="Dagster",
        )
    }
    if event.parent_run_id:
        found["parent"] = _facet(
            parent_run.ParentRunFacet,
            run=parent_run.Run(runId=event.parent_run_id),
            job=parent_run.Job(namespace=namespace, name=event.parent_job),
        )
    if event.errors:
        found["errorMessage"] = _facet(
            error_message_run.ErrorMessageRunFacet,
            message=", ".join(event.errors),
            programmingLanguage="PYTHON",
        )
    return found


def _facets(dataset: LineageDataset) -> dict[str, Any]:
    from openlineage.client.generated.base import DatasetFacet
    from openlineage.client.generated.dataset_version_dataset import DatasetVersionDatasetFacet

    found: dict[str, Any] = {}
    if dataset.version:
        found["version"] = _facet(DatasetVersionDatasetFacet, datasetVersion=dataset.version)
    if dataset.partitions:
        counted = _facet(DatasetFacet)
        found["siftAssets_partitions"] = counted.with_additional_properties(
            recorded=dataset.partitions
        )
    return found


def _facet(kind: Any, **fields: Any) -> Any:
    """Make a facet that says who says so; the field is private to its class, not to its makers."""
    return kind(producer=PRODUCER, **fields)
