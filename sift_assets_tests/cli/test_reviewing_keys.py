"""Keys are read one by one from a terminal and line by line from anything else."""

import io
import os
import pty
from collections.abc import Iterator

import pytest

from sift_assets.cli.reviewing_keys import LineKeys, TerminalKeys, single_keys


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("a", "a"),
        (" Approve ", "a"),
        ("QUIT", "q"),
        ("12", "12"),
        ("1, 3", "1, 3"),
        ("what", "what"),
    ],
)
def test_a_line_is_a_key_or_its_name(line: str, key: str) -> None:
    keys = LineKeys(io.StringIO(f"{line}\n"))
    assert keys.next() == key
    assert keys.next() is None


@pytest.fixture
def typing() -> Iterator[tuple[TerminalKeys, int, io.StringIO]]:
    """Return the keys of a terminal, its other end, and what it shows while a number is typed."""
    ours, theirs = pty.openpty()
    echo = io.StringIO()
    with single_keys(theirs):
        yield TerminalKeys(theirs, echo), ours, echo
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("A", "a"),
        ("h", "?"),
        ("\x1b[D", "p"),
        ("\x1b[B", "n"),
        ("12\r", "12"),
        ("1, 3\n", "1, 3"),
        ("1\x7f\x7f2\r", "2"),
        ("1x2\r", "12"),
        ("\x04", None),
    ],
)
def test_a_key_counts_at_once_and_a_number_at_enter(
    typing: tuple[TerminalKeys, int, io.StringIO], typed: str, key: str | None
) -> None:
    keys, keyboard, _ = typing
    os.write(keyboard, typed.encode())
    assert keys.next() == key


def test_what_was_pressed_before_is_dropped(
    typing: tuple[TerminalKeys, int, io.StringIO],
) -> None:
    keys, keyboard, _ = typing
    os.write(keyboard, b"a")
    keys.fresh()
    os.write(keyboard, b"r")
    assert keys.next() == "r"
