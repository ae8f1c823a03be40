"""Models from files: a script, and recorded extractions."""

import json
from pathlib import Path

import pytest

from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ConfigError
from sift_assets.core.extraction.llm.prompt import extraction_request
from sift_assets.core.settings.model import Settings
from sift_assets.resources.extractors import extractor_version
from sift_assets.resources.played_models import is_played, played_model, played_name

TEXT = "Anna Berg lives in Kiel, by the water."
SCRIPT = """\
model: actor
rules:
  - when: Anna Berg
    answer: {entities: [{name: Anna Berg, type: PERSON}], relations: []}
"""


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "play.yaml"
    file.write_text(SCRIPT, "utf-8")
    return file


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    for folder, name, text in (
        ("docs", "letter.txt", TEXT),
        (
            "extractions",
            "letter.json",
            json.dumps(
                {
                    "model_used": "old/model",
                    "entities": [{"name": "Anna Berg", "entity_type": "PERSON", "context": TEXT}],
                    "relations": [],
                }
            ),
        ),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text(text, "utf-8")
    return tmp_path


def answer(name: str) -> tuple[str, str]:
    request = extraction_request(TEXT, prompt_facet(Domain(schema_free=True)))
    answered = played_model(name).complete(request)
    return answered.model, json.loads(answered.text)["entities"][0]["name"]


@pytest.mark.usefixtures("script")
def test_a_script_of_the_project_answers_by_its_rules() -> None:
    assert answer("scripted/play.yaml") == ("actor", "Anna Berg")


def test_recorded_extractions_are_served_from_their_folder(recorded: Path) -> None:
    assert answer(f"replay/{recorded}") == ("old/model", "Anna Berg")


def test_what_the_files_say_is_part_of_the_extractors_version(script: Path) -> None:
    settings = Settings(model="scripted/play.yaml")
    before = extractor_version(settings)
    assert extractor_version(settings) == before
    script.write_text(SCRIPT.replace("actor", "another"), "utf-8")
    assert extractor_version(settings) != before


def test_other_models_keep_their_names() -> None:
    assert played_name("openai/gpt-4o") == "openai/gpt-4o"
    assert not is_played("openai/scripted/x")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("rules: [", "YAML"), ("rules: [{cut: -1}]", "rules.0.cut"), ("[]", "mapping")],
)
def test_a_script_that_says_what_there_is_not_is_refused_by_place(
    script: Path, text: str, complaint: str
) -> None:
    script.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=complaint) as refused:
        played_model("scripted/play.yaml")
    assert "play.yaml" in str(refused.value)


@pytest.mark.parametrize("name", ["scripted/nothing.yaml", "replay/nowhere"])
def test_a_file_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(ConfigError, match=r"nothing|nowhere"):
        played_name(name)


def test_a_recording_that_is_none_is_refused_by_name(recorded: Path) -> None:
    (recorded / "extractions" / "letter.json").write_text("{}", "utf-8")
    with pytest.raises(ConfigError, match=r"letter\.json"):
        played_model(f"replay/{recorded}")
