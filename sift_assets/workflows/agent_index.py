"""The told graph as an index that agents, and the commands that answer questions, ask."""

from typing import NamedTuple

from sift_assets.core.planning.state import Facts
from sift_assets.core.query.content import content_rows, revision_of
from sift_assets.core.records.corpus import COUNTED
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.corpus import extracted_texts, load_corpus
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
    corpus = load_corpus(workspace)
    revision = revision_of(
        told.version,
        latest(workspace, "community_map").version,
        latest(workspace, "narrative_manifest").version if told.labels else "",
    )
    counted = [key for key, one in sorted(corpus.documents.items()) if one.standing in COUNTED]
    not_complete = len(corpus.documents) - len(counted)
    about = {"revision": revision, "not_complete": str(not_complete)}
    with collector_paused():
        texts = extracted_texts(workspace, corpus, counted)
        data = index_bytes(content_rows(told), texts, about)
    facts: Facts = {
        "entities": told.graph.entities.num_rows,
        "relations": told.graph.relations.num_rows,
        "documents": len(corpus.documents),
        "bytes": len(data),
        "revision": revision,
    }
    return MadeIndex(data, told.version, facts)
