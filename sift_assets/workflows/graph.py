"""From the corpus to the knowledge graph, one stored part per entity type."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import pyarrow as pa

from sift_assets.core.domain.facets import Facet, GraphFacet, graph_facet
from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.graph.build import DocumentFacts, KnowledgeGraph, rebuilt
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.graph.partition import TypeGraph, cut, joined
from sift_assets.core.graph.stretches import IN_MEMORY, Room
from sift_assets.core.graph.tables import TableBundle
from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.lineage import SPINE, input_name
from sift_assets.core.planning.staleness import ALL, merkle
from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.corpus import COUNTED, CorpusEntry
from sift_assets.core.records.manifest import GraphManifest, TypePart
from sift_assets.core.records.record import key_of
from sift_assets.resources.arrow_memory import use_frugal_allocator
from sift_assets.resources.spilling import Spill
from sift_assets.resources.store import Computed, Store
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.corpus import corpus_of
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome, Parts, in_parts

COLLECTION = "central"
"""The default collection; others get the same assets under a prefix."""

SPILL_FOLDER = "spill"
"""Beside the project's local files: what a large build puts away while it works."""

FOLDERS_KEPT = 1024
"""Paths of folders: to find one from its key takes 20 µs, for every document at every build."""


@dataclass(frozen=True, eq=False)
class GraphRest(TableBundle):
    """What belongs to no entity type: the quarantine and the documents."""

    quarantine: pa.Table
    documents: pa.Table


@dataclass(frozen=True)
class BuiltGraph:
    """The outcomes of one build.

    Attributes:
        made: Of `knowledge_graph`, by entity type.
        manifest: The outcome of `graph_manifest` that goes with it.
    """

    made: Parts
    manifest: Outcome


def build(workspace: Workspace, corpus_version: str, inputs: dict[str, str]) -> BuiltGraph:
    """Build the graph of a corpus for all types at once, or look it up.

    Args:
        workspace: The open project.
        corpus_version: Version of the corpus to build from.
        inputs: Versions of everything that `knowledge_graph` reads.
    """
    computed = _manifest(workspace, corpus_version)
    manifest = GraphManifest.from_bytes(computed.data)
    code = SPINE["knowledge_graph"].code_version
    parts = (
        Outcome("knowledge_graph", name, _part_provenance(part, code, inputs), computed.hit)
        for name, part in manifest.types.items()
    )
    made = in_parts("knowledge_graph", parts, inputs)
    return BuiltGraph(made, _manifest_outcome(manifest, computed))


def manifest_of_latest(workspace: Workspace) -> Outcome:
    """Return the manifest of the graph as it was built last, also when the domain moved since.

    Raises:
        ProjectError: No graph has been built yet.
    """
    whole = latest(workspace, "knowledge_graph")
    corpus, facet = whole.inputs["corpus"], whole.inputs[input_name("domain", Facet.GRAPH)]
    computed = _kept(workspace, corpus, facet) or _manifest(workspace, corpus)
    return _manifest_outcome(GraphManifest.from_bytes(computed.data), computed)


def load_graph(
    workspace: Workspace, manifest_version: str, room: Room = IN_MEMORY
) -> KnowledgeGraph:
    """Return the graph of a manifest, joined from its parts.

    Args:
        workspace: The open project.
        manifest_version: Version of the graph manifest.
        room: How much of the graph may be in memory.

    Raises:
        CorruptObjectError: A part is damaged; it is rebuilt at the next run.
    """
    store = workspace.store
    manifest = GraphManifest.from_bytes(store.get(manifest_version))
    parts = {
        name: room.put_away(TypeGraph.from_bytes(store.get(part.version)))
        for name, part in manifest.types.items()
    }
    rest = GraphRest.from_bytes(store.get(manifest.rest))
    return joined(parts, rest.quarantine, rest.documents, room)


def _manifest(workspace: Workspace, corpus_version: str) -> Computed:
    """Compute or look up the manifest; a damaged part is built again."""
    facet = graph_facet(workspace.domain)
    found = _kept(workspace, corpus_version, facet.content_hash())
    if found is not None:
        return found
    with workspace.store.together():  # one part for each entity type
        data = _built(workspace, corpus_version, facet).to_bytes()
    key = _graph_key(corpus_version, facet.content_hash())
    return Computed(workspace.store.keep(key, data), data, hit=False)


def _kept(workspace: Workspace, corpus_version: str, facet_version: str) -> Computed | None:
    """Look up the manifest of a build; None unless all its parts are sound."""
    found = workspace.store.cached(_graph_key(corpus_version, facet_version))
    if found is None or not _is_whole(workspace.store, GraphManifest.from_bytes(found.data)):
        return None
    return found


