"""Where a reviewer's keys come from: single ones at a terminal, a line each from anywhere else."""

import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

WORDS = {
    "approve": "a",
    "reject": "r",
    "skip": "s",
    "quit": "q",
    "undo": "u",
    "next": "n",
    "previous": "p",
    "one": "o",
    "help": "?",
    "h": "?",
}
"""Long forms of the keys, for lines."""

ARROWS = {"\x1b[C": "n", "\x1b[B": "n", "\x1b[D": "p", "\x1b[A": "p"}
"""What terminals send for right, down, left and up."""

READ_BYTES = 64
"""More than any one key sends."""

ERASE = "\x7f\x08"
END_OF_INPUT = "\x04"
ESCAPE = "\x1b"


class Keys(Protocol):
    """Gives one key after the other."""

    def next(self) -> str | None:
        """Return a key, in small letters, or numbers as typed; None at the end of the input."""
        ...

    def fresh(self) -> None:
        """Let only keys count that come from now on, for a panel that is about to be shown."""
        ...


class LineKeys:
    """Keys from a pipe or a file, one a line.

    Args:
        stream: Where they come from.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def next(self) -> str | None:
        """Return the next line's key."""
        line = self._stream.readline()
        said = line.strip().lower()
        return WORDS.get(said, said) if line else None

    def fresh(self) -> None:
        """Go on: whoever wrote the lines knew what comes."""


class TerminalKeys:
    """Keys as they are pressed, without Enter but after a number.

    What was pressed before a panel was there is dropped: a key speaks of what is on the screen, so
    that one held down too long decides nothing unseen.

    Args:
        descriptor: Of the terminal.
        echo: Where a number is shown while it is typed.
    """

    def __init__(self, descriptor: int, echo: TextIO) -> None:
        self._descriptor = descriptor
        self._echo = echo

    def fresh(self) -> None:
        """Drop what was pressed before now."""
        termios.tcflush(self._descriptor, termios.TCIFLUSH)

    def next(self) -> str | None:
        """Return the next key."""
        while True:
            typed = self._read()
            if typed in ("", END_OF_INPUT):
                return None
            if typed in ARROWS:
                return ARROWS[typed]
            if typed[0].isdigit():
                number = self._number(typed)
                if number:
                    return number
            elif typed[0].isprintable():
                key = typed[0].lower()
                return WORDS.get(key, key)

    def _number(self, typed: str) -> str:
        """Read on until Enter; empty when Escape takes it back."""
        number, rest = "", list(typed)
        while True:
            for one in rest:
                if one in "\r\n":
                    self._show("\n")
                    return number
                if one in (ESCAPE, END_OF_INPUT):
                    self._show("\n")
                    return ""
                number = self._edited(number, one)
            rest = list(self._read() or END_OF_INPUT)

    def _edited(self, number: str, one: str) -> str:
        if one in ERASE:
            self._show("\b \b" if number else "")
            return number[:-1]
        if one.isdigit() or one in ", ":
            self._show(one)
            return number + one
        return number

    def _read(self) -> str:
        return os.read(self._descriptor, READ_BYTES).decode("utf-8", "ignore")

    def _show(self, text: str) -> None:
        self._echo.write(text)
        self._echo.flush()


@contextmanager
def keys_of_this_process() -> Iterator[Keys]:
    """Give single keys in the block where standard input is a terminal, else lines."""
    if not sys.stdin.isatty():
        yield LineKeys(sys.stdin)
        return
    with single_keys(sys.stdin.fileno()):
        yield TerminalKeys(sys.stdin.fileno(), sys.stdout)


@contextmanager
def single_keys(descriptor: int) -> Iterator[None]:
    """Let a terminal give each key at once and not show it; Ctrl-C stays what it is."""
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
