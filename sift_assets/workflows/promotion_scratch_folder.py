"""The folder of a throw-away Central: settings, domain, documents, and its model's script.

What belongs here: what is written before anything runs. Running it is in `promotion_scratch`.
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from sift_assets.core.domain.model import Domain
from sift_assets.core.llm.script import Rule, Script
from sift_assets.core.promotion.settings import Autonomy, Principal, Role, Seat
from sift_assets.core.settings.model import ExportFormat, Settings, StageModels
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.workspace import Workspace

OWNER, OTHER, ADMIN = "owner", "other", "admin"
"""The people of a throw-away Central; the first two have a seat each, called as they are."""

PEOPLE = "people"
"""The folder in which everything of the seats lies."""

CANARY = "canary.md"
"""The document that is promoted, in the seat of the first."""

_DOMAIN, _SCRIPT = "evaluated", "script.json"
_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")
_GENERAL = "general"


@dataclass(frozen=True)
class Words:
    """Words that stand in one document each, and nowhere else in the world.

    Attributes:
        people: In the watched folder.
        canary: In the document that is promoted, and of the thing that it names.
        kept: In a document of the same seat that is personal.
        other: In a document of the other seat.
    """

    people: str
    canary: str
    kept: str
    other: str

    @classmethod
    def new(cls) -> "Words":
        """Make some. Letters only: a word of digits would look like a secret to the scan."""
        return cls(*(f"{name}{_letters()}" for name in ("quay", "canary", "kept", "other")))


def made_project(workspace: Workspace, root: Path, words: Words) -> Settings:
    """Write a throw-away project into an empty folder, and return its settings.

    Args:
        workspace: The project whose settings and domain it has.
        root: The folder.
        words: What its documents say.

    Raises:
        ConfigError: The domain is wrong.
        OSError: There is no room for it.
    """
    settings = _settings(workspace.settings, root, _domain_into(workspace, root))
    _write_documents(root, words)
    script = _script(Workspace(root, settings).domain, words)
    (root / _SCRIPT).write_bytes(script.to_bytes())
    return settings


def _settings(ours: Settings, root: Path, domain: str) -> Settings:
    """Return the project's settings, with what belongs to people and models in their place."""
    scripted = f"scripted/{root / _SCRIPT}"
    return ours.model_copy(
        update={
            "documents": "documents",
            "exports": "exports",
            "store": ".sift",
            "domain": domain,
            "bibliography": "",
            "ignore": (),
            "model": "local",
            "models": StageModels(extract=scripted),
            "document_context": False,
            "resolution": ours.resolution.model_copy(update={"encoder": "ngrams"}),
            "export_formats": tuple(dict.fromkeys((ExportFormat.JSON, *ours.export_formats))),
            "seats": tuple(
                Seat(name=name, folder=_folder(name), owner=name, autonomy=Autonomy.REVIEW)
                for name in (OWNER, OTHER)
            ),
            "principals": (
                Principal(name=OWNER, role=Role.WRITER),
                Principal(name=OTHER, role=Role.WRITER),
                Principal(name=ADMIN, role=Role.ADMIN),
            ),
        }
    )


def _domain_into(workspace: Workspace, root: Path) -> str:
    """Copy the domain in force, and return its name there; `general` for one without types."""
    if not _first_type(workspace.domain):
        return _GENERAL
    folder = root / "domains"
    folder.mkdir()
    shutil.copyfile(workspace.domain_file_in_force, folder / f"{_DOMAIN}.yaml")
    return _DOMAIN


def _first_type(domain: Domain) -> str:
    """Return an entity type that takes any name; empty for none."""
    free = (name for name, kind in sorted(domain.entity_types.items()) if not kind.vocabulary)
    return next(free, "")


def _script(domain: Domain, words: Words) -> Script:
    """Return what the model answers: each document names one thing, called by its word."""
    kind = _first_type(domain)
    rules = [
        Rule(when=word, answer={"entities": [_entity(word, kind)], "relations": []})
        for word in (words.people, words.canary, words.kept, words.other)
    ]
    return Script(rules=tuple(rules))


def _entity(word: str, kind: str) -> dict[str, object]:
    name = word.capitalize()
    return {
        "name": name,
        "surface": name,
        "type": kind,
        "aliases": [],
        "context": [sentence_of(word)],
        "attributes": [],
        "confidence": 0.9,
    }


def sentence_of(word: str) -> str:
    """Return the sentence that a document says of its thing."""
    return f"{word.capitalize()} keeps the gate of {word}."


def _write_documents(root: Path, words: Words) -> None:
    repository = f"github.com/{words.canary}/gate"
    documents: Mapping[str, str] = {
        "documents/people.md": f"{sentence_of(words.people)} It opens in May.\n",
        f"{_folder(OWNER)}/{CANARY}": f"{sentence_of(words.canary)} See {repository}.\n",
        f"{_folder(OWNER)}/kept.md": f"---\ntags: [personal]\n---\n\n{sentence_of(words.kept)}\n",
        f"{_folder(OTHER)}/other.md": f"{sentence_of(words.other)} Nobody knows.\n",
        **{f"{PEOPLE}/{name}/{SETTINGS_FILE}": "" for name in (OWNER, OTHER)},
    }
    for name, text in documents.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _folder(seat: str) -> str:
    """Return the folder of a seat: that of a project, as seats that are strictly apart need it."""
    return f"{PEOPLE}/{seat}/documents"


def _letters() -> str:
    return token_hex(5).translate(_LETTERS)
