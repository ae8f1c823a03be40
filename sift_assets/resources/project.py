"""Finding the project that a command works on, and entering it.

A project is the folder that holds `sift.yaml`. Everything of Dagster's lies below it under
`.dagster/`, by the relative paths of its `dagster.yaml`; so a process must stand in the project's
folder before it touches an instance, and must not be sent elsewhere by `DAGSTER_HOME`.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from sift_assets.core.errors import ProjectError

SETTINGS_FILE = "sift.yaml"
DAGSTER_FILE = "dagster.yaml"
DAGSTER_FOLDER = ".dagster"
LOGS_FOLDER = "logs"
"""Below it, what runs have printed."""

DECISIONS_FOLDER = "decisions"
PROMOTED_FOLDER = "promoted"

_MISREAD = re.compile(r"[?%*\[\]]")
"""Characters that Dagster takes for a glob, or for a part of its storage's URL, wherever they stand
in the path: it would store elsewhere, or nowhere."""


def find_project(start: Path) -> Path:
    """Return the nearest folder at or above `start` that holds a `sift.yaml`.

    Raises:
        ProjectError: There is none.
    """
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / SETTINGS_FILE).is_file():
            return folder
    raise ProjectError(
        f"{start}: no {SETTINGS_FILE} here or in any folder above.",
        "Make a project with `sift init`, or go into one.",
    )


def enter_project(root: Path, environment: Mapping[str, str]) -> None:
    """Make the project's folder the working directory, after checking that it may be used.

    Args:
        root: As `find_project` gave it.
        environment: The process's environment.

    Raises:
        ProjectError: `DAGSTER_HOME` names another place, the project lacks a `dagster.yaml`, or
            Dagster cannot work below a folder of this name.
    """
    home = environment.get("DAGSTER_HOME", "")
    if home and Path(home).resolve() != root:
        raise ProjectError(
            f"DAGSTER_HOME is {home}, but this project keeps Dagster's files in "
            f"{root / DAGSTER_FOLDER}.",
            "Unset DAGSTER_HOME (`unset DAGSTER_HOME`) and run again.",
        )
    if not (root / DAGSTER_FILE).is_file():
        raise ProjectError(
            f"{root / DAGSTER_FILE}: is missing.", "Run `sift init` in this folder to add it."
        )
    misread = sorted(set(_MISREAD.findall(str(root))))
    if misread:
        raise ProjectError(
            f"{root}: Dagster cannot keep its storage below a folder whose path holds "
            f"{' '.join(misread)}.",
            "Rename the folder, or move the project.",
        )
    os.chdir(root)
