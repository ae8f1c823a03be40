"""What Dagster's UI says of staleness, asked as its pages ask: who is stale, and what moved."""

from collections.abc import Iterator

import dagster as dg
import pytest
from dagster._core.definitions.data_version import CachingStaleStatusResolver
from dagster._core.loader import LoadingContextForTest

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.planning.lineage import CHAIN, LINEAGE, SPINE, Partitioning
from sift_assets.definitions import defs
from sift_assets.defs.reporting import carry_over
from sift_assets_tests.fakes.dagster_ui import FRESH, DagsterUi, Standing, dagster_ui
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed

DOMAIN = "domains/general.yaml"
NOTES = "notes.md"
COMPUTED = ("document_set", *CHAIN, *SPINE)
JUDGED = {"resolved_graph", "review_queue"}


@pytest.fixture
def ui(built: ProjectFolder) -> Iterator[DagsterUi]:
    """Return the pages of the built project."""
    with dagster_ui(built.instance) as pages:
        yield pages


def stale_partitions(project: ProjectFolder, ui: DagsterUi) -> dict[str, Standing]:
    """Return the pages of partitions that say something else than fresh."""
    partitions = {
        Partitioning.DOCUMENT: project.instance.get_dynamic_partitions("documents"),
        Partitioning.TYPE: project.instance.get_dynamic_partitions("entity_types"),
        Partitioning.COMMUNITY: project.instance.get_dynamic_partitions("communities"),
    }
    pages = {
        f"{asset}[{partition}]": ui.partition(asset, partition)
        for asset in COMPUTED
        for partition in partitions.get(LINEAGE[asset].partitioning, ())
    }
    return {name: standing for name, standing in pages.items() if standing[0] != FRESH}


def report_only(project: ProjectFolder) -> None:
    """Report what moved, and run nothing."""
    carry_over(project.instance, project.workspace, project.compare())


def named(*inputs: str) -> frozenset[str]:
    return frozenset(inputs)


def test_everything_is_fresh_right_after_a_run(built: ProjectFolder, ui: DagsterUi) -> None:
    assert ui.stale() == {}
    assert stale_partitions(built, ui) == {}


def test_an_edit_shows_on_the_page_of_its_document_and_at_the_corpus_until_it_is_taken_back(
    built: ProjectFolder, ui: DagsterUi
) -> None:
    old = built.document("twice.txt").read_text()
    built.write("twice.txt", "Nina Olsen left.\n")
    report_only(built)
    assert ui.stale() == {"corpus": named("document_set")}
    moved = ("STALE", named("documents[twice.txt]"))
    assert stale_partitions(built, ui) == {"document_texts[twice.txt]": moved}
    built.write("twice.txt", old)
    report_only(built)
    assert ui.stale() == {}
    assert stale_partitions(built, ui) == {}


@pytest.mark.parametrize(
    ("old", "new", "facet", "unpartitioned", "partitioned"),
    [
        ("Use the fullest form", "Give the fullest form", "prompt", {"corpus"}, {"extractions"}),
        ("synonyms: [WORKS_FOR,", "synonyms: [TOILS_FOR,", "graph", JUDGED, {"knowledge_graph"}),
        ("llm: 0.7", "llm: 0.5", "review", JUDGED, set()),
        (
            *("- Initials and nicknames", "- Initials or nicknames", "resolution"),
            *({"review_queue"}, {"merge_proposals"}),
        ),
        ("# The general domain", "# Another comment", "", set(), set()),
    ],
)
def test_right_after_a_domain_edit_only_the_readers_of_its_facet_are_stale_and_name_it(
    built: ProjectFolder,
    ui: DagsterUi,
    old: str,
    new: str,
    facet: str,
    unpartitioned: set[str],
    partitioned: set[str],
) -> None:
    built.edit(DOMAIN, old, new)
    report_only(built)
    because = named(f"domain[{facet}]")
    assert ui.stale() == dict.fromkeys(unpartitioned, because)
    pages = stale_partitions(built, ui)
    assert {name.partition("[")[0] for name in pages} == partitioned
    assert set(pages.values()) <= {("STALE", because)}


