"""The told graph as an index that agents, and the commands that answer questions, ask."""

from collections.abc import Iterator
from typing import NamedTuple

from sift_assets.core.planning.state import Facts
from sift_assets.core.query.content import content_rows, revision_of
from sift_assets.core.records.corpus import COUNTED, Corpus
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.corpus import corpus_of
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.querying import ASSET, INDEX_FILE
from sift_assets.workflows.told_graph import load_told_graph
from sift_assets.workflows.written_files import write_files


def build_agent_index(workspace: Workspace, inputs: dict[str, str]) -> Outcome:
    """Write the index into the exports folder.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `agent_index` reads.

    Raises:
        ProjectError: There are no communities yet.
        CorruptObjectError: Something it is made from is damaged; the next run makes it anew.
    """
    made = made_index(workspace)
    written = write_files(workspace, ASSET, {INDEX_FILE: made.data})
    return spine_outcome(
        ASSET,
        workspace.store.put(written),
        inputs | {"resolved_graph": made.graph},
        facts=made.facts,
        files={"index": workspace.exports_folder / INDEX_FILE},
    )


class MadeIndex(NamedTuple):
    """An index as bytes.

    Attributes:
        data: The SQLite file.
        graph: Version of the resolved graph that it holds.
        facts: Counts, and the revision.
    """

    data: bytes
    graph: str
    facts: Facts


def made_index(workspace: Workspace) -> MadeIndex:
    """Make the index of what is told now; see `build_agent_index`."""
    told = load_told_graph(workspace)
    corpus = corpus_of(workspace.store.get(latest(workspace, "corpus").version))
    revision = revision_of(
        told.version,
        latest(workspace, "community_map").version,
        latest(workspace, "narrative_manifest").version if told.labels else "",
    )
    not_complete = sum(one.standing not in COUNTED for one in corpus.documents.values())
    about = {"revision": revision, "not_complete": str(not_complete)}
    with collector_paused():
        data = index_bytes(content_rows(told), _texts(workspace, corpus), about)
    facts: Facts = {
        "entities": told.graph.entities.num_rows,
        "relations": told.graph.relations.num_rows,
        "documents": len(corpus.documents),
        "bytes": len(data),
        "revision": revision,
    }
    return MadeIndex(data, told.version, facts)


def _texts(workspace: Workspace, corpus: Corpus) -> Iterator[tuple[str, DocumentText]]:
    """Yield the texts that were extracted from, one at a time: they are larger than the graph."""
    for key, entry in sorted(corpus.documents.items()):
        if entry.text and entry.standing in COUNTED:
            yield key, DocumentText.from_bytes(workspace.store.get(entry.text))
