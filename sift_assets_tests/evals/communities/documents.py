"""Graphs of real documents, and the same graphs without one of them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow.compute as pc

from sift_assets.core.communities.weights import Network, network_of
from sift_assets.core.domain.facets import GraphFacet, graph_facet
from sift_assets.core.graph.build import KnowledgeGraph, assembled
from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import type_map
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.resolved import load_resolved
from sift_assets_tests.benchmarks.figures import measured
from sift_assets_tests.core.graph import test_ftx_graph as ftx
from sift_assets_tests.core.graph.graph_examples import graph_of


class Corpus(NamedTuple):
    """A graph of documents, and the domain that it was built with."""

    graph: KnowledgeGraph
    facet: GraphFacet

    @property
    def network(self) -> Network:
        """Its entities and their pairs."""
        return network_of(self.graph.entities, self.graph.relations)

    def edits(self) -> Iterator[Network]:
        """Yield the network without each of the documents."""
        for document in self.graph.documents["document"].to_pylist():
            graph = self._without(document)
            yield network_of(graph.entities, graph.relations)

    def _without(self, document: str) -> KnowledgeGraph:
        mentions, evidence, quarantine, documents = (
            only(table, pc.not_equal(table["document"], document))
            for table in (
                self.graph.mentions,
                self.graph.evidence,
                self.graph.quarantine,
                self.graph.documents,
            )
        )
        return assembled(mentions, evidence, quarantine, documents, type_map(self.facet))


def ftx_corpus() -> Corpus | None:
    """Nine articles on FTX with the recorded answers of a language model; None without them."""
    if not ftx.FTX.is_dir():
        return None
    return Corpus(graph_of(ftx.answers(), ftx.OPEN), ftx.OPEN)


def sample_corpus() -> Corpus:
    """The sample that `make demo` reads, with the local model."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        measured(["init", str(root)], Path(folder))
        measured(["run"], root)
        workspace = Workspace.open(root, environment={})
        return Corpus(load_resolved(workspace), graph_facet(workspace.domain))
