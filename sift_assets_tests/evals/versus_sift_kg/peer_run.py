"""What sift-kg makes of recorded answers and of decisions, in a process of its own interpreter.

    $SIFT_KG_PYTHON peer_run.py FOLDER

A plain file that imports nothing of ours. FOLDER holds `extractions/` and `merge_proposals.yaml` as
the peer writes them. The graph is built, relations that it flags are refused, the decisions are
applied, and the graph is built again, as it is after any change of a document. Prints one JSON
document, see `Program` in `comparing`.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

REFUSED = 10
"""Flagged relations that are refused."""

FLAGGED_BELOW = 0.9
"""Confidence under which a relation waits for a person; the default, .7, flags none of these."""

DOCUMENT_NODE = "doc:"
"""Ids of documents start so. What leads to one is the peer's own, and no relation of anybody."""


def run(folder: Path) -> dict[str, Any]:
    """Build, apply, build again; return what the graphs hold."""
    pipeline = import_module("sift_kg.pipeline")
    domain = import_module("sift_kg.domains.models").DomainConfig(name="open", schema_free=True)
    folded, searching = _watched()
    began = time.process_time()
    graph = pipeline.run_build(folder, domain, FLAGGED_BELOW)
    used = time.process_time() - began - sum(searching)
    clean = import_module("sift_kg.graph.postprocessor").strip_metadata(graph)
    written = _written(folder)
    refused = _refuse(folder)
    pipeline.run_apply_merges(folder)
    applied = _written(folder)
    pipeline.run_build(folder, domain, FLAGGED_BELOW)
    again = _written(folder)
    return {
        "cpu_seconds": used,
        "peak_mib": peak_mib(),
        "keys": _keys(folder, folded),
        "statements": _statements(written["links"]),
        "shown_statements": _statements(clean.export()["links"]),
        "named": [],
        "entities": _entities(written["links"]),
        "shown": sorted(clean.graph.nodes),
        "quotes": _quotes(written["links"]),
        "ids": [_ids(one) for one in (written, applied, again)],
        "refused": [len(refused), *(len(refused & _relations(one)) for one in (applied, again))],
    }


def _watched() -> tuple[dict[tuple[str, str], str], list[float]]:
    """Watch the peer: which names it folds into others, and its search for communities."""
    builder = import_module("sift_kg.graph.builder")
    communities = import_module("sift_kg.graph.communities")
    folded: dict[tuple[str, str], str] = {}
    searching: list[float] = []
    fold, detect = builder.prededup_entities, communities.detect_communities

    def noted(*arguments: Any, **options: Any) -> Any:
        found = fold(*arguments, **options)
        folded.update(found)
        return found

    def timed(*arguments: Any, **options: Any) -> Any:
        began = time.process_time()
        found = detect(*arguments, **options)
        searching.append(time.process_time() - began)
        return found

    setattr(builder, "prededup_entities", noted)  # noqa: B010 - a module of the peer
    setattr(communities, "detect_communities", timed)  # noqa: B010 - likewise
    return folded, searching


def _keys(folder: Path, folded: dict[tuple[str, str], str]) -> list[list[str]]:
    """Return type, recorded name, and under which id the peer keeps it."""
    make_id = import_module("sift_kg.graph.builder")._make_entity_id
    found: set[tuple[str, str, str]] = set()
    for file in folder.glob("extractions/*.json"):
        for one in json.loads(file.read_text("utf-8"))["entities"]:
            kind, name = one["entity_type"], one["name"]
            found.add((kind, name, make_id(folded.get((kind, name), name), kind)))
    return [list(one) for one in sorted(found)]


def _statements(links: list[dict[str, Any]]) -> list[list[str]]:
    """Return document, type and the two ids of each statement, as they were when it was added."""
    found: set[tuple[str, str, str, str]] = set()
    for link in links:
        for one in _mentions(link):
            source, kind, target, document = one["relation_id"].split("|")
            found.add((document, kind, source, target))
    return [list(one) for one in sorted(found)]


def _mentions(link: dict[str, Any]) -> list[dict[str, Any]]:
    return [] if link["target"].startswith(DOCUMENT_NODE) else link["mentions"]


def _entities(links: list[dict[str, Any]]) -> list[list[str]]:
    """Return document and id of each entity that is said to be named there."""
    found = {
        (link["target"].removeprefix(DOCUMENT_NODE), link["source"])
        for link in links
        if link["target"].startswith(DOCUMENT_NODE)
    }
    return [list(one) for one in sorted(found)]


def _quotes(links: list[dict[str, Any]]) -> list[list[str]]:
    """Return document and quote of each statement that is shown with one."""
    return [[one["source_document"], one["evidence"]] for link in links for one in _mentions(link)]


def _refuse(folder: Path) -> set[tuple[str, str, str]]:
    """Refuse the first of the relations that wait for a person, as one would in the file."""
    file = folder / "relation_review.yaml"
    text = file.read_text("utf-8").replace("status: DRAFT", "status: REJECTED", REFUSED)
    file.write_text(text, "utf-8")
    entries = import_module("yaml").safe_load(text)["relations"][:REFUSED]
    return {(one["source_id"], one["relation_type"], one["target_id"]) for one in entries}


def _relations(written: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {(one["source"], one["relation_type"], one["target"]) for one in written["links"]}


def _written(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "graph_data.json").read_text("utf-8"))


def _ids(written: dict[str, Any]) -> list[str]:
    return sorted(node["id"] for node in written["nodes"])


def peak_mib() -> float:
    """Return the most memory that this process had; `ru_maxrss` begins at its parent's."""
    return int(Path("/proc/self/status").read_text("ascii").split("VmHWM:")[1].split()[0]) / 1024


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(Path(sys.argv[1]))) + "\n")
