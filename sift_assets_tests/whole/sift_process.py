"""`sift` as people start it: a process of its own, in a folder, with chosen surroundings."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sift_assets_tests.cli.calling import call

SIFT = str(Path(sys.executable).with_name("sift"))
"""The command as it is installed beside the Python that runs the tests."""

SECONDS = 150
"""No command of a test takes as long; one that hangs must fail the test, not hold it."""


def surroundings(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment without settings of ours and of Dagster's, with these on top."""
    own = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SIFT_", "DAGSTER_", "COV_", "COVERAGE_", "OPENAI_"))
    }
    return {**own, **(more or {})}


def sift(
    folder: Path,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    before: Sequence[str] = (),
    seconds: float | None = SECONDS,
) -> subprocess.CompletedProcess[str]:
    """Run `sift` in a folder and wait for its end.

    Args:
        folder: Working directory.
        *arguments: Of the command.
        environment: Variables on top of our own.
        before: Words before the command, such as `unshare -n`.
        seconds: How long it may take; None for as long as it takes.
    """
    return subprocess.run(
        [*before, SIFT, *arguments],
        cwd=folder,
        env=surroundings(environment),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def started(
    folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start `sift` in a process group of its own, with Ctrl-C as a terminal gives it."""
    return subprocess.Popen(
        [SIFT, *arguments],
        cwd=folder,
        env=surroundings(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )


def answer(ended: subprocess.CompletedProcess[str], code: int = 0) -> Any:
    """Return what a command printed as JSON, after checking how it ended."""
    assert ended.returncode == code, ended.stderr
    return json.loads(ended.stdout)


def made(root: Path, documents: Mapping[str, str] | None = None) -> Path:
    """Make a project: with these documents, or with the sample; in this process, to save one."""
    sample = () if documents is None else ("--no-sample",)
    ended = call("init", root, *sample)
    assert ended.code == 0, ended.err
    for name, text in (documents or {}).items():
        file = root / "documents" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def exported(root: Path) -> dict[str, bytes]:
    """Return name to content of every exported file."""
    folder = root / "exports"
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def graph_of(root: Path) -> Any:
    """Return the exported graph."""
    return json.loads(exported(root)["graph.json"])
