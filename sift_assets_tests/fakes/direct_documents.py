"""The documents of a project that runs without Dagster: reported, read, extracted from.

As `defs.reporting`, `defs.shard_reporting` and `defs.document_run` do it, with a dictionary in the
place of Dagster's event log.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import ROOTS
from sift_assets.core.planning.plan import Plan, Report, attempt_fingerprint
from sift_assets.core.planning.shards import BY_DOCUMENT, documents_of, partition_of, shard_names
from sift_assets.core.planning.state import Attempt, Observed, Provenance
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.documents import read_document
from sift_assets.workflows.extracting import begin_extraction
from sift_assets.workflows.known import known_inputs
from sift_assets.workflows.observing import INVALID, value_of_root
from sift_assets.workflows.outcome import Outcome
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.simulated_events import Records, SimulatedEvents
from sift_assets_tests.fakes.steered_extractor import FellOverError, SteeredExtractor

STORED_ROOTS = ("domain", "settings", "decisions", "document_set")


@dataclass
class DirectDocuments:
    """A project folder whose documents are brought up to date.

    Attributes:
        root: The folder.
        reader: Reads.
        extractor: Extracts.
        events: What Dagster would know.
        partitions: Registered documents, in order of registration.
    """

    root: Path
    reader: CountingReader
    extractor: SteeredExtractor
    events: SimulatedEvents = field(default_factory=SimulatedEvents)
    partitions: list[str] = field(default_factory=list)
    _opened: tuple[tuple[bytes, ...], Workspace] | None = None

    @property
    def workspace(self) -> Workspace:
        """The project as its files say now; opened anew when they say something else."""
        folders = (("domains", "*.yaml"), ("decisions", "*.jsonl"))
        written = [file for name, kind in folders for file in (self.root / name).glob(kind)]
        files = [self.root / "sift.yaml", *sorted(written)]
        said = tuple(file.read_bytes() for file in files)
        if self._opened is None or self._opened[0] != said:
            self._opened = (said, Workspace.open(self.root, environment={}))
        return self._opened[1]

    def forget_opened(self) -> None:
        """Open the project anew at the next use."""
        self._opened = None

    @property
    def heads(self) -> dict[str, dict[str, str]]:
        """Asset to partition to the latest version that Dagster would know."""
        return self.events.heads

    def _report(self, workspace: Workspace, todo: Plan, observed: Observed) -> None:
        self.partitions += todo.add
        self._report_roots(workspace, todo.reports, observed)
        self._forget(workspace, todo.remove)

    def _report_shards(self, workspace: Workspace, todo: Plan, observed: Observed) -> None:
        """Report as `defs.shard_reporting` does."""
        before = self._records_of_documents(workspace)
        self._forget(workspace, todo.remove)
        documents = [report for report in todo.reports if report.asset == "documents"]
        code = ROOTS["documents"].code_version
        entries = {r.partition: Provenance(version=r.version, code_version=code) for r in documents}
        workspace.provenance.record("documents", entries)
        moved = {partition_of(key, todo.shards) for key in entries}
        now = self._records_of_documents(workspace)
        self.events.tell_shards("documents", sorted(moved), now["documents"], todo.shards)
        self.events.tell_of_lost(todo.remove, before, now, todo.shards)
        others = [report for report in todo.reports if report.asset != "documents"]
        self._report_roots(workspace, others, observed)

    def _records_of_documents(self, workspace: Workspace) -> Records:
        return {asset: workspace.provenance.read(asset) for asset in BY_DOCUMENT}

    def _report_roots(
        self, workspace: Workspace, reports: Iterable[Report], observed: Observed
    ) -> None:
        for report in sorted(reports, key=lambda report: report.asset == "document_set"):
            if report.asset in STORED_ROOTS and not report.version.startswith(INVALID):
                value = value_of_root(workspace, observed, report.asset, report.partition)
                assert workspace.store.put(value) == report.version
            code = ROOTS[report.asset].code_version
            provenance = Provenance(version=report.version, code_version=code)
            self._record(workspace, Outcome(report.asset, report.partition, provenance))

    def _forget(self, workspace: Workspace, removed: Collection[str]) -> None:
        self.partitions[:] = [key for key in self.partitions if key not in removed]
        for asset in BY_DOCUMENT:
            workspace.provenance.forget(asset, list(removed))
        workspace.provenance.clear_attempts(list(removed))

    def _run_documents(self, todo: Plan) -> None:
        for piece in todo.ranges:
            order = shard_names(todo.shards) or self.partitions
            first, last = map(order.index, (piece.first, piece.last))
            for asset in todo.chain:
                partitions = order[first : last + 1]
                with self.workspace.provenance.kept_open():
                    if not self._run_chain(self.workspace, asset, partitions):
                        break  # a failed step lets those below it skip

    def _run_chain(self, workspace: Workspace, asset: str, partitions: Collection[str]) -> bool:
        """Compute for documents, one after the other; a failing one does not stop the others."""
        observed, texts = known_inputs(workspace), workspace.provenance.read("document_texts")
        shards, failed = observed.shards, list[str]()
        for partition, keys in documents_of(partitions, observed.documents, shards).items():
            failed += self._run_documents_of(workspace, asset, keys, observed, texts)
            if shards:
                records = workspace.provenance.read(asset)
                self.events.tell_shards(asset, [partition], records, shards)
            if asset == "extractions":
                done = sorted(set(keys) & set(texts) - set(failed))
                workspace.provenance.clear_attempts(done)
        return not failed

    def _run_documents_of(
        self,
        workspace: Workspace,
        asset: str,
        keys: Collection[str],
        observed: Observed,
        texts: dict[str, Provenance],
    ) -> list[str]:
        """Compute for the documents of a partition; return those that failed."""
        failed: list[str] = []
        for key in keys:
            try:
                outcome = self._of_document(workspace, asset, key, texts)
            except (CorruptObjectError, FellOverError) as error:
                if isinstance(error, CorruptObjectError):
                    workspace.provenance.forget_version(error.version)
                failed.append(key)
                fingerprint = attempt_fingerprint(key, observed)
                before = workspace.provenance.attempts().get(key)
                count = before.count if before and before.fingerprint == fingerprint else 0
                attempt = Attempt(fingerprint=fingerprint, count=count + 1, reason=str(error))
                workspace.provenance.record_attempt(key, attempt)
                continue
            if outcome is not None:
                self._record(workspace, outcome)
        return failed

    def _of_document(
        self, workspace: Workspace, asset: str, key: str, texts: dict[str, Provenance]
    ) -> Outcome | None:
        if asset == "document_texts":
            return read_document(workspace, _as_process(self.reader), key)
        if key not in texts:
            return None
        extractor = self.extractor.opened(workspace.settings)
        return begin_extraction(workspace, extractor, key, texts[key].version).done()

    def _record(self, workspace: Workspace, outcome: Outcome) -> None:
        workspace.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})
        if outcome.asset not in BY_DOCUMENT or not workspace.settings.shards:
            self.events.tell(outcome.asset, outcome.partition, outcome.provenance.version)


def _as_process(reader: CountingReader) -> ReaderProcess:
    """Pass for the real one, of which a workflow uses `read` alone."""
    return reader  # pyright: ignore[reportReturnType]
