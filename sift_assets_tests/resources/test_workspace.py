"""An open project: where its parts lie, and which domain and versions count."""

from pathlib import Path

import pytest

from sift_assets.core.domain.facets import Facet
from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.settings.stages import Stage
from sift_assets.resources.domain_files import (
    bundled_domains,
    domain_files,
    find_domain,
    load_domain,
)
from sift_assets.resources.workspace import Workspace

OWN = "entity_types:\n  SHIP:\n    description: A ship.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "sift.yaml").write_text("domain: general\n", encoding="utf-8")
    return tmp_path


def opened(root: Path, text: str | None = None, **environment: str) -> Workspace:
    if text is not None:
        (root / "sift.yaml").write_text(text, encoding="utf-8")
    return Workspace.open(root, environment)


def test_opening_and_asking_for_versions_makes_no_file(root: Path) -> None:
    workspace = opened(root)
    assert workspace.provenance.read("corpus") == {}
    assert set(workspace.domain_versions) == set(Facet)
    assert set(workspace.stage_versions) == set(Stage)
    assert [path.name for path in root.iterdir()] == ["sift.yaml"]


def test_the_parts_lie_where_the_settings_say(root: Path) -> None:
    workspace = opened(root, "documents: in\nstore: kept\nexports: out\n")
    assert workspace.documents_folder == root / "in"
    assert workspace.exports_folder == root / "out"
    assert workspace.store.root == root / "kept"
    assert workspace.provenance.path.parent == root / "kept"
    assert workspace.lock_path("graph").is_relative_to(root / "kept")
    assert workspace.document_file("a%20b/c.txt") == root / "in" / "a b" / "c.txt"


def test_flags_beat_the_environment_and_that_beats_the_file(root: Path) -> None:
    (root / "sift.yaml").write_text("domain: general\n", encoding="utf-8")
    assert opened(root, None, SIFT_DOMAIN="osint").settings.domain == "osint"
    found = Workspace.open(root, {"SIFT_DOMAIN": "osint"}, domain="academic")
    assert found.settings.domain == "academic"


def test_a_wrong_setting_is_named_with_its_line(root: Path) -> None:
    with pytest.raises(ConfigError, match=r"sift\.yaml:2"):
        opened(root, "domain: general\nchunk_size: tiny\n")


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"], ids=["missing", "not UTF-8"])
def test_settings_that_cannot_be_read_are_an_error_of_the_project(
    tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "sift.yaml").write_bytes(content)
    with pytest.raises(ProjectError, match=r"sift\.yaml"):
        Workspace.open(tmp_path, {})


def test_every_bundled_domain_is_found_by_its_name(root: Path) -> None:
    known = domain_files(root)
    assert {"general", "osint", "academic", "schema-free"} <= known.keys()
    for name, file in known.items():
        assert file.parent == bundled_domains()
        assert load_domain(find_domain(root, name)) is not None


def test_a_domain_in_the_project_wins_over_the_bundled_one_of_that_name(root: Path) -> None:
    own = root / "domains" / "general.yaml"
    own.parent.mkdir()
    own.write_text(OWN, encoding="utf-8")
    workspace = opened(root)
    assert workspace.domain_file == own
    assert set(workspace.domain.entity_types) == {"SHIP"}


def test_a_domain_may_be_given_by_its_path_and_a_folder_of_a_known_name_does_not_hide_one(
    root: Path,
) -> None:
    (root / "ships.yaml").write_text(OWN, encoding="utf-8")
    (root / "osint").mkdir()
    assert opened(root, "domain: ships.yaml\n").domain_file == root / "ships.yaml"
    assert opened(root, "domain: osint\n").domain_file.parent == bundled_domains()


def test_an_unknown_domain_lists_the_known_ones(root: Path) -> None:
    with pytest.raises(ConfigError, match="there is no domain 'genral'") as raised:
        _ = opened(root, "domain: genral\n").domain_file
    assert "general" in raised.value.fix
    assert raised.value.file == "sift.yaml"


def test_a_domain_file_that_cannot_be_read_is_named(root: Path) -> None:
    (root / "broken.yaml").write_bytes(b"name: \xff\n")
    with pytest.raises(ConfigError, match=r"broken\.yaml"):
        _ = opened(root, "domain: broken.yaml\n").domain


def test_the_local_model_borrows_the_types_of_general_where_the_domain_has_none(
    root: Path,
) -> None:
    free = opened(root, "domain: schema-free\n")
    general = opened(root, "domain: general\n")
    assert free.extraction_domain == general.domain
    assert free.domain_versions["graph"] != general.domain_versions["graph"]
    asked = opened(root, "domain: schema-free\nmodel: openai/gpt-4o-mini\n")
    assert asked.extraction_domain == asked.domain


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("reader: {ocr: false}\n", {"reader"}),
        ("chunk_size: 900\n", {"extraction"}),
        ("export_formats: [csv]\n", {"export"}),
        ("concurrency: 9\n", set[str]()),
    ],
)
def test_a_setting_moves_the_version_of_its_stage(root: Path, text: str, moved: set[str]) -> None:
    before, after = opened(root, "").stage_versions, opened(root, text).stage_versions
    assert {stage for stage in before if before[stage] != after[stage]} == moved


def test_another_engine_is_another_version_of_its_stage(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = opened(root).stage_versions
    monkeypatch.setattr("sift_assets.resources.workspace.extraction_engine", lambda _: "newer")
    after = opened(root).stage_versions
    assert {stage for stage in before if before[stage] != after[stage]} == {"extraction"}


def test_a_domain_is_parsed_once_however_often_the_project_is_opened(root: Path) -> None:
    first = Workspace.open(root, {}).domain
    assert Workspace.open(root, {}).domain is first
    own = root / "domains" / "general.yaml"
    own.parent.mkdir(exist_ok=True)
    own.write_text("name: general\nentity_types: {PERSON: {}}\n", encoding="utf-8")
    assert set(Workspace.open(root, {}).domain.entity_types) == {"PERSON"}
