"""The narrative and the viewer, as the last run wrote them, for whoever reviews."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sift_assets.core.errors import ProjectError
from sift_assets.core.narrative.records import Passage, Profile, Report, Sentence
from sift_assets.core.planning.keys import document_path
from sift_assets.resources.workspace import Workspace
from sift_assets.review.looking import VIEWER_FILE, NoQuestion, has_viewer
from sift_assets.review.project import ReviewedProject

NARRATIVE_FILE = "narrative.json"
"""Below the exports folder."""

VIEWER_POLICY = (
    "sandbox allow-scripts allow-downloads allow-popups; default-src 'none'; "
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Of the viewer: everything is in its one file. In its sandbox it is a site of its own, so that
nothing in it could decide in the name of whoever looks."""


def narrative(project: ReviewedProject, _: NoQuestion) -> dict[str, Any]:
    """Return the narrative as headings and sentences, each with the passages it stands on.

    Raises:
        ProjectError: There is none yet, or the file cannot be read.
    """
    report = _report(project.workspace)
    return {
        "title": report.title,
        "sections": [
            _section("Overview", report.overview),
            _list("Key connections", [s for one in report.chains for s in one.sentences]),
            _list("Timeline", [one.sentence for one in report.timeline]),
            *(_section(one.label, one.story, one.profiles) for one in report.communities),
            _list("Open questions", [one.sentence for one in report.islands]),
        ],
        "passages": {key: _passage(one) for key, one in report.passages.items()},
    }


def viewer_file(workspace: Workspace) -> Path:
    """Return the viewer's file.

    Raises:
        ProjectError: There is none yet.
    """
    if not has_viewer(workspace):
        raise ProjectError("There is no viewer yet.", "Run `sift run`.")
    return workspace.exports_folder / VIEWER_FILE


def _report(workspace: Workspace) -> Report:
    file = workspace.exports_folder / NARRATIVE_FILE
    try:
        return Report.model_validate_json(file.read_bytes())
    except FileNotFoundError as error:
        raise ProjectError("There is no narrative yet.", "Run `sift run`.") from error
    except (OSError, ValidationError) as error:
        raise ProjectError(f"{file}: cannot be read.", "Run `sift run`.") from error


def _section(
    heading: str, sentences: Iterable[Sentence], profiles: Iterable[Profile] = ()
) -> dict[str, Any]:
    return {
        "heading": heading,
        "sentences": [_sentence(one) for one in sentences],
        "profiles": [_section(one.name, one.sentences) for one in profiles],
        "is_list": False,
    }


def _list(heading: str, sentences: Iterable[Sentence]) -> dict[str, Any]:
    return _section(heading, sentences) | {"is_list": True}


def _sentence(one: Sentence) -> dict[str, Any]:
    return {"text": one.text, "cites": list(one.cites)}


def _passage(one: Passage) -> dict[str, Any]:
    return one.model_dump(mode="json") | {"path": document_path(one.document)}
