"""Making a project folder: the files that each has, where they are missing."""

import shutil
from pathlib import Path

from sift_assets.core.errors import ProjectError
from sift_assets.core.settings.writing import with_settings
from sift_assets.resources.domain_files import bundled_domains
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.sample import sample_documents

TEMPLATES = Path(__file__).parent / "templates"
"""The files of a new project, byte for byte those of a clone."""


def made_project(folder: Path, domain: str | None = None, *, with_sample: bool) -> list[Path]:
    """Make what is missing in a project's folder and return it; what is there stays.

    Args:
        folder: The project's; made when it is not there.
        domain: What a new `sift.yaml` names; `general` without.
        with_sample: Whether the sample documents are copied, where there is no folder for them.

    Raises:
        OSError: Something cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    copies = [_copied(file, folder / file.name) for file in sorted(TEMPLATES.glob("*.yaml"))]
    copies += [
        _copied(f, folder / "domains" / f.name) for f in sorted(bundled_domains().glob("*.yaml"))
    ]
    made = [path for path in copies if path is not None]
    settings = folder / SETTINGS_FILE
    if settings in made and domain:
        text = settings.read_text(encoding="utf-8")
        settings.write_text(with_settings(text, {"domain": domain}, SETTINGS_FILE), "utf-8")
    documents = folder / "documents"
    if with_sample and not documents.exists():
        shutil.copytree(sample_documents(), documents)
        made.append(documents)
    documents.mkdir(exist_ok=True)
    return made


def made_or_refused(folder: Path, domain: str | None = None, *, with_sample: bool) -> list[Path]:
    """Do the same for a command.

    Raises:
        ProjectError: Something cannot be made.
    """
    try:
        return made_project(folder, domain, with_sample=with_sample)
    except OSError as error:
        raise ProjectError(
            f"{error.filename or folder}: cannot be made ({error.strerror}).",
            "Choose another folder, or move away what is in the way.",
        ) from error


def _copied(source: Path, target: Path) -> Path | None:
    """Copy a file unless there is one; return what was made."""
    if target.exists():
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    return target
