"""What Dagster's own page says of staleness, computed by Dagster's own resolver."""

import pytest
from dagster import AssetKey
from dagster._core.definitions.data_version import CachingStaleStatusResolver, StaleStatus
from dagster._core.loader import LoadingContextForTest

from sift_assets.core.planning.lineage import CHAIN, LINEAGE, SPINE, Partitioning
from sift_assets.definitions import defs
from sift_assets.defs.reporting import carry_over
from sift_assets_tests.fakes.project_folder import ProjectFolder


def not_fresh(project: ProjectFolder) -> dict[str, str]:
    """Return the assets and partitions that Dagster does not call fresh, with its word for each."""
    instance = project.instance
    resolver = CachingStaleStatusResolver(
        instance, defs().resolve_asset_graph(), LoadingContextForTest(instance)
    )
    types = instance.get_dynamic_partitions("entity_types")
    partitions = {
        Partitioning.DOCUMENT: list(instance.get_dynamic_partitions("documents")),
        Partitioning.TYPE: list(types),
    }
    found: dict[str, str] = {}
    for asset in ("document_set", *CHAIN, *SPINE):
        for partition in partitions.get(LINEAGE[asset].partitioning, [None]):
            status = resolver.get_status(AssetKey(asset), partition)
            if status is not StaleStatus.FRESH:
                found[f"{asset}[{partition}]" if partition else asset] = status.value
    return found


def report_only(project: ProjectFolder) -> None:
    """Report what moved, and run nothing."""
    carry_over(project.instance, project.workspace, project.compare())


def test_everything_is_fresh_right_after_a_run(built: ProjectFolder) -> None:
    assert not_fresh(built) == {}


def test_an_edit_makes_the_text_of_that_document_stale_until_it_is_read(
    built: ProjectFolder,
) -> None:
    old = built.document("twice.txt").read_text()
    built.write("twice.txt", "Nina Olsen left.\n")
    report_only(built)
    found = not_fresh(built)
    assert found.pop("corpus") == "STALE"
    assert found == {"document_texts[twice.txt]": "STALE"}
    built.write("twice.txt", old)
    report_only(built)
    assert not_fresh(built) == {}


@pytest.mark.parametrize(
    ("old", "new", "stale"),
    [
        ("Use the fullest form", "Give the fullest form", {"extractions", "corpus"}),
        ("synonyms: [WORKS_FOR,", "synonyms: [TOILS_FOR, WORKS_FOR,", {"knowledge_graph"}),
        ("llm: 0.7", "llm: 0.5", {"resolved_graph"}),
    ],
)
def test_a_domain_edit_makes_the_readers_of_its_facet_stale_and_a_run_makes_all_fresh(
    built: ProjectFolder, old: str, new: str, stale: set[str]
) -> None:
    built.edit("domains/general.yaml", old, new)
    report_only(built)
    assert {name.partition("[")[0] for name in not_fresh(built)} == stale
    if "resolved_graph" in stale:
        built.run()
        assert not_fresh(built) == {}


def test_after_an_addition_a_deletion_and_a_run_all_that_exists_is_fresh(
    built: ProjectFolder,
) -> None:
    built.write("new.txt", "Rosa Lund works for Kestrel Ltd.\n")
    built.document("notes.md").unlink()
    report_only(built)
    found = not_fresh(built)
    assert found.pop("document_texts[new.txt]") == "MISSING"
    assert found.pop("extractions[new.txt]") == "MISSING"
    assert set(found) == {"corpus"}
    built.run()
    assert not_fresh(built) == {}
