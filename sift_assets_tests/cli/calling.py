"""Calling `sift` in this process, with what it printed and how it ended."""

import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sift_assets.cli.main import main


@dataclass(frozen=True)
class Call:
    """How a command ended.

    Attributes:
        code: Exit code.
        out: Its standard output.
        err: Its standard error.
    """

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The message of an error under --json, after checking its form."""
        assert self.out == ""
        error = json.loads(self.err)
        assert error.keys() >= {"error", "code", "exit_code"}
        assert error["exit_code"] == self.code
        return error["error"]


def call(*arguments: str | Path) -> Call:
    """Call `sift` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as left,
    ):
        main([str(argument) for argument in arguments])
    assert isinstance(left.value.code, int)
    return Call(left.value.code, out.getvalue(), err.getvalue())


def files_below(folder: Path) -> dict[str, bytes | None]:
    """Return every file below a folder with its content, and every folder with None."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }
