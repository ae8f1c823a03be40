"""The commands that stand in pages: where, in which block, and what is shown of their output."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).parents[2]

PAGES = (
    REPOSITORY / "README.md",
    *sorted((REPOSITORY / "docs").glob("*.md")),
    *sorted((REPOSITORY / "docs" / "how-to").glob("*.md")),
)
"""Pages that people write. Those of docs/reference are made from the code, docs/adr has none."""

_FENCE = re.compile(r"^```(\w+)(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_INDENTED = re.compile(r"(?<=\n\n)((?:    [^\n]*\n)+)(?=\n|\Z)")
"""Lines that are indented by four, by themselves."""

_SHELL = re.compile(r"\s*(?:sift|make|cd|pip|docker|helm|celery) ")
"""How an indented block begins that is for the shell."""

_OUTPUT = re.compile(r"\n(?:\n)?```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_HERE_DOCUMENT = re.compile(r"<<'?(\w+)'?\s*$")

NOT_RUN = "not-run: "
"""What stands on a fence whose commands no test can run; the reason follows."""


class Block(NamedTuple):
    """Commands for the shell.

    Attributes:
        page: Name of the page, below the repository.
        line: Where it begins.
        text: The commands.
        reason: Why it cannot be run in a test; empty where it is.
        output: What the page shows that it prints; None where it shows nothing.
    """

    page: str
    line: int
    text: str
    reason: str
    output: str | None


class Command(NamedTuple):
    """One command, with a here-document if it has one.

    Attributes:
        text: As it stands.
        words: Of its first line, without assignments and comment; empty for a comment.
        given: Assignments before the command.
        comment: After it.
    """

    text: str
    words: tuple[str, ...]
    given: dict[str, str]
    comment: str


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page that are for the shell, in order."""
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(REPOSITORY).as_posix()
    return sorted([*_fenced(text, name), *_indented(text, name)], key=lambda block: block.line)


def _fenced(text: str, name: str) -> Iterator[Block]:
    for found in _FENCE.finditer(text):
        language, info, inside = found.groups()
        if language != "sh":
            continue
        said = info or ""
        assert not said or said.startswith(NOT_RUN), f"{name}: what does `{said}` mean?"
        shown = _OUTPUT.match(text, found.end())
        yield Block(
            name,
            1 + text.count("\n", 0, found.start()),
            inside,
            said.removeprefix(NOT_RUN),
            shown.group(1) if shown else None,
        )


def _indented(text: str, name: str) -> Iterator[Block]:
    unfenced = _FENCE.sub(lambda found: re.sub(r"[^\n]", "x", found.group()), text)
    for found in _INDENTED.finditer(unfenced):
        if _SHELL.match(found.group(1)):
            lines = (line.removeprefix("    ") for line in found.group(1).splitlines())
            yield Block(
                name, 1 + text.count("\n", 0, found.start()), "\n".join(lines) + "\n", "", None
            )


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a block; lines that go on after a backslash are joined."""
    lines = iter(block.text.replace("\\\n", "").splitlines())
    for line in lines:
        text, begun = line, _HERE_DOCUMENT.search(line)
        while begun and not text.endswith(f"\n{begun.group(1)}"):
            text += "\n" + next(lines)
        if line.strip():
            yield _command(line, text)


def _command(line: str, text: str) -> Command:
    words = shlex.split(line, comments=True)
    assigned = 0
    while assigned < len(words) and re.match(r"[A-Z_]+=", words[assigned]):
        assigned += 1
    given = dict(word.split("=", 1) for word in words[:assigned])
    comment = line.partition(" #")[2].strip()
    return Command(text, tuple(words[assigned:]), given, comment)


def inline(page: Path) -> list[str]:
    """Return what stands of `sift` in the text and the tables of a page, in backticks."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"(?<!`)`(sift(?: [^`\n]*)?)`", _FENCE.sub("", text))
    return [one.replace("\\|", "|") for one in found]
