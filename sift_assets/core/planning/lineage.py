"""Which asset reads what, said once.

The assets declare their dependencies from this table, the planner compares along it, and the
README's asset table is asserted against it.
"""

from enum import StrEnum

from sift_assets.core.promotion.versions import RULES_VERSION
from sift_assets.core.records.record import Record
from sift_assets.core.text.chunking import CHUNKING_VERSION


class Partitioning(StrEnum):
    """How an asset is partitioned."""

    NONE = "none"
    DOCUMENT = "document"
    TYPE = "type"
    COMMUNITY = "community"
    FACET = "facet"
    STAGE = "stage"
    KIND = "kind"
    SEAT = "seat"


BY_PARTS = frozenset({Partitioning.TYPE, Partitioning.COMMUNITY})
"""Computed for all partitions at once: beside these there is one record of the whole (partition
empty), whose version is the hash of all parts."""


class Input(Record):
    """One parent of an asset.

    Attributes:
        asset: The parent.
        partitions: For a statically partitioned parent, the partitions that are read.
    """

    asset: str
    partitions: tuple[str, ...] = ()


class AssetLineage(Record):
    """What the planner knows of an asset.

    Attributes:
        partitioning: Of the asset.
        code_version: Raised by hand when the code gives another value for the same inputs.
        inputs: Its parents.
    """

    partitioning: Partitioning
    code_version: str
    inputs: tuple[Input, ...] = ()


ROOTS: dict[str, AssetLineage] = {
    "documents": AssetLineage(partitioning=Partitioning.DOCUMENT, code_version="1"),
    "domain": AssetLineage(partitioning=Partitioning.FACET, code_version="1"),
    "settings": AssetLineage(partitioning=Partitioning.STAGE, code_version="1"),
    "decisions": AssetLineage(partitioning=Partitioning.KIND, code_version="1"),
    "document_set": AssetLineage(
        partitioning=Partitioning.NONE, code_version="1", inputs=(Input(asset="documents"),)
    ),
}
"""What people provide; their versions are reported without a run."""

CHAIN: dict[str, AssetLineage] = {
    "document_texts": AssetLineage(
        partitioning=Partitioning.DOCUMENT,
        code_version="1",
        inputs=(Input(asset="documents"), Input(asset="settings", partitions=("reader",))),
    ),
    "extractions": AssetLineage(
        partitioning=Partitioning.DOCUMENT,
        code_version=f"3 chunks {CHUNKING_VERSION}",
        inputs=(
            Input(asset="document_texts"),
            Input(asset="domain", partitions=("prompt",)),
            Input(asset="settings", partitions=("extraction",)),
        ),
    ),
}
"""Computed per document, in range runs."""

_CODE_OF_CHAIN = ".".join(lineage.code_version for lineage in CHAIN.values())
"""Part of the corpus's own: from 100 partitions on Dagster looks at none of an input, so what
stands between the documents and the graph has to say itself that their code has changed."""

GRAPH: dict[str, AssetLineage] = {
    "corpus": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version=f"2 over {_CODE_OF_CHAIN}",
        inputs=(
            Input(asset="extractions"),
            Input(asset="document_texts"),
            Input(asset="document_set"),
            Input(asset="domain", partitions=("prompt",)),
            Input(asset="settings", partitions=("reader", "extraction")),
        ),
    ),
    "knowledge_graph": AssetLineage(
        partitioning=Partitioning.TYPE,
        code_version="1",
        inputs=(Input(asset="corpus"), Input(asset="domain", partitions=("graph",))),
    ),
    "graph_manifest": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(Input(asset="knowledge_graph"),),
    ),
    "resolved_graph": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="3",
        inputs=(
            Input(asset="graph_manifest"),
            Input(asset="decisions", partitions=("merges", "relations", "facts")),
            Input(asset="domain", partitions=("graph", "review")),
        ),
    ),
}
"""Computed once for the whole collection, in one run, in this order."""

RESOLUTION: dict[str, AssetLineage] = {
    "merge_proposals": AssetLineage(
        partitioning=Partitioning.TYPE,
        code_version="2",
        inputs=(
            Input(asset="knowledge_graph"),
            Input(asset="domain", partitions=("resolution",)),
            Input(asset="settings", partitions=("resolution",)),
        ),
    ),
    "cross_type_proposals": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(Input(asset="graph_manifest"),),
    ),
    "proposal_manifest": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(Input(asset="merge_proposals"), Input(asset="cross_type_proposals")),
    ),
    "review_queue": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="2",
        inputs=(
            Input(asset="proposal_manifest"),
            Input(asset="graph_manifest"),
            Input(asset="decisions", partitions=("merges", "relations", "facts")),
            Input(asset="domain", partitions=("graph", "resolution", "review")),
            Input(asset="settings", partitions=("resolution",)),
        ),
    ),
}
"""Computed in a run of their own, so that looking for duplicates never delays the graph."""

