"""Edits of the domain, the settings and the folder as a whole: who re-runs, and what is refused."""

import json
import os
import shutil

import pytest
from click.testing import CliRunner

from sift_assets.cli.main import main, sift
from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.planning.lineage import RESULTS, SPINE, TELLING
from sift_assets.defs.reporting import carry_over
from sift_assets.defs.watching import run_lock
from sift_assets.resources.locks import held
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed

DOMAIN = "domains/general.yaml"
KEYS = ("contracts/kestrel.txt", "letters/first%20letter.txt", "notes.md", "twice.txt")
EXPORTED = ("resolved_graph", *TELLING, *RESULTS)
REVIEWED = (*EXPORTED, "review_queue")
BUILT = {*SPINE} - {"corpus"}


@pytest.fixture
def own_domain(built: ProjectFolder) -> ProjectFolder:
    """Return a project that is up to date, with the domain's file in its own folder."""
    assert built.workspace.domain_file == built.root / DOMAIN
    return built


def stale(project: ProjectFolder) -> set[str]:
    """Return what is stale or hangs on something stale."""
    todo = project.plan()
    documents = {f"{s.asset}[{s.partition}]" for s in todo.documents}
    return documents | set(todo.spine_assets)


def moved(project: ProjectFolder) -> set[str]:
    """Return the roots that would be reported."""
    return {f"{r.asset}[{r.partition}]" for r in project.plan().reports}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# The general domain", "# Another comment on the general domain"),
        ("description: People, organizations", "description: Persons, organizations"),
        ('version: "2.0"', 'version: "3.0"'),
        ("name: General", "name: Specific"),
    ],
)
def test_what_shapes_no_value_makes_nothing_stale(
    own_domain: ProjectFolder, old: str, new: str
) -> None:
    own_domain.edit(DOMAIN, old, new)
    assert own_domain.plan().nothing_to_do


def test_an_edited_hint_reaches_the_extractions_and_not_the_texts(
    own_domain: ProjectFolder, extractor: NameExtractor
) -> None:
    own_domain.edit(DOMAIN, "Use the fullest form", "Always use the fullest form")
    assert moved(own_domain) == {"domain[prompt]"}
    assert stale(own_domain) == {
        *(f"extractions[{key}]" for key in KEYS),
        *("corpus", *BUILT),
    }
    before = own_domain.versions()
    own_domain.run()
    assert len(extractor.seen) == len(KEYS)
    # the fake extractor does not read hints: equal values keep their versions, downstream stays
    assert changed(before, own_domain.versions()) == {"domain[prompt]"}


def test_an_edited_synonym_reaches_the_graph_without_an_extraction(
    own_domain: ProjectFolder, extractor: NameExtractor
) -> None:
    own_domain.edit(DOMAIN, "synonyms: [WORKS_FOR,", "synonyms: [TOILS_FOR, WORKS_FOR,")
    assert moved(own_domain) == {"domain[graph]"}
    assert stale(own_domain) == BUILT
    own_domain.run()
    assert own_domain.plan().nothing_to_do
    assert extractor.seen == []


def test_an_edited_review_threshold_moves_flags_only(
    own_domain: ProjectFolder, extractor: NameExtractor
) -> None:
    own_domain.edit(DOMAIN, "llm: 0.7", "llm: 0.5")
    assert moved(own_domain) == {"domain[review]"}
    assert stale(own_domain) == set(REVIEWED)
    before = own_domain.versions()
    own_domain.run()
    moved_by_it = changed(before, own_domain.versions())
    told = {name for name in moved_by_it if name.partition("[")[0] in {*TELLING, *RESULTS}}
    assert moved_by_it - told == {"domain[review]", *REVIEWED} - {*TELLING, *RESULTS}
    assert extractor.seen == []


@pytest.mark.parametrize(
    ("setting", "roots", "assets"),
    [
        ("reader: {ocr: false}", {"settings[reader]"}, {"document_texts", "extractions", "corpus"}),
        ("chunk_size: 5000", {"settings[extraction]"}, {"extractions", "corpus"}),
        ("export_formats: [csv]", {"settings[export]"}, {"graph_exports"}),
        (
            "resolution: {propose_from: 0.5}",
            {"settings[resolution]"},
            {"merge_proposals", "proposal_manifest", "review_queue"},
        ),
        ("community: {min_size: 2}", {"settings[community]"}, {*TELLING, *RESULTS}),
        (
            "narrative: {story: false}",
            {"settings[narrative]"},
            {"narratives", "narrative_manifest", "report", *RESULTS},
        ),
        ("resolution: {auto_rules: [typo]}", set[str](), set[str]()),
        ("temperature: 0.5", set[str](), set[str]()),
        ("concurrency: 9", set[str](), set[str]()),
    ],
)
def test_a_setting_reaches_what_it_shapes(
    built: ProjectFolder, setting: str, roots: set[str], assets: set[str]
) -> None:
    file = built.root / "sift.yaml"
    file.write_text(file.read_text() + f"\n{setting}\n")
    assert moved(built) == roots
    found = {name.partition("[")[0] for name in stale(built)}
    assert found == assets | (BUILT if "corpus" in assets else set())


