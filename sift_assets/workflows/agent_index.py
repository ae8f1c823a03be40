"""The told graph as an index that agents, and the commands that answer questions, ask."""

from collections.abc import Iterable
from typing import NamedTuple

from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.planning.state import Facts
from sift_assets.core.query.content import content_rows, revision_of
from sift_assets.core.records.corpus import COUNTED, Corpus
from sift_assets.core.records.text import DocumentText
from sift_assets.core.resolution.encoder import Encoder
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.encoders import search_encoder
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.corpus import extracted_texts, load_corpus
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.querying import ASSET, INDEX_FILE
from sift_assets.workflows.text_vectors import TextVectors, drop_vectors
from sift_assets.workflows.told_graph import load_told_graph
from sift_assets.workflows.written_files import write_files


def build_agent_index(workspace: Workspace, inputs: dict[str, str]) -> Outcome:
    """Write the index into the exports folder.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `agent_index` reads.

    Raises:
        ProjectError: There are no communities yet.
        MissingEngineError: The settings name an encoder that is not installed.
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
        facts: Counts, the revision, and the encoder where there is one.
    """

    data: bytes
    graph: str
    facts: Facts


def made_index(workspace: Workspace) -> MadeIndex:
    """Make the index of what is told now; see `build_agent_index`."""
    told = load_told_graph(workspace)
    corpus = load_corpus(workspace)
    about = _about(workspace, told, corpus)
    encoder = search_encoder(workspace.settings.resolution.encoder)
    data = _data(workspace, told, _texts(workspace, corpus), about, encoder)
    facts: Facts = {
        "entities": told.graph.entities.num_rows,
        "relations": told.graph.relations.num_rows,
        "documents": len(corpus.documents),
        "bytes": len(data),
        "revision": about["revision"],
    }
    if encoder is not None:
        facts |= {"encoder": encoder.version}
    return MadeIndex(data, told.version, facts)


def _about(workspace: Workspace, told: ToldGraph, corpus: Corpus) -> dict[str, str]:
    revision = revision_of(
        told.version,
        latest(workspace, "community_map").version,
        latest(workspace, "narrative_manifest").version if told.labels else "",
    )
    not_complete = len(corpus.documents) - len(_counted(corpus))
    return {"revision": revision, "not_complete": str(not_complete)}


def _texts(workspace: Workspace, corpus: Corpus) -> Iterable[tuple[str, DocumentText]]:
    return extracted_texts(workspace, corpus, _counted(corpus))


def _counted(corpus: Corpus) -> list[str]:
    return [key for key, one in sorted(corpus.documents.items()) if one.standing in COUNTED]


def _data(
    workspace: Workspace,
    told: ToldGraph,
    texts: Iterable[tuple[str, DocumentText]],
    about: dict[str, str],
    encoder: Encoder | None,
) -> bytes:
    if encoder is None:
        drop_vectors(workspace)
        with collector_paused():
            return index_bytes(content_rows(told), texts, about)
    vectors = TextVectors(workspace, encoder)
    said = about | {"encoder": encoder.version}
    data = index_bytes(content_rows(told), texts, said, vectors.packed)
    vectors.keep_used()
    return data
