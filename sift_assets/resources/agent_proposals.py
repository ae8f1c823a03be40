"""The file of what agents propose, beside the decision log and no part of it."""

from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from sift_assets.core.config.json_source import read_json
from sift_assets.core.review.agent_proposal import AgentProposal
from sift_assets.resources.files import write_atomically
from sift_assets.resources.locks import held
from sift_assets.resources.project import DECISIONS_FOLDER

FILE = "proposed.jsonl"

MOST_KEPT = 1000
"""Lines. Answered ones stay, so that the answer can be taken back, until newer ones need room."""

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

    def stamp(self) -> tuple[int, int, int]:
        """Return what the file is recognised by until somebody proposes something."""
        try:
            found = self.path.stat()
        except OSError:
            return (0, 0, 0)
        return (found.st_ino, found.st_mtime_ns, found.st_size)

    def read(self) -> list[AgentProposal]:
        """Return all, oldest first; a line that is none is left out: nothing depends on it."""
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (FileNotFoundError, UnicodeDecodeError):
            return []
        return [found for line in lines if (found := _read(line)) is not None]

    def add(
        self,
        proposal: Callable[[list[AgentProposal]], AgentProposal],
        is_settled: Callable[[AgentProposal], bool] = lambda _: False,
    ) -> AgentProposal:
        """Write a proposal down; one that is there already stays as it is.

        Args:
            proposal: Gives it, from those that are there.
            is_settled: Says which may go when there are too many, the oldest first.

        Returns:
            What is written down.
        """
        with held(
            self._lock, "The file of proposals", wait_seconds=WAIT_SECONDS, on_wait=_say_nothing
        ):
            known = self.read()
            new = proposal(known)
            before = next((one for one in known if one.id == new.id), None)
            if before is None:
                gone = (
                    [one.id for one in known if is_settled(one)] if known[MOST_KEPT - 1 :] else []
                )
                rest = set(gone[: len(known) + 1 - MOST_KEPT])
                self._write([*(one for one in known if one.id not in rest), new])
            return before or new

    def erase(self) -> None:
        """Delete the file: its reasons may quote what has to be forgotten."""
        self.path.unlink(missing_ok=True)

    def _write(self, proposals: list[AgentProposal]) -> None:
        lines = (one.to_bytes() + b"\n" for one in proposals)
        write_atomically(self.path, b"".join(lines))


def _read(line: str) -> AgentProposal | None:
    try:
        return AgentProposal.model_validate(read_json(line))
    except (ValueError, ValidationError):
        return None


def _say_nothing(_message: str) -> None:
    """Wait without a word: there may be a protocol where words would go."""
