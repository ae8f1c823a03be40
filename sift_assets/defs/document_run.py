"""Runs over a range of documents: texts, and extractions from them.

Generators, because only hand-made events carry a version per partition in a range run. A document
that fails does not stop the others; the failed ones turn red at the end.
"""

import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import dagster as dg

from sift_assets.core.errors import CorruptObjectError, ModelError, SiftError, StoreError
from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.llm.held import WaitingModel
from sift_assets.core.planning.plan import (
    MAX_ATTEMPTS,
    attempt_fingerprint,
    waiting_fingerprint,
)
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.core.planning.state import Attempt, Observed
from sift_assets.defs.emission import ParentHeads, check_result
from sift_assets.defs.recording import Timed, recorded_events
from sift_assets.defs.told_progress import ToldProgress
from sift_assets.resources.dagster_internals import silent_output
from sift_assets.resources.extractors import asking_extractor, open_extractor
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.locks import held
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.shared_pace import PACE_FILE
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.aliases import alias_check
from sift_assets.workflows.allowances import ask_anew
from sift_assets.workflows.checking import reading_check
from sift_assets.workflows.documents import read_document
from sift_assets.workflows.drifting import drift_check
from sift_assets.workflows.extracting import begin_extraction
from sift_assets.workflows.extracting_together import Step, Steps, steps
from sift_assets.workflows.extraction_checks import chunk_check, grounding_check
from sift_assets.workflows.known import known_inputs
from sift_assets.workflows.progress import step_done

TEXTS, EXTRACTIONS = "document_texts", "extractions"