def _graph_key(corpus_version: str, facet_version: str) -> str:
    return key_of("graph", SPINE["knowledge_graph"].code_version, corpus_version, facet_version)


def _version_of_all(manifest: GraphManifest) -> str:
    return merkle({name: part.version for name, part in manifest.types.items()})


def _is_whole(store: Store, manifest: GraphManifest) -> bool:
    try:
        for version in (manifest.rest, *(part.version for part in manifest.types.values())):
            store.get(version)
    except CorruptObjectError:
        return False
    return True


def _built(workspace: Workspace, corpus_version: str, facet: GraphFacet) -> GraphManifest:
    use_frugal_allocator()
    store, room = workspace.store, Room(keep=Spill(workspace.local_folder / SPILL_FOLDER).keep)
    corpus = corpus_of(store.get(corpus_version))
    counted = {k: e for k, e in corpus.documents.items() if e.standing in COUNTED}
    earlier, staying = _staying(workspace, counted, room)
    changed = {key: entry for key, entry in counted.items() if key not in staying}
    read = ((key, store.get(entry.extraction)) for key, entry in changed.items())
    facts = {key: _facts(key, entry) for key, entry in corpus.documents.items()}
    graph = rebuilt(earlier, staying, fragments(read, facet), facet, facts, room)
    rest = GraphRest(quarantine=graph.quarantine, documents=graph.documents)
    return GraphManifest(
        types={part.type: _kept_part(store, part) for part in cut(graph, room)},
        rest=store.put(rest.to_bytes()),
        entities=graph.entities.num_rows,
        relations=graph.relations.num_rows,
        quarantined=dict(sorted(Counter(graph.quarantine["reason"].to_pylist()).items())),
    )


def _staying(
    workspace: Workspace, counted: dict[str, CorpusEntry], room: Room
) -> tuple[KnowledgeGraph | None, frozenset[str]]:
    """Return the latest graph and the documents that are in it as they are now.

    To read the extractions of 10,000 documents takes several times as long as the graph that they
    were joined into. None when that graph was built by other rules or is damaged.
    """
    whole = workspace.provenance.read("knowledge_graph").get("")
    manifest = workspace.provenance.read("graph_manifest").get("")
    if whole is None or manifest is None or not _is_of_today(workspace, whole, manifest):
        return None, frozenset()
    try:
        before = corpus_of(workspace.store.get(whole.inputs["corpus"])).documents
        staying = frozenset(key for key, entry in counted.items() if before.get(key) == entry)
        graph = load_graph(workspace, manifest.version, room) if staying else None
    except CorruptObjectError:
        return None, frozenset()
    return graph, staying


def _is_of_today(workspace: Workspace, whole: Provenance, manifest: Provenance) -> bool:
    """Say whether the latest graph was built by today's code from today's domain, and recorded."""
    facet = str(Facet.GRAPH)
    return (
        whole.code_version == SPINE["knowledge_graph"].code_version
        and whole.inputs.get(input_name("domain", facet)) == workspace.domain_versions[facet]
        and manifest.inputs.get(input_name("knowledge_graph", ALL)) == whole.version
    )


def _facts(key: str, entry: CorpusEntry) -> DocumentFacts:
    return DocumentFacts(
        title=entry.title,
        document_date=entry.document_date,
        collection=COLLECTION,
        folder=_path_of_folder(key.rpartition("/")[0]),
        tags=entry.tags,
    )


@lru_cache(maxsize=FOLDERS_KEPT)
def _path_of_folder(key: str) -> str:
    return document_path(key) if key else ""


def _kept_part(store: Store, part: TypeGraph) -> TypePart:
    return TypePart(
        version=store.put(part.to_bytes()),
        entities=part.entities.num_rows,
        mentions=part.mentions.num_rows,
        relations=part.relations.num_rows,
    )


def _part_provenance(part: TypePart, code: str, inputs: dict[str, str]) -> Provenance:
    return Provenance(
        version=part.version,
        code_version=code,
        inputs=inputs,
        facts={"entities": part.entities, "mentions": part.mentions, "relations": part.relations},
    )


def _manifest_outcome(manifest: GraphManifest, computed: Computed) -> Outcome:
    rows = [
        {"type": name, **part.model_dump(exclude={"version"})}
        for name, part in manifest.types.items()
    ]
    return spine_outcome(
        "graph_manifest",
        computed.version,
        {input_name("knowledge_graph", ALL): _version_of_all(manifest)},
        facts={
            "entities": manifest.entities,
            "relations": manifest.relations,
            "quarantined": sum(manifest.quarantined.values()),
        },
        tables={
            "parts_by_type": rows,
            "quarantine": [{"reason": r, "records": n} for r, n in manifest.quarantined.items()],
        },
        hit=computed.hit,
    )
