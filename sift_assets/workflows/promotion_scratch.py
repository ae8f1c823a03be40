"""A throw-away Central with two seats, in a folder of its own: what an evaluation tries things on.

It has the project's domain and its settings, but for these: its models play a script, so that
nothing is asked of anybody and nothing costs; it finds names by letters only; its documents, its
people and its key are its own. It runs the workflows in the order of the lineage, without Dagster.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.planning.lineage import CHAIN, RESULTS, ROOTS, SPINE, TELLING
from sift_assets.core.planning.staleness import spine_inputs
from sift_assets.core.planning.state import Observed, Provenance
from sift_assets.core.promotion.settings import Seat
from sift_assets.core.records.record import content_hash
from sift_assets.core.settings.model import Settings
from sift_assets.resources.extractors import open_extractor
from sift_assets.resources.files import files_below
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.shared_pace import PACE_FILE
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
from sift_assets.workflows.observing import known_documents, observe, value_of_root
from sift_assets.workflows.outcome import Outcome, Parts, recorded_whole
from sift_assets.workflows.promotion_scratch_folder import Words, made_project
from sift_assets.workflows.report import write_report
from sift_assets.workflows.resolved import resolve
from sift_assets.workflows.telling import tell
from sift_assets.workflows.viewer import write_viewer

STORED_ROOTS = ("domain", "settings", "decisions")
"""Roots with a value in the store that questions are compared with; `document_set` is another."""

_STEPS = (*("corpus", "knowledge_graph", "resolved_graph"), *TELLING, *RESULTS)
"""What is computed below the documents. Proposals are not: nothing that is evaluated reads them."""


@dataclass(frozen=True)
class Scratch:
    """A throw-away Central.

    Attributes:
        root: Its folder.
        settings: Its settings.
        words: What its documents say.
        reader: Reads documents.
    """

    root: Path
    settings: Settings
    words: Words
    reader: ReaderProcess

    @property
    def workspace(self) -> Workspace:
        """Central, opened anew: what was decided since is read."""
        return Workspace(self.root, self.settings)

    def seat(self, name: str) -> Seat:
        """Return one of its seats."""
        return next(seat for seat in self.settings.seats if seat.name == name)

    def bring_up_to_date(self) -> None:
        """Do what a run does, from the documents that are there now to index and exports.

        Raises:
            SiftError: Something cannot be computed.
        """
        workspace = self.workspace
        observed = observe(workspace, known_documents(workspace), allow_mass_deletion=True).observed
        _report(workspace, observed)
        for key in observed.documents:
            self._read_and_extract(workspace, key)
        for asset in _STEPS:
            _step(workspace, asset)

    def versions(self) -> dict[str, str]:
        """Return the version of every asset that is computed for all documents together."""
        provenance = self.workspace.provenance
        with provenance.kept_open():
            found = {asset: provenance.read(asset).get("") for asset in SPINE}
        return {asset: entry.version for asset, entry in found.items() if entry}

    def exported(self) -> dict[str, str]:
        """Return every file below the exports folder with the hash of its bytes."""
        folder = self.workspace.exports_folder
        names = [found.name for found in files_below(folder)]
        return {name: content_hash((folder / name).read_bytes()) for name in names}

    def _read_and_extract(self, workspace: Workspace, key: str) -> None:
        text = read_document(workspace, self.reader, key)
        if text is None:
            return
        _record(workspace, text)
        task = begin_extraction(workspace, self._extractor, key, text.provenance.version)
        _record(workspace, task.done())

    @cached_property
    def _extractor(self) -> Extractor:
        workspace = self.workspace
        ledger = project_ledger(self.root, self.settings)
        pace_file = workspace.local_folder / PACE_FILE
        return open_extractor(self.settings, workspace.store, ledger, pace_file)


@contextmanager
def scratch_of(workspace: Workspace) -> Iterator[Scratch]:
    """Make a throw-away Central of a project; it is gone afterwards, whatever happens.

    Args:
        workspace: The project. Nothing of it is written to, and only its settings and its domain
            are read.

    Raises:
        ConfigError: The domain is wrong.
        OSError: There is no room for it.
    """
    with TemporaryDirectory(prefix="sift-evaluation-") as folder:
        root, words = Path(folder).resolve(), Words.new()
        settings = made_project(workspace, root, words)
        with ReaderProcess(settings.reader) as reader:
            yield Scratch(root, settings, words, reader)


def _report(workspace: Workspace, observed: Observed) -> None:
    """Record what people provide, and forget what is gone."""
    versions = {
        "domain": observed.domain,
        "settings": observed.settings,
        "decisions": observed.decisions,
    }
    for asset in STORED_ROOTS:
        for partition, version in versions[asset].items():
            workspace.store.put(value_of_root(workspace, observed, asset, partition))
            _record_root(workspace, asset, partition, version)
    documents = value_of_root(workspace, observed, "document_set", "")
    _record_root(workspace, "document_set", "", workspace.store.put(documents))
    for key, version in observed.documents.items():
        _record_root(workspace, "documents", key, version)
    for asset in ("documents", *CHAIN):
        gone = set(workspace.provenance.read(asset)) - set(observed.documents)
        workspace.provenance.forget(asset, sorted(gone))


def _record_root(workspace: Workspace, asset: str, partition: str, version: str) -> None:
    provenance = Provenance(version=version, code_version=ROOTS[asset].code_version)
    workspace.provenance.record(asset, {partition: provenance})


def _record(workspace: Workspace, outcome: Outcome) -> None:
    workspace.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})


def _record_parts(workspace: Workspace, asset: str, made: Parts) -> None:
    with recorded_whole(workspace, asset, made):
        for outcome in made.parts:
            _record(workspace, outcome)


Inputs = dict[str, str]

_WRITTEN: Mapping[str, Callable[[Workspace, Inputs], Outcome]] = {
    "resolved_graph": lambda workspace, inputs: resolve(
        workspace, latest(workspace, "graph_manifest").version, inputs
    ),
    "community_map": map_communities,
    "narrative_manifest": lambda workspace, _inputs: narratives_of_latest(workspace),
    "report": write_report,
    "agent_index": build_agent_index,
    "viewer": write_viewer,
    "graph_exports": write_exports,
}
_PARTED: Mapping[str, Callable[[Workspace, Inputs], Parts]] = {
    "communities": lambda workspace, inputs: find_communities(workspace, inputs).made,
    "narratives": lambda workspace, inputs: tell(workspace, inputs).made,
}


def _step(workspace: Workspace, asset: str) -> None:
    """Compute one asset from what is recorded now."""
    parents = {parent.asset for parent in SPINE[asset].inputs}
    known = known_values(workspace, CHAIN if asset == "corpus" else parents)
    observed = known_inputs(workspace)
    inputs = spine_inputs(asset, observed, known)
    if asset == "corpus":
        _record(workspace, build_corpus(workspace, observed, known))
    elif asset == "knowledge_graph":
        built = build(workspace, latest(workspace, "corpus").version, inputs)
        _record_parts(workspace, asset, built.made)
        _record(workspace, built.manifest)
    elif asset in _PARTED:
        _record_parts(workspace, asset, _PARTED[asset](workspace, inputs))
    else:
        _record(workspace, _WRITTEN[asset](workspace, inputs))
