"""Whether a command that stands in a page could be typed: it is there, and so are its options."""

import re
from collections.abc import Sequence
from pathlib import Path

import click

from sift_assets.cli.main import sift
from sift_assets_tests.docs.blocks import REPOSITORY

_PLACEHOLDER = re.compile(r"…|\.\.\.|.*…|[A-Z_-]+|<.*>|\[.*\]")
"""Stands for whatever somebody wants."""


def mistake(words: Sequence[str]) -> str:
    """Return what is wrong with a command; empty where it can be typed.

    Args:
        words: From the program's name on.
    """
    program, *rest = words[: words.index("<")] if "<" in words else words
    if program == "make":
        return next((f"no target {one}" for one in rest if not _is_target(one)), "")
    try:
        _parse(sift, click.Context(sift, info_name="sift"), rest)
    except click.BadOptionUsage as error:
        is_named_only = error.option_name == rest[-1]  # as `sift gc --runs` in a sentence
        return "" if is_named_only else error.format_message()
    except click.UsageError as error:
        return error.format_message()
    return ""


def _is_target(name: str) -> bool:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    return re.search(rf"^{re.escape(name)}:", makefile, re.MULTILINE) is not None


def _parse(command: click.Command, context: click.Context, words: list[str]) -> None:
    """Parse a command's own options, then those of the subcommand that follows.

    Raises:
        click.UsageError: Something is not known, or missing.
    """
    given, left, _ = command.make_parser(context).parse_args(list(words))
    for param in command.params:
        _check(param, given.get(param.name or ""), context)
    if isinstance(command, click.Group) and left:
        name, *rest = left
        if _PLACEHOLDER.fullmatch(name):
            return
        inner = command.get_command(context, name)
        if inner is None:
            raise click.UsageError(f"no command {name}")
        _parse(inner, click.Context(inner, info_name=name, parent=context), rest)
    elif left and not all(_PLACEHOLDER.fullmatch(word) for word in left):
        raise click.UsageError(f"one argument too many: {left}")


def _check(param: click.Parameter, value: object, context: click.Context) -> None:
    """Convert what needs no file and is no placeholder."""
    if isinstance(param.type, click.Choice | click.IntRange):
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, str) and not _PLACEHOLDER.fullmatch(one):
                param.type_cast_value(context, [one] if param.multiple else one)


def is_ours(words: Sequence[str]) -> bool:
    """Say whether a command can be parsed here."""
    return bool(words) and words[0] in ("sift", "make")


def named_pages(page: Path) -> list[str]:
    """Return the addresses that a page links to in this repository, without their anchors."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"\]\(([^)\s]+)\)", text)
    return [one.partition("#")[0] for one in found if "://" not in one and one[0] != "#"]
