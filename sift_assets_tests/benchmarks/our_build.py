"""What we do from extractions to the graph, in a process of its own.

    python -m sift_assets_tests.benchmarks.our_build FOLDER

Reads the stored extractions, makes fragments, joins them, sets statuses, cuts by type and writes
the parts; titles come from the corpus, here from the names of files. Prints one JSON document like
`peer_build`. Communities are not searched for.
"""

import json
import sys
import time
from pathlib import Path

from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import DocumentFacts, build_graph
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.graph.partition import cut
from sift_assets.core.graph.review import with_status
from sift_assets.resources.arrow_memory import use_frugal_allocator
from sift_assets.resources.store import Store
from sift_assets_tests.benchmarks.figures import peak_mib


def build(folder: Path) -> dict[str, float]:
    """Build and store the graph of a folder of extractions; measure it."""
    domain = Domain.model_validate({"schema_free": True})
    facet = graph_facet(domain)
    use_frugal_allocator()
    began = time.process_time()
    files = sorted((folder / "records").glob("*.json"))
    facts = {file.stem: DocumentFacts(title=file.stem) for file in files}
    extractions = ((file.stem, file.read_bytes()) for file in files)
    graph = build_graph(fragments(extractions, facet), facet, facts)
    store = Store(folder / "store")
    for part in cut(graph):
        store.put(part.to_bytes())
    store.put(with_status(graph, review_facet(domain)).to_bytes())
    return {
        "cpu_seconds": time.process_time() - began,
        "communities_seconds": 0.0,
        "peak_mib": peak_mib(),
        "entities": graph.entities.num_rows,
        "relations": graph.relations.num_rows,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(build(Path(sys.argv[1]))) + "\n")
