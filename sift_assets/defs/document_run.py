"""Runs over a range of documents: texts, and extractions from them.

Generators, because only hand-made events carry a version per partition in a range run. A document
that fails does not stop the others; the failed ones turn red at the end.
"""

import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg

from sift_assets.core.errors import CorruptObjectError, ModelError, SiftError, StoreError
from sift_assets.core.planning.plan import MAX_ATTEMPTS, attempt_fingerprint
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.core.planning.state import Attempt, Observed
from sift_assets.defs.emission import ParentHeads, check_result
from sift_assets.defs.recording import recorded_events
from sift_assets.resources.dagster_internals import silent_output
from sift_assets.resources.extractors import open_extractor
from sift_assets.resources.locks import held
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.checking import quote_check, reading_check
from sift_assets.workflows.documents import extract_document, read_document
from sift_assets.workflows.known import known_inputs
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.progress import step_done

TEXTS, EXTRACTIONS = "document_texts", "extractions"


@dataclass
class _Run:
    """What one run carries along.

    Attributes:
        context: Dagster's.
        workspace: The open project.
        asset: The asset that is computed.
        observed: What counts now, for counting attempts.
        failed: Document to the reason why it failed by a fault of ours.
        unfinished: Documents to try again: failed, or with chunks that failed or wait.
    """

    context: dg.AssetExecutionContext
    workspace: Workspace
    asset: str
    observed: Observed
    failed: dict[str, str] = field(default_factory=dict)
    unfinished: set[str] = field(default_factory=set)

    @property
    def keys(self) -> list[str]:
        """The documents of the range, in Dagster's order."""
        return list(self.context.partition_keys)


def run_texts(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Read the documents of a range; yield an event each, the check, and a silent output.

    Raises:
        dagster.Failure: Some documents failed by a fault of ours; it names them.
        StoreError: The store cannot be written; earlier values are unharmed.
    """
    run = _Run(context, workspace, TEXTS, known_inputs(workspace))
    with _layer(run), ReaderProcess(workspace.settings.reader) as reader:
        todo = {key: lambda key=key: read_document(workspace, reader, key) for key in run.keys}
        yield from _outcomes(run, todo)
        yield check_result(TEXTS, "no_unreadable_documents", reading_check(workspace))
    yield from _ended(run)


def run_extractions(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Extract from the documents of a range that have been read; yield as `run_texts` does.

    Raises:
        dagster.Failure: Some documents failed by a fault of ours; it names them.
        ModelError: The model cannot be used at all; what was extracted before is kept.
        StoreError: The store cannot be written; earlier values are unharmed.
    """
    run = _Run(context, workspace, EXTRACTIONS, known_inputs(workspace))
    with _layer(run):
        extractor = open_extractor(workspace.settings, workspace.store)
        texts = workspace.provenance.read(TEXTS)
        todo = {
            key: lambda key=key: extract_document(workspace, extractor, key, texts[key].version)
            for key in run.keys
            if key in texts
        }
        yield from _outcomes(run, todo)
        yield check_result(EXTRACTIONS, "quotes_match_text", quote_check(workspace))
        workspace.provenance.clear_attempts(sorted(set(todo) - run.unfinished))
    yield from _ended(run)


@contextmanager
def _layer(run: _Run) -> Iterator[None]:
    path = run.workspace.lock_path("documents")
    with (
        held(path, "The document chain", on_wait=run.context.log.info),
        run.workspace.provenance.kept_open(),
    ):
        yield


def _outcomes(
    run: _Run, todo: Mapping[str, Callable[[], Outcome | None]]
) -> Iterator[dg.AssetMaterialization]:
    parents = ParentHeads(run.context.instance, run.asset, run.keys)
    for key, compute in todo.items():
        started = time.perf_counter()
        outcome = _attempted(run, key, compute)
        if outcome is None:
            continue
        seconds = time.perf_counter() - started
        yield from recorded_events(run.workspace, [outcome], parents, seconds)
        if outcome.provenance.facts.get(INCOMPLETE):
            _count_attempt(run, key, str(outcome.provenance.facts["reason"]))
        step_done()


def _ended(run: _Run) -> Iterator[dg.Output[None]]:
    """End a run: in red when documents failed that are still worth another try."""
    if run.failed:
        raise dg.Failure(
            f"{len(run.failed)} of {len(run.keys)} documents failed.",
            metadata={"failed": dg.MetadataValue.json(run.failed)},
            allow_retries=False,
        )
    yield silent_output(run.asset)


def _attempted(run: _Run, key: str, compute: Callable[[], Outcome | None]) -> Outcome | None:
    """Compute for one document; note a failure of ours and go on with the others."""
    try:
        return compute()
    except CorruptObjectError as error:
        run.workspace.provenance.forget_version(error.version)
        _fail(run, key, error)
    except ModelError as error:
        for waiting in run.keys[run.keys.index(key) :]:
            _count_attempt(run, waiting, str(error))
        raise
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - one document must not stop the others
        run.context.log.error("Document %s failed: %s", key, _in_short(error))
        _fail(run, key, error)
    return None


def _fail(run: _Run, key: str, error: Exception) -> None:
    """Note a failure; one that has been given up already does not turn the run red again."""
    reason = _in_short(error)
    if _count_attempt(run, key, reason) <= MAX_ATTEMPTS:
        run.failed[key] = reason


def _in_short(error: Exception) -> str:
    """Say what failed and where. The message of a foreign error may quote the document."""
    if isinstance(error, SiftError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def _count_attempt(run: _Run, key: str, reason: str) -> int:
    run.unfinished.add(key)
    fingerprint = attempt_fingerprint(key, run.observed)
    before = run.workspace.provenance.attempts().get(key)
    count = before.count if before and before.fingerprint == fingerprint else 0
    attempt = Attempt(fingerprint=fingerprint, count=count + 1, reason=reason)
    run.workspace.provenance.record_attempt(key, attempt)
    return attempt.count
