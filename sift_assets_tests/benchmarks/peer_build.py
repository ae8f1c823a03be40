"""What the peer does from extractions to the graph, in a process of its own interpreter.

    $SIFT_KG_PYTHON peer_build.py FOLDER

A plain file that imports nothing of ours. Prints one JSON document: CPU seconds of the build, of
its search for communities within that, peak memory, and how many entities and relations came out.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any


def build(folder: Path) -> dict[str, float]:
    """Run the library function behind `sift build`; measure it."""
    communities = import_module("sift_kg.graph.communities")
    run_build = import_module("sift_kg.pipeline").run_build
    domain = import_module("sift_kg.domains.models").DomainConfig(name="open", schema_free=True)
    searching: list[float] = []
    detect = communities.detect_communities

    def timed(*arguments: Any, **options: Any) -> Any:
        began = time.process_time()
        found = detect(*arguments, **options)
        searching.append(time.process_time() - began)
        return found

    setattr(communities, "detect_communities", timed)  # noqa: B010 - a module of the peer
    began = time.process_time()
    graph = run_build(folder, domain)
    return {
        "cpu_seconds": time.process_time() - began,
        "communities_seconds": sum(searching),
        "peak_mib": peak_mib(),
        "entities": graph.entity_count,
        "relations": graph.relation_count,
    }


def peak_mib() -> float:
    """Return the most memory that this process had; `ru_maxrss` begins at its parent's."""
    return int(Path("/proc/self/status").read_text("ascii").split("VmHWM:")[1].split()[0]) / 1024


if __name__ == "__main__":
    sys.stdout.write(json.dumps(build(Path(sys.argv[1]))) + "\n")
