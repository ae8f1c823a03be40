"""A project that is brought up to date without Dagster: planner and workflows, simulated events.

It does what `cli.running` and `defs` do, in the same order, with a dictionary in the place of
Dagster's event log. So thousands of edits can be tried in the time of a few real runs. Documents
are partitions or lie in shards, as the settings say.
"""

import contextlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import CHAIN, LINEAGE, RESULTS, SPINE, Partitioning
from sift_assets.core.planning.plan import Plan, plan
from sift_assets.core.planning.shards import (
    BY_DOCUMENT,
    document_heads,
    partition_of,
    shard_names,
)
from sift_assets.core.planning.staleness import spine_inputs
from sift_assets.core.planning.state import Observed, Recorded
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.agent_index import build_agent_index
from sift_assets.workflows.communities import find_communities, map_communities
from sift_assets.workflows.corpus import build_corpus
from sift_assets.workflows.exports import write_exports
from sift_assets.workflows.graph import build
from sift_assets.workflows.known import known_inputs, known_values, latest
from sift_assets.workflows.narrative_manifest import narratives_of_latest
from sift_assets.workflows.observing import known_documents, observe
from sift_assets.workflows.outcome import Parts, recorded_whole
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
from sift_assets_tests.fakes.direct_documents import DirectDocuments

MAX_ROUNDS = 12
"""As in `cli.running`."""


class DiedError(Exception):
    """The work ended between a record and its event."""


@dataclass
class DirectProject(DirectDocuments):
    """A project folder with a simulated event log; see `DirectDocuments` for more attributes.

    Attributes:
        types: Registered entity types.
        communities: Registered communities.
    """

    types: set[str] = field(default_factory=set)
    communities: set[str] = field(default_factory=set)

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
        told = {} if workspace.settings.shards else self.heads["documents"]
        known = known_documents(workspace) or {
            key: told[key] for key in self.partitions if key in told
        }
        observed = observe(workspace, known, allow_mass_deletion=True).observed
        return observed, self._recorded(workspace, observed)

    def materialize(self, asset: str, keys: Collection[str] = ()) -> None:
        """Compute an asset of the spine, or partitions of one of the chain, asked for or not."""
        workspace = self.workspace
        if asset in CHAIN:
            shards = workspace.settings.shards
            self._run_chain(workspace, asset, {partition_of(key, shards) for key in keys})
            return
        with self._damage_forgotten(workspace), workspace.provenance.kept_open():
            self._run_spine(workspace, asset)

    def _recorded(self, workspace: Workspace, observed: Observed) -> Recorded:
        with workspace.provenance.kept_open():
            provenance = {asset: workspace.provenance.read(asset) for asset in LINEAGE}
        for asset in WRITERS:
            if missing_files(workspace, asset):
                provenance[asset] = {}
        shards = observed.shards
        registered = tuple(provenance["documents"] if shards else self.partitions)
        documents = {*shard_names(shards)} or {*registered, *observed.documents}
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
        heads |= {a: document_heads(heads[a], provenance[a], shards) for a in BY_DOCUMENT}
        return Recorded(
            partitions=registered,
            heads=heads,
            provenance=provenance,
            attempts=workspace.provenance.attempts(),
        )

    def _carry_over(self, todo: Plan, observed: Observed) -> None:
        with self.workspace.provenance.kept_open():
            if todo.shards:
                self._report_shards(self.workspace, todo, observed)
            else:
                self._report(self.workspace, todo, observed)

    def _run_layer(self, assets: Iterable[str]) -> None:
        with contextlib.suppress(CorruptObjectError):  # the next round computes it again
            for asset in assets:
                self.materialize(asset)

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

    @contextmanager
    def _damage_forgotten(self, workspace: Workspace) -> Iterator[None]:
        try:
            yield
        except CorruptObjectError as error:
            workspace.provenance.forget_version(error.version)
            raise


SPINE_STEPS = tuple(asset for asset in SPINE if asset != "graph_manifest")
"""What can be materialized by itself: the graph and its manifest are recorded together."""
