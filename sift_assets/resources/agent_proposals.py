"""The file of what agents propose, beside the decision log and no part of it."""

import json
from collections.abc import Callable, Collection
from pathlib import Path

from pydantic import ValidationError

from sift_assets.core.query.proposals import AgentProposal
from sift_assets.resources.files import write_atomically
from sift_assets.resources.locks import held
from sift_assets.resources.project import DECISIONS_FOLDER

FILE = "proposed.jsonl"

WAIT_SECONDS = 10
"""How long a writer waits for another; a write takes milliseconds."""


class AgentProposals:
    """What agents have proposed, a line each.

    Args:
        root: The project's folder.
        lock: The lock file of its writers.
    """

    def __init__(self, root: Path, lock: Path) -> None:
        self.path = root / DECISIONS_FOLDER / FILE
        self._lock = lock

    def read(self) -> list[AgentProposal]:
        """Return all, oldest first; a line that is none is left out: nothing depends on it."""
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (FileNotFoundError, UnicodeDecodeError):
            return []
        return [found for line in lines if (found := _read(line)) is not None]

    def add(self, proposal: Callable[[list[AgentProposal]], AgentProposal]) -> AgentProposal:
        """Write a proposal down; one that is there already stays as it is.

        Args:
            proposal: Gives it, from those that are there.
        """
        with held(
            self._lock, "The file of proposals", wait_seconds=WAIT_SECONDS, on_wait=_say_nothing
        ):
            known = self.read()
            new = proposal(known)
            if all(one.id != new.id for one in known):
                self._write([*known, new])
            return new

    def drop(self, ids: Collection[str]) -> None:
        """Take proposals out."""
        with held(
            self._lock, "The file of proposals", wait_seconds=WAIT_SECONDS, on_wait=_say_nothing
        ):
            self._write([one for one in self.read() if one.id not in ids])

    def erase(self) -> None:
        """Delete the file: its reasons may quote what has to be forgotten."""
        self.path.unlink(missing_ok=True)

    def _write(self, proposals: list[AgentProposal]) -> None:
        lines = (one.to_bytes() + b"\n" for one in proposals)
        write_atomically(self.path, b"".join(lines))


def _read(line: str) -> AgentProposal | None:
    try:
        return AgentProposal.model_validate(json.loads(line))
    except (ValueError, ValidationError):
        return None


def _say_nothing(_message: str) -> None:
    """Wait without a word: there may be a protocol where words would go."""
