"""What goes wrong around a project is said in one sentence, with the place and what to do."""

import shutil
from pathlib import Path

import pytest

from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import made_project

pytestmark = pytest.mark.usefixtures("own_surroundings")

IN_A_PROJECT: dict[str, tuple[str, ...]] = {
    "run": ("run",),
    "status": ("status",),
    "show": ("show", "corpus"),
    "domains": ("domains",),
    "export": ("export", "json"),
    "extract": ("extract",),
    "build": ("build",),
    "resolve": ("resolve",),
    "plan": ("plan",),
    "budget": ("budget",),
    "explain": ("explain", "corpus"),
    "diff": ("diff", "--list"),
    "review": ("review", "--list"),
    "decide": ("decide",),
    "decisions": ("decisions", "show"),
    "narrate": ("narrate",),
    "view": ("view", "--no-open"),
    "fsck": ("fsck",),
    "gc": ("gc",),
    "forget": ("forget", "a.txt"),
    "apply-merges": ("apply-merges",),
    "import obsidian": ("import", "obsidian", "."),
}
"""Commands that need a project, with the arguments that they need."""

LOOKING = (
    "status", "show", "domains", "export", "plan", "budget", "explain", "diff", "review", "decide",
    "decisions", "view",
)  # fmt: skip
"""Commands that leave no trace where there is nothing to show."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return made_project(tmp_path / "project", {"a.txt": "Ada Varga works for Kestrel Ltd.\n"})


@pytest.mark.parametrize("name", IN_A_PROJECT)
def test_outside_of_a_project_a_command_says_how_to_make_one(name: str, tmp_path: Path) -> None:
    for start in (tmp_path, tmp_path / "nowhere"):
        ended = call("-C", start, *IN_A_PROJECT[name], "--json")
        assert ended.code == 2
        assert "sift init" in ended.error
    assert files_below(tmp_path) == {}
    plain = call("-C", tmp_path, *IN_A_PROJECT[name])
    assert (plain.code, plain.out) == (2, "")
    assert plain.err.startswith("sift: ")
    assert len(plain.err.splitlines()) == 1


def test_dev_outside_of_a_project_starts_nothing(tmp_path: Path) -> None:
    ended = call("-C", tmp_path, "dev")
    assert ended.code == 2
    assert "sift init" in ended.err


@pytest.mark.parametrize("name", LOOKING)
def test_looking_at_a_project_before_its_first_run_makes_no_file(name: str, root: Path) -> None:
    before = files_below(root)
    call("-C", root, *IN_A_PROJECT[name])
    call("-C", root, *IN_A_PROJECT[name], "--json")
    assert files_below(root) == before


def test_before_the_first_run_the_status_names_what_there_is_to_do(root: Path) -> None:
    ended = call("-C", root, "status", "--json")
    assert ended.code == 1
    assert ended.json["new"] == ["a.txt"]
    assert not ended.json["up_to_date"]
    assert not (root / ".dagster").exists()
    assert call("-C", root, "domains", "--json").code == 0
    assert call("-C", root, "show", "documents", "--json").json == {}
    for without in (("show", "corpus"), ("export", "csv")):
        ended = call("-C", root, *without, "--json")
        assert ended.code == 2
        assert "sift run" in ended.error


@pytest.mark.parametrize("name", IN_A_PROJECT)
def test_an_unknown_setting_is_named_with_its_line_and_its_nearest_key(
    name: str, root: Path
) -> None:
    (root / "sift.yaml").write_text("documents: documents\nchunksize: 900\n", encoding="utf-8")
    ended = call("-C", root, *IN_A_PROJECT[name], "--json")
    assert ended.code == 2
    assert ended.error.startswith("sift.yaml:2: chunksize: ")
    assert "chunk_size" in ended.error


@pytest.mark.parametrize("name", ["run", "status"])
def test_an_unknown_domain_is_answered_with_the_known_ones(name: str, root: Path) -> None:
    (root / "sift.yaml").write_text("domain: osnit\n", encoding="utf-8")
    ended = call("-C", root, name, "--json")
    said = ended.error if name == "run" else " ".join(ended.json["blocked"])
    assert ended.code == (2 if name == "run" else 1)
    assert "there is no domain 'osnit'" in said
    assert "academic, general, osint, schema-free" in said


def test_a_mistake_in_a_domain_file_is_named_with_line_and_field(root: Path) -> None:
    (root / "mine.yaml").write_text(
        "name: mine\nentity_types:\n  PERSON:\n    hint: someone\n", encoding="utf-8"
    )
    (root / "sift.yaml").write_text("domain: mine.yaml\n", encoding="utf-8")
    ended = call("-C", root, "run", "--json")
    assert ended.code == 2
    assert "mine.yaml:4: entity_types.PERSON.hint" in ended.error
    assert call("-C", root, "status", "--json").json["blocked"] != []


def test_a_mistake_in_any_domain_of_the_project_shows_in_the_list_of_domains(root: Path) -> None:
    (root / "domains" / "broken.yaml").write_text("entity_types: [\n", encoding="utf-8")
    rows = {row["name"]: row for row in call("-C", root, "domains", "--json").json}
    assert rows["general"]["used"]
    assert rows["general"]["error"] == ""
    assert "broken.yaml:" in rows["broken"]["error"]
    assert "broken.yaml:" in call("-C", root, "domains").out


@pytest.mark.parametrize("name", ["run", "status"])
def test_a_missing_documents_folder_is_an_error_and_no_deletion(name: str, root: Path) -> None:
    shutil.rmtree(root / "documents")
    ended = call("-C", root, name, "--json")
    assert ended.code == 2
    assert str(root / "documents") in ended.error


def test_a_run_over_an_empty_folder_says_where_to_put_documents(root: Path) -> None:
    (root / "documents" / "a.txt").unlink()
    ended = call("-C", root, "run", "--json")
    assert ended.code == 2
    assert "holds no documents" in ended.error
    assert "Put some files there" in ended.error


def test_a_foreign_dagster_home_is_refused_with_the_fix(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    for name in ("run", "status"):
        ended = call("-C", root, name, "--json")
        assert ended.code == 2
        assert "unset DAGSTER_HOME" in ended.error
    assert not (root / ".dagster").exists()


def test_a_settings_file_that_is_no_text_is_an_error_and_no_crash(root: Path) -> None:
    (root / "sift.yaml").write_bytes(b"\xff\xfe\x00")
    ended = call("-C", root, "status", "--json")
    assert ended.code == 2
    assert "cannot be read as UTF-8" in ended.error


@pytest.mark.parametrize("name", ["notes [draft]", "50%41 off", "why?"])
@pytest.mark.usefixtures("extractor")
def test_a_folder_whose_name_dagster_misreads_is_refused(name: str, tmp_path: Path) -> None:
    """It takes the path for a glob, or for an URL, and stores elsewhere or nowhere."""
    root = made_project(tmp_path / name, {"a.txt": "Ada Varga works for Kestrel Ltd.\n"})
    ended = call("-C", root, "status", "--json")
    assert ended.code == 2
    assert name in ended.error
