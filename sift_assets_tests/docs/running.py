"""Carrying out the commands of a page, `sift` in this process, everything else by the shell."""

import io
import os
import re
import subprocess
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sift_assets_tests.cli.calling import call
from sift_assets_tests.docs.blocks import Block, Command, commands

WAITS_FOR_SOMEBODY: Mapping[str, tuple[str, ...]] = {
    "dev": (),
    "serve": ("--token-for", "--revoke"),
    "mcp": (),
    "review": ("--list", "--auto-approve", "<"),
}
"""Commands that run until somebody stops them or presses keys, and with what they do not."""

LEAVES = re.compile(r"leaves with (\d+)")
"""What a comment says of a command that does not end with 0."""

HOME = "/home/ada"
"""What pages show where a test has a folder of its own."""

WIDTH = "100"
"""Of the terminal, in columns."""


class Reader:
    """Somebody who types what a page says.

    Args:
        home: The folder that is home, where the page begins.
        patch: Of the environment.

    Attributes:
        ran: How many commands were carried out.
        left: How many were left alone, because they wait for somebody or install something.
    """

    def __init__(self, home: Path, patch: pytest.MonkeyPatch) -> None:
        self.home, self.here, self.ran, self.left = home, home, 0, 0
        self._patch, self._stands_for = patch, dict[str, Callable[[], str]]()
        patch.setenv("HOME", str(home))
        patch.setenv("COLUMNS", WIDTH)
        patch.setattr("sys.stdin", io.StringIO())
        patch.setattr(webbrowser, "open", lambda _: True)

    def carry_out(self, block: Block) -> str:
        """Carry out a block; return what it printed.

        Raises:
            AssertionError: A command ended otherwise than the page says.
        """
        printed = "".join(self._one(block, command) for command in commands(block))
        lines = printed.replace(str(self.home), HOME).splitlines()
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def is_called(self, actor: str) -> None:
        """Let the reader have this name."""
        self._patch.setenv("SIFT_ACTOR", actor)

    def means(self, example: str, meant: Callable[[], str]) -> None:
        """Let what a page names for example stand for what is found when it is needed."""
        self._stands_for[example] = meant

    def _one(self, block: Block, command: Command) -> str:
        words = [self._meant(word) for word in command.words]
        if not words:
            return ""
        if _is_left_alone(words):
            self.left += 1
            return ""
        self.ran += 1
        if words[0] == "cd":
            self.here = (self.here / words[1]).resolve()
            return ""
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self._patch.setenv(name, value)
            return ""
        return self._sift(block, command, words) if words[0] == "sift" else self._shell(command)

    def _sift(self, block: Block, command: Command, words: list[str]) -> str:
        self._patch.chdir(self.here)
        with pytest.MonkeyPatch.context() as patch:
            for name, value in command.given.items():
                patch.setenv(name, value)
            if words[-2] == "<":
                patch.setattr("sys.stdin", io.StringIO((self.here / words[-1]).read_text("utf-8")))
                words = words[:-2]
            ended = call(*words[1:])
        expected = LEAVES.search(command.comment)
        wanted = int(expected.group(1)) if expected else 0
        assert ended.code == wanted, (
            f"{block.page}:{block.line}: {command.text}\n{ended.out}{ended.err}"
        )
        return ended.out

    def _shell(self, command: Command) -> str:
        text = command.text
        for example, meant in self._stands_for.items():
            if example in text:
                text = text.replace(example, meant())
        done = subprocess.run(
            ["sh", "-e", "-c", text],
            cwd=self.here,
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, **command.given},
        )
        return done.stdout

    def _meant(self, word: str) -> str:
        meant = self._stands_for[word]() if word in self._stands_for else word
        return str(self.home / meant[2:]) if meant.startswith("~/") else meant


def _is_left_alone(words: list[str]) -> bool:
    if words[0] in ("make", "pip"):
        return True
    if words[0] != "sift":
        return False
    named = next((word for word in words[1:] if not word.startswith(("-", "/"))), "")
    return named in WAITS_FOR_SOMEBODY and not {*words} & {*WAITS_FOR_SOMEBODY[named]}


def is_as_shown(shown: str, printed: str) -> bool:
    """Say whether a page shows what was printed; a line `…` stands for any number of lines."""
    parts = [re.escape(part) for part in re.split(r"^…\n", shown, flags=re.MULTILINE)]
    return re.fullmatch("(?:.*\n)*?".join(parts), printed) is not None