TELLING: dict[str, AssetLineage] = {
    "communities": AssetLineage(
        partitioning=Partitioning.COMMUNITY,
        code_version="2",
        inputs=(Input(asset="resolved_graph"), Input(asset="settings", partitions=("community",))),
    ),
    "community_map": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="2",
        inputs=(
            Input(asset="communities"),
            Input(asset="resolved_graph"),
            Input(asset="settings", partitions=("community",)),
        ),
    ),
    "narratives": AssetLineage(
        partitioning=Partitioning.COMMUNITY,
        code_version="1",
        inputs=(
            Input(asset="communities"),
            Input(asset="domain", partitions=("narrative",)),
            Input(asset="settings", partitions=("narrative",)),
        ),
    ),
    "narrative_manifest": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(Input(asset="narratives"), Input(asset="communities")),
    ),
    "report": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="2",
        inputs=(
            Input(asset="narrative_manifest"),
            Input(asset="community_map"),
            Input(asset="resolved_graph"),
            Input(asset="domain", partitions=("narrative",)),
            Input(asset="settings", partitions=("narrative",)),
        ),
    ),
}
"""Computed in a run of their own, so that a slow language model never delays the graph."""

VIEWER_SOURCES = "2bd2bda30338"
"""The beginning of the hash that `make viewer` writes into the page's script: another page is
another value, and old ones would stay until the graph changes."""

_TOLD = (
    Input(asset="resolved_graph"),
    Input(asset="community_map"),
    Input(asset="narrative_manifest"),
    Input(asset="corpus"),
)

RESULTS: dict[str, AssetLineage] = {
    "agent_index": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(*_TOLD, Input(asset="settings", partitions=("search",))),
    ),
    "viewer": AssetLineage(
        partitioning=Partitioning.NONE, code_version=f"1 page {VIEWER_SOURCES}", inputs=_TOLD
    ),
    "graph_exports": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="2",
        inputs=(
            *_TOLD,
            Input(asset="decisions", partitions=("merges", "relations", "facts")),
            Input(asset="settings", partitions=("export",)),
        ),
    ),
}
"""Files for people, programs and agents, in a run of their own: whatever they take, the graph and
the narratives are there before."""

LAYERS: dict[str, dict[str, AssetLineage]] = {
    "graph": GRAPH,
    "resolution": RESOLUTION,
    "telling": TELLING,
    "results": RESULTS,
}
"""What one run computes below the documents; see `layers_above`."""

SPINE: dict[str, AssetLineage] = {
    asset: lineage for assets in LAYERS.values() for asset, lineage in assets.items()
}
"""Everything that is computed for the whole collection, parents before children."""

LINEAGE: dict[str, AssetLineage] = {**ROOTS, **CHAIN, **SPINE}
"""Every asset of the collection, parents before children."""

PROMOTION: dict[str, AssetLineage] = {
    "seat_documents": AssetLineage(partitioning=Partitioning.SEAT, code_version="1"),
    "promotion_candidates": AssetLineage(
        partitioning=Partitioning.SEAT,
        code_version=f"1 secrets {RULES_VERSION}",
        inputs=(
            Input(asset="seat_documents"),
            Input(asset="settings", partitions=("reader", "promotion")),
            Input(asset="decisions", partitions=("promotions",)),
        ),
    ),
    "promotion_reference": AssetLineage(
        partitioning=Partitioning.SEAT,
        code_version="1",
        inputs=(
            Input(asset="promotion_candidates"),
            Input(asset="resolved_graph"),
            Input(asset="settings", partitions=("promotion",)),
        ),
    ),
    "promotion_verdicts": AssetLineage(
        partitioning=Partitioning.SEAT,
        code_version="1",
        inputs=(
            Input(asset="promotion_candidates"),
            Input(asset="promotion_reference"),
            Input(asset="settings", partitions=("promotion",)),
        ),
    ),
    "promotion_queue": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(
            Input(asset="promotion_verdicts"),
            Input(asset="decisions", partitions=("promotions",)),
        ),
    ),
    "central_deliveries": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(
            Input(asset="promotion_queue"),
            Input(asset="decisions", partitions=("promotions",)),
        ),
    ),
    "central_evaluation": AssetLineage(
        partitioning=Partitioning.NONE,
        code_version="1",
        inputs=(
            Input(asset="agent_index"),
            Input(asset="graph_exports"),
            Input(asset="settings", partitions=("promotion",)),
        ),
    ),
}
"""What a project with seats has beside; computed by a schedule and by people, never by a look."""

DECLARED: dict[str, AssetLineage] = {**LINEAGE, **PROMOTION}
"""Every asset that may be declared to Dagster."""


def input_name(asset: str, partition: str = "") -> str:
    """Return how an input is named in provenance and in messages, as `domain[prompt]`."""
    return f"{asset}[{partition}]" if partition else asset


def layers_above(layer: str) -> tuple[str, ...]:
    """Return the layers that a layer hangs on. Two of which neither does may run side by side."""
    parents = {parent.asset for lineage in LAYERS[layer].values() for parent in lineage.inputs}
    return tuple(name for name, assets in LAYERS.items() if name != layer and parents & set(assets))


def below(assets: set[str]) -> tuple[str, ...]:
    """Return the assets of the spine that are given or hang on a given one, in order.

    The manifest says what the latest build of the graph consists of, so the two come together.
    """
    reached = set(assets)
    if "graph_manifest" in reached:
        reached.add("knowledge_graph")
    for name, lineage in SPINE.items():
        if any(parent.asset in reached for parent in lineage.inputs):
            reached.add(name)
    return tuple(name for name in SPINE if name in reached)