def test_exports_that_are_gone_are_written_again_and_so_they_are_into_another_folder(
    built: ProjectFolder,
) -> None:
    exports, versions = built.exports(), built.versions()
    shutil.rmtree(built.root / "exports")
    assert stale(built) == {"report", *RESULTS}
    built.run()
    assert built.exports() == exports
    assert built.versions() == versions
    built.edit("sift.yaml", "domain: general", "domain: general\nexports: out")
    assert stale(built) == {"report", *RESULTS}
    built.run()
    assert {f.name for f in (built.root / "out").iterdir()} >= {"graph.json", "narrative.md"}


def test_a_domain_file_that_does_not_parse_stops_the_run_and_everything_stays(
    own_domain: ProjectFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    exports, runs = own_domain.exports(), own_domain.runs()
    computed = {n: v for n, v in own_domain.versions().items() if not n.startswith("domain")}
    own_domain.edit(DOMAIN, "hints:", "hintz:")
    line = 1 + (own_domain.root / DOMAIN).read_text().split("hintz")[0].count("\n")
    with pytest.raises(ConfigError):
        own_domain.run()
    with pytest.raises(SystemExit) as left:
        main(["-C", str(own_domain.root), "run", "--json"])
    assert left.value.code == 2
    error = json.loads(capsys.readouterr().err)
    assert f"general.yaml:{line}" in error["error"]
    assert own_domain.exports() == exports
    assert own_domain.runs() == runs
    after = own_domain.versions()
    assert {n: v for n, v in after.items() if not n.startswith("domain")} == computed
    status = CliRunner().invoke(sift, ["-C", str(own_domain.root), "status", "--json"])
    state = json.loads(status.output)
    assert len(state["blocked"]) == 1
    assert {s["asset"] for s in state["stale"]} == {"extractions"}
    own_domain.edit(DOMAIN, "hintz:", "hints:")
    own_domain.run()
    assert own_domain.plan().nothing_to_do
    assert own_domain.exports() == exports


@pytest.mark.parametrize("gone", ["missing", "a file"])
def test_a_documents_folder_that_is_gone_is_an_error_and_deletes_nothing(
    built: ProjectFolder, gone: str
) -> None:
    before = built.versions()
    away = built.root / "away"
    (built.root / "documents").rename(away)
    if gone == "a file":
        (built.root / "documents").write_text("in its place")
    with pytest.raises(ProjectError, match="documents"):
        built.run()
    (built.root / "documents").unlink(missing_ok=True)
    away.rename(built.root / "documents")
    assert built.versions() == before
    assert built.plan().nothing_to_do


def test_many_documents_gone_at_once_wait_for_a_person(project: ProjectFolder) -> None:
    for number in range(14):
        project.write(f"many/{number}.txt", "nothing of note\n")
    project.run()
    before = project.versions()
    for file in (project.root / "documents" / "many").iterdir():
        file.unlink()
    with pytest.raises(ProjectError, match="14 documents are gone") as raised:
        project.run()
    assert "--allow-mass-delete" in raised.value.fix
    assert project.versions() == before
    assert project.run(allow_mass_deletion=True).succeeded
    assert len(project.instance.get_dynamic_partitions("documents")) == len(KEYS)


def test_an_empty_folder_says_what_to_do(project: ProjectFolder) -> None:
    for file in list((project.root / "documents").rglob("*.*")):
        file.unlink()
    with pytest.raises(ProjectError, match="holds no documents") as raised:
        project.run()
    assert raised.value.fix
    assert project.runs() == 0


def test_a_second_command_is_refused_at_once_with_the_first_ones_process_id(
    built: ProjectFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        held(run_lock(built.workspace), "The project", wait_seconds=0, on_wait=print),
        pytest.raises(SystemExit) as left,
    ):
        main(["-C", str(built.root), "run", "--json"])
    assert left.value.code == 3
    assert f"in use by process {os.getpid()}" in json.loads(capsys.readouterr().err)["error"]


def test_when_the_last_document_is_gone_the_graph_is_emptied_even_after_an_interruption(
    built: ProjectFolder,
) -> None:
    for file in list((built.root / "documents").rglob("*.*")):
        file.unlink()
    carry_over(built.instance, built.workspace, built.compare())  # and here it was killed
    assert built.instance.get_dynamic_partitions("documents") == []
    assert built.run().succeeded
    assert not any(b"Kestrel" in data for data in built.exports().values())
    assert built.instance.get_dynamic_partitions("entity_types") == []
    assert built.plan().nothing_to_do
