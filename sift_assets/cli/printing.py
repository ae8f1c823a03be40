"""Printing to a terminal what came from documents, file names and language models."""

import codecs
import io
import json
import re
import sys
from typing import Any

import click

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, which a terminal obeys (all but tab and line feed); marks that reverse the
order of what follows; and halves of characters, which no output can encode."""


def printable(text: str) -> str:
    r"""Return text with every character that a terminal would obey written as `\u001b`."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def say(text: str, **style: Any) -> None:
    """Print a line for people; see `click.secho` for the style."""
    click.secho(printable(text), **style)


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, whose plural is given where it is not made with an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {plural or f'{noun}s'}"


def print_json(value: Any, *, indent: int | None = None, err: bool = False) -> None:
    """Print a value as one JSON document.

    What is unsafe, or cannot be encoded, can only stand inside of strings, and is escaped there as
    JSON does it.
    """
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    only_ascii = codecs.lookup(encoding).name != "utf-8"
    click.echo(printable(json.dumps(value, ensure_ascii=only_ascii, indent=indent)), err=err)


def escape_what_cannot_be_encoded() -> None:
    """Make the output write an escape for a character that the terminal's encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
