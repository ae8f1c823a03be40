"""Runs over a range of partitions of documents: texts, and extractions from them.

Generators, because only hand-made events carry a version per partition in a range run. A document
that fails does not stop the others; the failed ones turn red at the end. Where documents lie in
shards, a shard has its event all the same, and only the run is red.
"""

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import dagster as dg

from sift_assets.core.errors import CorruptObjectError, ModelError, SiftError, StoreError
from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.llm.held import WaitingModel
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.defs.document_recording import DocumentRecording
from sift_assets.defs.document_work import DocumentWork, held_work, in_short
from sift_assets.defs.emission import ParentHeads, check_result
from sift_assets.defs.recording import Timed
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

ANEW = "generations"
"""The lock of asking anew: runs over disjoint shards write one file."""

TOGETHER = 32
TOGETHER_SECONDS = 0.5
"""Documents that are recorded together at most, and how long they may wait for it: what a killed
process has to compute once more. To record one by one takes several milliseconds each."""


def run_texts(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Read the documents of a range; yield an event each, the check, and a silent output.

    Raises:
        dagster.Failure: Some documents failed by a fault of ours; it names them.
        StoreError: The store cannot be written; earlier values are unharmed.
    """
    with (
        held_work(context, workspace, TEXTS) as run,
        ReaderProcess(workspace.settings.reader) as reader,
    ):
        reading = (Step(key, partial(read_document, workspace, reader, key)) for key in run.keys)
        yield from _outcomes(run, reading, run.keys)
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
    with held_work(context, workspace, EXTRACTIONS) as run:
        if again:
            with held(workspace.lock_path(ANEW), "Asking anew", on_wait=context.log.info):
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
        yield from _outcomes(run, steps(extractor, todo, TOGETHER_SECONDS), todo)
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


def _outcomes(
    run: DocumentWork, steps: Steps, todo: Collection[str]
) -> Iterator[dg.AssetMaterialization]:
    """Compute, and record what is done a few documents at a time.

    Objects are stored as they come and answers of a language model are durable at once. Results,
    index and events wait for one another, so that what is quick is not mostly spent on the disk.
    """
    parents = ParentHeads(run.context.instance, run.asset, run.inside)
    asked = set(todo)
    computed = {partition: asked.intersection(keys) for partition, keys in run.inside.items()}
    recording = DocumentRecording(run.workspace, run.asset, computed, parents)
    told = ToldProgress(run.context.log.info, run.asset, len(todo), time.monotonic)
    done: list[Timed] = []
    recorded_at = time.monotonic()
    with run.workspace.store.together(), closing(steps):
        try:
            for step in steps:
                done += _attempted(run, step) if step else []
                if _is_due(done, recorded_at):
                    yield from _recorded(run, done, recording, told)
                    done, recorded_at = [], time.monotonic()
        except SiftError:
            yield from _recorded(run, done, recording, told)
            raise
        yield from _recorded(run, done, recording, told)


def _is_due(done: Sequence[Timed], recorded_at: float) -> bool:
    is_late = time.monotonic() - recorded_at >= TOGETHER_SECONDS
    return len(done) >= TOGETHER or (is_late and bool(done))


def _recorded(
    run: DocumentWork, done: Sequence[Timed], recording: DocumentRecording, told: ToldProgress
) -> Iterator[dg.AssetMaterialization]:
    run.workspace.store.make_durable()
    yield from recording.recorded(done, run.ended)
    for outcome, _seconds in done:
        facts = outcome.provenance.facts
        if facts.get("chunks_pending"):
            run.wait(outcome.partition, str(facts["reason"]))
        elif facts.get(INCOMPLETE):
            run.count_attempt(outcome.partition, str(facts["reason"]))
        told.done(float(facts.get("cost_usd", 0)))
        step_done()


def _ended(run: DocumentWork) -> Iterator[dg.Output[None]]:
    """End a run: in red when documents failed that are still worth another try."""
    if run.failed:
        raise dg.Failure(
            f"{len(run.failed)} of {len(run.keys)} documents failed.",
            metadata={"failed": dg.MetadataValue.json(run.failed)},
            allow_retries=False,
        )
    yield silent_output(run.asset)


def _attempted(run: DocumentWork, step: Step) -> list[Timed]:
    """End one document; note a failure of ours and go on with the others."""
    key, started = step.key, time.perf_counter()
    outcome = None
    try:
        outcome = step.end()
    except CorruptObjectError as error:
        run.workspace.provenance.forget_version(error.version)
        run.fail(key, error)
    except ModelError as error:
        for waiting in run.keys:
            if waiting not in run.ended:
                run.count_attempt(waiting, str(error))
        raise
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - one document must not stop the others
        run.context.log.error("Document %s failed: %s", key, in_short(error))
        run.fail(key, error)
    run.ended.add(key)
    if outcome is None:
        return []
    return [Timed(outcome, step.seconds + time.perf_counter() - started)]