TOGETHER = 32
TOGETHER_SECONDS = 0.5
"""Documents that are recorded together at most, and how long they may wait for it: what a killed
process has to compute once more. To record one by one takes several milliseconds each."""


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
        ended: Documents that the run is done with, failed ones too.
    """

    context: dg.AssetExecutionContext
    workspace: Workspace
    asset: str
    observed: Observed
    failed: dict[str, str] = field(default_factory=dict)
    unfinished: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)

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
        reading = (Step(key, partial(read_document, workspace, reader, key)) for key in run.keys)
        yield from _outcomes(run, reading, len(run.keys))
        yield check_result(TEXTS, "no_unreadable_documents", reading_check(workspace))
    yield from _ended(run)


def run_extractions(
    context: dg.AssetExecutionContext, workspace: Workspace, *, again: bool = False
) -> Iterator[Any]:
    """Extract from the documents of a range that have been read; yield as `run_texts` does.

    Args:
        context: Dagster's.
        workspace: The open project.
        again: Whether a language model is asked anew about them.

    Raises:
        dagster.Failure: Some documents failed by a fault of ours; it names them.
        ModelError: The model cannot be used at all; what was extracted before is kept.
        StoreError: The store cannot be written; earlier values are unharmed.
    """
    run = _Run(context, workspace, EXTRACTIONS, known_inputs(workspace))
    with _layer(run):
        if again:
            ask_anew(workspace, run.keys)
            run.observed = known_inputs(workspace)
        asked = run.observed.generations
        extractor = _extractor(workspace)
        texts = workspace.provenance.read(TEXTS)
        todo = {
            key: partial(
                begin_extraction, workspace, extractor, key, texts[key].version, asked.get(key, 0)
            )
            for key in run.keys
            if key in texts
        }
        yield from _outcomes(run, steps(extractor, todo, TOGETHER_SECONDS), len(todo))
        yield check_result(EXTRACTIONS, "every_chunk_extracted", chunk_check(workspace))
        yield check_result(EXTRACTIONS, "evidence_is_grounded", grounding_check(workspace))
        yield check_result(EXTRACTIONS, "one_model_answers", alias_check(workspace))
        yield check_result(EXTRACTIONS, "documents_fit_the_domain", drift_check(workspace))
        workspace.provenance.clear_attempts(sorted(set(todo) - run.unfinished))
    yield from _ended(run)


def _extractor(workspace: Workspace) -> Extractor:
    """Open the configured extractor; without a domain one that has every chunk wait."""
    if waits_for := workspace.missing_domain:
        return asking_extractor(workspace.settings, WaitingModel(waits_for), workspace.store)
    ledger = project_ledger(workspace.root, workspace.settings)
    pace_file = workspace.local_folder / PACE_FILE
    return open_extractor(workspace.settings, workspace.store, ledger, pace_file)


@contextmanager
def _layer(run: _Run) -> Iterator[None]:
    path = run.workspace.lock_path("documents")
    with (
        held(path, "The document chain", on_wait=run.context.log.info),
        run.workspace.provenance.kept_open(),
    ):
        yield


def _outcomes(run: _Run, steps: Steps, total: int) -> Iterator[dg.AssetMaterialization]:
    """Compute, and record what is done a few documents at a time.

    Objects are stored as they come and answers of a language model are durable at once. Results,
    index and events wait for one another, so that what is quick is not mostly spent on the disk.
    """
    parents = ParentHeads(run.context.instance, run.asset, run.keys)
    told = ToldProgress(run.context.log.info, run.asset, total, time.monotonic)
    done: list[Timed] = []
    recorded_at = time.monotonic()
    with run.workspace.store.together(), closing(steps):
        try:
            for step in steps:
                done += _attempted(run, step) if step else []
                if _is_due(done, recorded_at):
                    yield from _recorded(run, done, parents, told)
                    done, recorded_at = [], time.monotonic()
        except SiftError:
            yield from _recorded(run, done, parents, told)
            raise
        yield from _recorded(run, done, parents, told)


def _is_due(done: Sequence[Timed], recorded_at: float) -> bool:
    is_late = time.monotonic() - recorded_at >= TOGETHER_SECONDS
    return len(done) >= TOGETHER or (is_late and bool(done))


def _recorded(
    run: _Run, done: Sequence[Timed], parents: ParentHeads, told: ToldProgress
) -> Iterator[dg.AssetMaterialization]:
    run.workspace.store.make_durable()
    yield from recorded_events(run.workspace, done, parents)
    for outcome, _seconds in done:
        facts = outcome.provenance.facts
        if facts.get("chunks_pending"):
            _wait(run, outcome.partition, str(facts["reason"]))
        elif facts.get(INCOMPLETE):
            _count_attempt(run, outcome.partition, str(facts["reason"]))
        told.done(float(facts.get("cost_usd", 0)))
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


def _attempted(run: _Run, step: Step) -> list[Timed]:
    """End one document; note a failure of ours and go on with the others."""
    key, started = step.key, time.perf_counter()
    outcome = None
    try:
        outcome = step.end()
    except CorruptObjectError as error:
        run.workspace.provenance.forget_version(error.version)
        _fail(run, key, error)
    except ModelError as error:
        for waiting in run.keys:
            if waiting not in run.ended:
                _count_attempt(run, waiting, str(error))
        raise
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - one document must not stop the others
        run.context.log.error("Document %s failed: %s", key, _in_short(error))
        _fail(run, key, error)
    run.ended.add(key)
    if outcome is None:
        return []
    return [Timed(outcome, step.seconds + time.perf_counter() - started)]


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


def _wait(run: _Run, key: str, reason: str) -> None:
    """Note that a document waits for a budget: that is no failure, and more of it is a new try."""
    run.unfinished.add(key)
    fingerprint = waiting_fingerprint(key, run.observed)
    attempt = Attempt(fingerprint=fingerprint, count=0, reason=reason, waits=True)
    run.workspace.provenance.record_attempt(key, attempt)


def _count_attempt(run: _Run, key: str, reason: str) -> int:
    run.unfinished.add(key)
    fingerprint = attempt_fingerprint(key, run.observed)
    before = run.workspace.provenance.attempts().get(key)
    count = before.count if before and before.fingerprint == fingerprint else 0
    attempt = Attempt(fingerprint=fingerprint, count=count + 1, reason=reason)
    run.workspace.provenance.record_attempt(key, attempt)
    return attempt.count
