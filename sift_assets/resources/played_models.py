"""Models that play a part and ask nobody: a script, or recorded extractions, from files.

`model: scripted/<file>` follows the rules of a YAML file; `model: replay/<folder>` serves what
sift-kg once recorded, from `docs/*.txt` and `extractions/*.json` in that folder.
"""

import time
from pathlib import Path

from pydantic import ValidationError

from sift_assets.core.config.json_source import read_json
from sift_assets.core.config.yaml_source import Bounds, read_yaml
from sift_assets.core.errors import ConfigError
from sift_assets.core.extraction.llm.replay import Recording, ReplayModel
from sift_assets.core.llm.model import LanguageModel
from sift_assets.core.llm.script import Script, ScriptReader
from sift_assets.core.llm.scripted import ScriptedModel
from sift_assets.core.records.record import content_hash, key_of

SCRIPTED, REPLAY = "scripted/", "replay/"

VERSION_DIGITS = 12
"""Of the hash of the files; part of the model's name in every key."""

BOUNDS = Bounds(characters=10_000_000, values=300_000)
"""Of a script: one that answers about thousands of documents has some millions of characters."""


def is_played(name: str) -> bool:
    """Return whether a model's name means a file that plays its part."""
    return name.startswith((SCRIPTED, REPLAY))


def played_name(name: str) -> str:
    """Return a model's name with what its files say, which shapes its answers; others unchanged.

    Raises:
        ConfigError: The file or folder is not there.
    """
    if not is_played(name):
        return name
    hashes = [content_hash(file.read_bytes()) for file in _files(name)]
    return f"{name}@{key_of(*hashes)[:VERSION_DIGITS]}"


def played_model(name: str) -> LanguageModel:
    """Open the script or the recordings that a model's name means.

    Raises:
        ConfigError: The file or folder is not there, or does not say what it must.
    """
    if name.startswith(SCRIPTED):
        (file,) = _files(name)
        script = _script(file)
        return ScriptedModel(ScriptReader(script, time.sleep), script.model)
    return ReplayModel(_recording(text) for text in _files(name) if text.suffix == ".txt")


def _files(name: str) -> list[Path]:
    """Return the files of a model in a fixed order; paths are relative to the project."""
    place = Path(name.partition("/")[2])
    if name.startswith(SCRIPTED):
        found = [place] if place.is_file() else []
    else:
        texts = sorted(place.glob("docs/*.txt"))
        found = [file for text in texts for file in (text, _answers_of(text)) if file.is_file()]
    if not found:
        raise ConfigError(
            f"`{name}` names no file to play from.",
            "Write scripted/<file>.yaml, or replay/<folder> with docs/ and extractions/ in it.",
            field="model",
        )
    return found


def _answers_of(text: Path) -> Path:
    return text.parent.parent / "extractions" / f"{text.stem}.json"


def _script(file: Path) -> Script:
    try:
        return Script.model_validate(read_yaml(file.read_text("utf-8"), str(file), BOUNDS).data)
    except UnicodeDecodeError as error:
        raise ConfigError("is no text in UTF-8.", file=str(file)) from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{first['msg']}.", file=str(file), field=field) from error


def _recording(text: Path) -> Recording:
    answers = _answers_of(text)
    try:
        said = read_json(answers.read_bytes())
        return Recording(
            text=text.read_text("utf-8"),
            entities=said["entities"],
            relations=said["relations"],
            model=said.get("model_used", "replay"),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError("holds no recorded extraction.", file=str(answers)) from error
