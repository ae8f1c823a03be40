"""A project that is brought up to date without Dagster: planner and workflows, simulated events.

It does what `cli.running` and `defs` do, in the same order, with a dictionary in the place of
Dagster's event log. So thousands of edits can be tried in the time of a few real runs.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import CHAIN, LINEAGE, RESULTS, ROOTS, SPINE, Partitioning
from sift_assets.core.planning.plan import Plan, attempt_fingerprint, plan
from sift_assets.core.planning.staleness import spine_inputs
from sift_assets.core.planning.state import Attempt, Observed, Provenance, Recorded
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.agent_index import build_agent_index
from sift_assets.workflows.communities import find_communities, map_communities
from sift_assets.workflows.corpus import build_corpus
from sift_assets.workflows.documents import read_document
from sift_assets.workflows.exports import write_exports
from sift_assets.workflows.extracting import begin_extraction
from sift_assets.workflows.graph import build
from sift_assets.workflows.known import known_inputs, known_values, latest
from sift_assets.workflows.narrative_manifest import narratives_of_latest
from sift_assets.workflows.observing import INVALID, known_documents, observe, value_of_root
from sift_assets.workflows.outcome import Outcome, Parts, recorded_whole
from sift_assets.workflows.report import write_report
from sift_assets.workflows.resolution import (
    build_queue,
    proposals_of_latest,
    propose_across,
    propose_all,
    resolved_of,
)
from sift_assets.workflows.resolved import resolve
from sift_assets.workflows.telling import tell
from sift_assets.workflows.viewer import write_viewer
from sift_assets.workflows.written_files import WRITERS, missing_files
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.steered_extractor import FellOverError, SteeredExtractor

MAX_ROUNDS = 12
"""As in `cli.running`."""

STORED_ROOTS = ("domain", "settings", "decisions", "document_set")


class DiedError(Exception):
    """The work ended between a record and its event."""


@dataclass
class DirectProject:
    """A project folder with a simulated event log.

    Attributes:
        root: The folder.
        reader: Reads.
        extractor: Extracts.
        heads: What Dagster would know: asset to partition to latest version.
        partitions: Registered documents, in order of registration.
        types: Registered entity types.
        communities: Registered communities.
        before_event: Called between a record and its event.
    """

    root: Path
    reader: CountingReader
    extractor: SteeredExtractor
    heads: dict[str, dict[str, str]] = field(default_factory=lambda: {a: {} for a in LINEAGE})
    partitions: list[str] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    communities: set[str] = field(default_factory=set)
    before_event: Callable[[], None] = lambda: None

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

    def run(self) -> None:
        """Do what `sift run` does."""
        self.workspace.provenance.clear_attempts(list(self.workspace.provenance.attempts()))
        todo = Plan()
        for _round in range(MAX_ROUNDS):
            observed, recorded = self.compared()
            todo = plan(observed, recorded)
            assert not todo.blocked
            self._carry_over(todo, observed)
            if todo.ranges:
                self._run_documents(todo)
            elif todo.spine_assets:
                self._run_layer(todo.layer_assets(todo.next_layer))
            elif todo.nothing_to_do:
                return
        raise AssertionError(f"still stale after {MAX_ROUNDS} rounds: {todo}")

    def look(self) -> None:
        """Report what is there, and run nothing."""
        observed, recorded = self.compared()
        self._carry_over(plan(observed, recorded), observed)

    def compared(self) -> tuple[Observed, Recorded]:
        """Look at the folder, and at what is recorded."""
        workspace = self.workspace
        known = known_documents(workspace) or {
            key: self.heads["documents"][key]
            for key in self.partitions
            if key in self.heads["documents"]
        }
        observed = observe(workspace, known, allow_mass_deletion=True).observed
        return observed, self._recorded(workspace, observed)

    def materialize(self, asset: str, keys: Collection[str] = ()) -> None:
        """Compute an asset of the spine, or partitions of one of the chain, asked for or not."""
        workspace = self.workspace
        if asset in CHAIN:
            self._run_chain(workspace, asset, keys)
            return
        with self._damage_forgotten(workspace), workspace.provenance.kept_open():
            self._run_spine(workspace, asset)

    def _recorded(self, workspace: Workspace, observed: Observed) -> Recorded:
        with workspace.provenance.kept_open():
            provenance = {asset: workspace.provenance.read(asset) for asset in LINEAGE}
        for asset in WRITERS:
            if missing_files(workspace, asset):
                provenance[asset] = {}
        documents = {*self.partitions, *observed.documents}
        visible = {
            Partitioning.DOCUMENT: documents,
            Partitioning.TYPE: self.types,
            Partitioning.COMMUNITY: self.communities,
        }
        heads = {
            asset: {
                partition: version
                for partition, version in versions.items()
                if partition in visible.get(LINEAGE[asset].partitioning, {partition})
            }
            for asset, versions in self.heads.items()
        }
        return Recorded(
            partitions=tuple(self.partitions),
            heads=heads,
            provenance=provenance,
            attempts=workspace.provenance.attempts(),
        )

    def _carry_over(self, todo: Plan, observed: Observed) -> None:
        with self.workspace.provenance.kept_open():
            self._report(self.workspace, todo, observed)

    def _report(self, workspace: Workspace, todo: Plan, observed: Observed) -> None:
        self.partitions += todo.add
        for report in sorted(todo.reports, key=lambda report: report.asset == "document_set"):
            if report.asset in STORED_ROOTS and not report.version.startswith(INVALID):
                value = value_of_root(workspace, observed, report.asset, report.partition)
                assert workspace.store.put(value) == report.version
            code = ROOTS[report.asset].code_version
            provenance = Provenance(version=report.version, code_version=code)
            self._record(workspace, Outcome(report.asset, report.partition, provenance))
        self.partitions[:] = [key for key in self.partitions if key not in todo.remove]
        for asset, lineage in LINEAGE.items():
            if lineage.partitioning is Partitioning.DOCUMENT:
                workspace.provenance.forget(asset, list(todo.remove))
        workspace.provenance.clear_attempts(list(todo.remove))

    def _run_layer(self, assets: Iterable[str]) -> None:
        with contextlib.suppress(CorruptObjectError):  # the next round computes it again
            for asset in assets:
                self.materialize(asset)

    def _run_documents(self, todo: Plan) -> None:
        for piece in todo.ranges:
            first, last = map(self.partitions.index, (piece.first, piece.last))
            for asset in todo.chain:
                keys = self.partitions[first : last + 1]
                with self.workspace.provenance.kept_open():
                    if not self._run_chain(self.workspace, asset, keys):
                        break  # a failed step lets those below it skip

    def _run_chain(self, workspace: Workspace, asset: str, keys: Collection[str]) -> bool:
        """Compute for documents, one after the other; a failing one does not stop the others."""
        observed, texts = known_inputs(workspace), workspace.provenance.read("document_texts")
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
        if asset == "extractions":
            workspace.provenance.clear_attempts(sorted(set(keys) & set(texts) - set(failed)))
        return not failed

    def _of_document(
        self, workspace: Workspace, asset: str, key: str, texts: dict[str, Provenance]
    ) -> Outcome | None:
        if asset == "document_texts":
            return read_document(workspace, _as_process(self.reader), key)
        if key not in texts:
            return None
        extractor = self.extractor.opened(workspace.settings)
        return begin_extraction(workspace, extractor, key, texts[key].version).done()

    def _run_spine(self, workspace: Workspace, asset: str) -> None:
        parents = {parent.asset for parent in SPINE[asset].inputs}
        known = known_values(workspace, CHAIN if asset == "corpus" else parents)
        observed, recorded = known_inputs(workspace), known
        inputs = spine_inputs(asset, observed, recorded)
        if asset == "corpus":
            self._record(workspace, build_corpus(workspace, observed, recorded))
        elif asset == "knowledge_graph":
            self._build(workspace, inputs)
        elif asset == "resolved_graph":
            manifest = latest(workspace, "graph_manifest").version
            self._record(workspace, resolve(workspace, manifest, inputs))
        elif asset in RESULTS:
            write = {
                "agent_index": build_agent_index,
                "viewer": write_viewer,
                "graph_exports": write_exports,
            }[asset]
            self._record(workspace, write(workspace, inputs))
        else:
            self._run_resolution(workspace, asset, observed, recorded)
            self._run_telling(workspace, asset, inputs)

    def _run_telling(self, workspace: Workspace, asset: str, inputs: dict[str, str]) -> None:
        if asset == "communities":
            self._record_parts(workspace, asset, find_communities(workspace, inputs).made)
            self.communities = set(self.heads[asset])
        elif asset == "community_map":
            self._record(workspace, map_communities(workspace, inputs))
        elif asset == "narratives":
            self._record_parts(workspace, asset, tell(workspace, inputs).made)
        elif asset == "narrative_manifest":
            self._record(workspace, narratives_of_latest(workspace))
        elif asset == "report":
            self._record(workspace, write_report(workspace, inputs))

    def _record_parts(self, workspace: Workspace, asset: str, made: Parts) -> None:
        with recorded_whole(workspace, asset, made):
            for outcome in made.parts:
                self._record(workspace, outcome)

    def _run_resolution(
        self, workspace: Workspace, asset: str, observed: Observed, recorded: Recorded
    ) -> None:
        inputs = spine_inputs(asset, observed, recorded)
        if asset == "merge_proposals":
            self._record_parts(workspace, asset, propose_all(workspace, inputs).made)
        elif asset == "cross_type_proposals":
            self._record(workspace, propose_across(workspace, inputs))
        elif asset == "proposal_manifest":
            self._record(workspace, proposals_of_latest(workspace))
        elif asset == "review_queue":
            graph = resolved_of(workspace, spine_inputs("resolved_graph", observed, recorded))
            self._record(workspace, build_queue(workspace, inputs, graph).outcome)

    def _build(self, workspace: Workspace, inputs: dict[str, str]) -> None:
        built = build(workspace, latest(workspace, "corpus").version, inputs)
        self.types = built.made.partitions
        self._record_parts(workspace, "knowledge_graph", built.made)
        self._record(workspace, built.manifest)

    def _record(self, workspace: Workspace, outcome: Outcome) -> None:
        workspace.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})
        self.before_event()
        self.heads[outcome.asset][outcome.partition] = outcome.provenance.version

    @contextmanager
    def _damage_forgotten(self, workspace: Workspace) -> Iterator[None]:
        try:
            yield
        except CorruptObjectError as error:
            workspace.provenance.forget_version(error.version)
            raise


def _as_process(reader: CountingReader) -> ReaderProcess:
    """Pass for the real one, of which a workflow uses `read` alone."""
    return reader  # pyright: ignore[reportReturnType]


SPINE_STEPS = tuple(asset for asset in SPINE if asset != "graph_manifest")
"""What can be materialized by itself: the graph and its manifest are recorded together."""
