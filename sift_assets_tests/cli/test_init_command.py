"""`sift init`: a project that equals a clone, and nothing of anybody's overwritten."""

from pathlib import Path

import pytest
import yaml

from sift_assets.cli.making import TEMPLATES
from sift_assets.sample import sample_documents
from sift_assets_tests.cli.calling import call, files_below

pytestmark = pytest.mark.usefixtures("own_surroundings")

REPOSITORY = Path(__file__).parents[2]
PROJECT_FILES = ("dagster.yaml", "sift.yaml", "workspace.yaml")


@pytest.mark.parametrize("name", PROJECT_FILES)
def test_a_project_file_is_byte_for_byte_that_of_a_clone(name: str, tmp_path: Path) -> None:
    assert call("init", tmp_path / "new", "--no-sample").code == 0
    ours = (REPOSITORY / name).read_bytes()
    assert (TEMPLATES / name).read_bytes() == ours
    assert (tmp_path / "new" / name).read_bytes() == ours


def test_there_is_no_other_template() -> None:
    assert sorted(path.name for path in TEMPLATES.iterdir()) == sorted(PROJECT_FILES)


def test_init_makes_a_project_with_the_domains_and_the_sample(tmp_path: Path) -> None:
    ended = call("init", tmp_path / "new", "--json")
    assert ended.code == 0
    assert ended.json["project"] == str(tmp_path / "new")
    found = files_below(tmp_path / "new")
    for file in (REPOSITORY / "domains").glob("*.yaml"):
        assert found[f"domains/{file.name}"] == file.read_bytes()
    assert files_below(tmp_path / "new" / "documents") == files_below(sample_documents())
    assert call("-C", tmp_path / "new", "status", "--json").json["domain"] == "general"


def test_init_a_second_time_keeps_everything_as_it_was(tmp_path: Path) -> None:
    call("init", tmp_path)
    (tmp_path / "sift.yaml").write_text("documents: documents\nchunk_size: 900\n", encoding="utf-8")
    (tmp_path / "domains" / "general.yaml").write_text("# mine\n", encoding="utf-8")
    (tmp_path / "documents" / "notes" / "tip-off.txt").unlink()
    before = files_below(tmp_path)
    ended = call("init", tmp_path, "--json")
    assert ended.code == 0
    assert ended.json["made"] == []
    assert files_below(tmp_path) == before


def test_init_adds_only_what_is_missing(tmp_path: Path) -> None:
    call("init", tmp_path, "--no-sample")
    (tmp_path / "dagster.yaml").unlink()
    assert call("init", tmp_path, "--no-sample", "--json").json["made"] == [
        str(tmp_path / "dagster.yaml")
    ]


def test_init_with_a_domain_writes_it_into_the_settings(tmp_path: Path) -> None:
    assert call("init", tmp_path, "--domain", "osint", "--no-sample").code == 0
    settings = yaml.safe_load((tmp_path / "sift.yaml").read_text(encoding="utf-8"))
    assert settings["domain"] == "osint"
    rows = call("-C", tmp_path, "domains", "--json").json
    assert [row["name"] for row in rows if row["used"]] == ["osint"]
    assert call("init", tmp_path, "--domain", "osint", "--no-sample").code == 0


def test_init_with_another_domain_than_the_settings_name_is_refused(tmp_path: Path) -> None:
    call("init", tmp_path, "--no-sample")
    before = files_below(tmp_path)
    ended = call("init", tmp_path, "--domain", "osint", "--json")
    assert ended.code == 2
    assert "domain: osint" in ended.error
    assert files_below(tmp_path) == before


def test_init_with_an_unknown_domain_makes_nothing(tmp_path: Path) -> None:
    ended = call("init", tmp_path / "new", "--domain", "ossint", "--json")
    assert ended.code == 2
    assert "academic, general, osint, schema-free" in ended.error
    assert not (tmp_path / "new").exists()


def test_init_where_something_is_in_the_way_says_what(tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("a file", encoding="utf-8")
    ended = call("init", tmp_path, "--json")
    assert ended.code == 2
    assert str(tmp_path / "documents") in ended.error
    assert call("init", tmp_path / "documents").code == 2
    assert call("init", tmp_path / "documents" / "below").code == 2