@pytest.mark.parametrize(
    ("line", "stage", "unpartitioned", "partitioned"),
    [
        ("models: {extract: openai/gpt-4o-mini}", "extraction", {"corpus"}, {"extractions"}),
        (
            *("resolution: {propose_from: 0.5}", "resolution"),
            *({"review_queue"}, {"merge_proposals"}),
        ),
        ("chunk_size: 5000", "extraction", {"corpus"}, {"extractions"}),
        ("reader: {ocr: false}", "reader", {"corpus"}, {"document_texts"}),
        ("export_formats: [csv]", "export", {"graph_exports"}, set()),
        ("temperature: 0.5", "", set(), set()),
    ],
)
def test_right_after_a_settings_change_only_the_readers_of_its_stage_are_stale_and_name_it(
    built: ProjectFolder,
    ui: DagsterUi,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    stage: str,
    unpartitioned: set[str],
    partitioned: set[str],
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none is asked")
    built.edit("sift.yaml", "model: local", line)
    report_only(built)
    because = named(f"settings[{stage}]")
    assert ui.stale() == dict.fromkeys(unpartitioned, because)
    pages = stale_partitions(built, ui)
    assert {name.partition("[")[0] for name in pages} == partitioned
    assert set(pages.values()) <= {("STALE", because)}


def test_an_unchanged_value_leaves_what_is_below_it_fresh(
    built: ProjectFolder, ui: DagsterUi, extractor: NameExtractor
) -> None:
    before = built.versions()
    built.edit(DOMAIN, "Use the fullest form", "Give the fullest form")
    built.run()
    assert len(extractor.seen) == 4  # the fake does not read hints: the values are the same
    assert changed(before, built.versions()) == {"domain[prompt]"}
    assert ui.stale() == {}
    assert stale_partitions(built, ui) == {}


def test_after_an_addition_and_a_deletion_the_corpus_names_the_set_and_a_run_makes_all_fresh(
    built: ProjectFolder, ui: DagsterUi
) -> None:
    built.write("new.txt", "Rosa Lund works for Kestrel Ltd.\n")
    built.document(NOTES).unlink()
    report_only(built)
    assert ui.stale() == {"corpus": named("document_set")}
    assert {name: word for name, (word, _) in stale_partitions(built, ui).items()} == {
        "document_texts[new.txt]": "MISSING",
        "extractions[new.txt]": "MISSING",
    }
    built.run()
    assert ui.stale() == {}
    assert stale_partitions(built, ui) == {}


@pytest.mark.filterwarnings("ignore:Function `Definitions.map_")
def test_another_code_version_makes_what_it_computes_stale_and_names_the_code(
    built: ProjectFolder,
) -> None:
    for asset in (*CHAIN, *SPINE):
        assert stale_by_code(built, asset) == {asset: ["CODE"]}


def stale_by_code(project: ProjectFolder, asset: str) -> dict[str, list[str]]:
    """Return what is stale when an asset's code gets another version, with Dagster's reasons."""

    def raised(spec: dg.AssetSpec) -> dg.AssetSpec:
        is_asset = spec.key == dg.AssetKey(asset)
        return spec.replace_attributes(code_version="another") if is_asset else spec

    graph = defs().map_asset_specs(func=raised).resolve_asset_graph()
    instance = project.instance
    resolver = CachingStaleStatusResolver(instance, graph, LoadingContextForTest(instance))
    partitions = {
        Partitioning.DOCUMENT: NOTES,
        Partitioning.TYPE: "PERSON",
        Partitioning.COMMUNITY: UNASSIGNED,
    }
    causes = {
        name: resolver.get_stale_causes(
            dg.AssetKey(name), partitions.get(LINEAGE[name].partitioning)
        )
        for name in COMPUTED
    }
    return {
        name: [cause.category.value for cause in found] for name, found in causes.items() if found
    }
