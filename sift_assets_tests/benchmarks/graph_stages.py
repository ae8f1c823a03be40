"""One step from extractions to what readers get, of very many mentions, in a process of its own.

    python -m sift_assets_tests.benchmarks.graph_stages STEP FOLDER [MENTIONS]

Each step reads what those before it left in FOLDER and prints one JSON document: CPU seconds and
peak memory. `build` makes the graph of MENTIONS mentions and cuts it into the parts that are
stored; the others take it on as the assets do, with narratives and texts left out.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sift_assets.core.communities.mapping import CommunityMap, community_map
from sift_assets.core.decisions.applying import resolved
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.graphml import graphml
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.exports.tables_csv import csv_files
from sift_assets.core.graph.build import DocumentFacts, build_graph
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.graph.partition import TypeGraph, cut, joined
from sift_assets.core.graph.stretches import Room
from sift_assets.core.graph.tables import DOCUMENTS, QUARANTINE
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.query.content import content_rows
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.stages import community_stage
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets.resources.arrow_memory import use_frugal_allocator
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.spilling import Spill
from sift_assets_tests.benchmarks.figures import peak_mib
from sift_assets_tests.benchmarks.many_extractions import ManyExtractions
from sift_assets_tests.benchmarks.own_memory import OwnMemory

DOMAIN = Domain.model_validate({"schema_free": True})
PART, RESOLVED, MAP = "part-", "resolved", "map"

Step = Callable[[Path, int], dict[str, float]]


def build(folder: Path, mentions: int) -> dict[str, float]:
    """Make fragments, join them, cut the graph by type and write the parts, one after the other."""
    use_frugal_allocator()
    facet, many = graph_facet(DOMAIN), ManyExtractions(mentions)
    facts = {key: DocumentFacts(title=key) for key in many.documents}
    room = Room(keep=Spill(folder / "spill").keep)
    graph = build_graph(fragments(many, facet), facet, facts, room)
    assert graph.mentions.num_rows == many.mentions
    size = 0
    for part in cut(graph, room):
        size += (folder / f"{PART}{part.type}").write_bytes(part.to_bytes())
    return {
        "entities": graph.entities.num_rows,
        "relations": graph.relations.num_rows,
        "stored_mib": size / 2**20,
    }


def resolve(folder: Path, _mentions: int) -> dict[str, float]:
    """Join the parts, give every fact its status, write the resolved graph."""
    use_frugal_allocator()
    parts = (TypeGraph.from_bytes(file.read_bytes()) for file in folder.glob(f"{PART}*"))
    rest = (QUARANTINE.empty_table(), DOCUMENTS.empty_table())
    graph = joined({part.type: part for part in parts}, *rest)
    whole = resolved(graph, graph_facet(DOMAIN), review_facet(DOMAIN), ())
    return {"stored_mib": (folder / RESOLVED).write_bytes(whole.to_bytes()) / 2**20}


def communities(folder: Path, _mentions: int) -> dict[str, float]:
    """Find communities, and how they hang together."""
    found = community_map(_resolved(folder), community_stage(Settings()))
    return {"stored_mib": (folder / MAP).write_bytes(found.to_bytes()) / 2**20}


def index(folder: Path, _mentions: int) -> dict[str, float]:
    """Make the index that answers questions."""
    found = CommunityMap.from_bytes((folder / MAP).read_bytes())
    told = ToldGraph(_resolved(folder), found, {}, {})
    with collector_paused():
        data = index_bytes(content_rows(told), (), {"revision": "benchmark"})
    return {"stored_mib": len(data) / 2**20}


def exports(folder: Path, _mentions: int) -> dict[str, float]:
    """Make the files of three formats, one after the other."""
    with collector_paused():
        content = ExportContent(_resolved(folder))
        for made in (node_link_json, graphml, csv_files):
            made(content)
    return {}


STEPS: dict[str, Step] = {
    step.__name__: step for step in (build, resolve, communities, index, exports)
}


def _resolved(folder: Path) -> ResolvedGraph:
    return ResolvedGraph.from_bytes((folder / RESOLVED).read_bytes())


def main(step: str, folder: Path, mentions: int = 0) -> None:
    """Take a step, measure it, print what it took."""
    began = time.process_time()
    with OwnMemory() as own:
        found = STEPS[step](folder, mentions)
    found |= {"cpu_seconds": time.process_time() - began, "own_mib": own.peak_mib}
    found["peak_mib"] = peak_mib()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *map(int, sys.argv[3:]))
