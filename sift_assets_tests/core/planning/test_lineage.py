"""The lineage table: parents before children, and everything below a stale asset."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.domain.facets import Facet
from sift_assets.core.planning.lineage import (
    CHAIN,
    LINEAGE,
    SPINE,
    Partitioning,
    below,
    input_name,
)
from sift_assets.core.settings.stages import Stage
from sift_assets.core.text.chunking import CHUNKING_VERSION

STATIC = {
    Partitioning.FACET: {str(facet) for facet in Facet},
    Partitioning.STAGE: {str(stage) for stage in Stage},
    Partitioning.KIND: {str(kind) for kind in Kind},
}


def test_parents_stand_before_their_children() -> None:
    names = list(LINEAGE)
    for name, lineage in LINEAGE.items():
        for parent in lineage.inputs:
            assert names.index(parent.asset) < names.index(name)


def test_static_parents_are_read_by_partitions_that_exist() -> None:
    for lineage in LINEAGE.values():
        for parent in lineage.inputs:
            known = STATIC.get(LINEAGE[parent.asset].partitioning)
            assert bool(parent.partitions) == (known is not None)
            assert known is None or set(parent.partitions) <= known


def test_an_approved_promotion_does_not_touch_the_graph() -> None:
    read = {name for asset in SPINE.values() for i in asset.inputs for name in i.partitions}
    assert Kind.PROMOTIONS not in read


@given(assets=st.sets(st.sampled_from(list(SPINE))))
def test_below_holds_the_given_and_all_their_descendants_in_order(assets: set[str]) -> None:
    found = below(assets)
    assert assets <= set(found)
    assert list(found) == [name for name in SPINE if name in found]
    assert below(set(found)) == found
    for name in set(SPINE) - set(found):
        assert not {parent.asset for parent in SPINE[name].inputs} & set(found)


def test_the_graph_comes_with_its_manifest_which_says_what_the_latest_build_consists_of() -> None:
    assert below({"graph_manifest"})[0] == "knowledge_graph"
    assert below({"graph_exports"}) == ("graph_exports",)
    assert below(set()) == ()


def test_the_code_version_of_the_corpus_holds_those_of_what_is_computed_per_document() -> None:
    codes = ".".join(lineage.code_version for lineage in CHAIN.values())
    assert SPINE["corpus"].code_version.endswith(f" over {codes}")


def test_the_code_version_of_extractions_says_where_chunks_are_cut() -> None:
    code = CHAIN["extractions"].code_version
    assert code.endswith(f" chunks {CHUNKING_VERSION}")


def test_an_input_is_named_with_its_partition() -> None:
    assert input_name("domain", "prompt") == "domain[prompt]"
    assert input_name("corpus") == "corpus"
