"""What a Markdown note states for its readers, not in its prose: links, other names, tags.

Obsidian and its like write `[[Ada Varga|the director]]`, which shows "the director" and means Ada
Varga; front matter with `aliases` and `tags`; and `#tags` in the text. Links are read as what they
show. What they mean are hints: about this document, and no other.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sift_assets.core.records.text import StatedName
from sift_assets.core.text.front_matter import BLOCK

_FENCE = re.compile(r" {0,3}(`{3,}+|~{3,}+)")
_LINK = re.compile(
    r"(?P<code>`[^`\n]+`)"
    r"|(?P<embed>!?)\[\[(?P<target>[^\s\[\]|#^][^\[\]|#^\n]{0,250}|(?=\#))"
    r"(?P<part>[#^][^\[\]|\n]{0,250})?(?:\|(?P<shown>[^\[\]\n]{1,250}))?\]\]"
)
"""Code comes first, so that `[[ -f x ]]` in a script stays what it is."""

_TAG = re.compile(r"(?<!\S)#([^\W\d_][\w/-]{0,99})(?![\w/#-])")
_FIELD = re.compile(
    r"^(?P<name>tags?|alias(?:es)?)[ \t]*:[ \t]*"
    r"(?:\n(?P<items>(?:[ \t]*-[ \t]+[^\n]+(?:\n|\Z))+)|(?P<value>[^\n]+))",
    re.MULTILINE | re.IGNORECASE,
)
_ATTACHMENT = re.compile(r"\.[A-Za-z0-9]{2,5}\Z")

MOST_HINTS = 500
"""Of a kind in one document; who writes more does not mean them as hints."""


class Note(NamedTuple):
    """A note as it is read.

    Attributes:
        text: With links as what they show; unchanged where there are none.
        tags: Sorted, each once, without the `#`.
        names: What is shown in the text, or is another name of the note, and means something.
    """

    text: str
    tags: tuple[str, ...]
    names: tuple[StatedName, ...]


def read_note(text: str, title: str) -> Note:
    """Read what a Markdown text states beside its prose.

    Args:
        text: Cleaned.
        title: Of the note; other names in its front matter are names of this. Without it they
            name nothing, since a document does not know how its file is called.
    """
    block = BLOCK.match(text)
    fields = _fields(block.group(1) if block else "")
    read: list[str] = []
    names: list[StatedName] = []
    tags = list(fields["tag"])
    for piece, is_code in _pieces(text):
        read.append(piece if is_code else _without_links(piece, names))
        if not is_code:
            tags += (found[1] for found in _TAG.finditer(_LINK.sub(_without_code, piece)))
    if title:
        names += [StatedName(shown=alias, name=title) for alias in fields["alias"]]
    return Note("".join(read), _distinct(tags), _unambiguous(names))


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a text, and whether each is of a fenced block of code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line)
        if fence:
            yield line, True
            if found and found[1].startswith(fence):
                fence = ""
        else:
            fence = found[1] if found else ""
            yield line, bool(found)


def _without_code(found: re.Match[str]) -> str:
    return "" if found["code"] else found[0]


def _without_links(text: str, names: list[StatedName]) -> str:
    """Return a text with links as what they show, and add what that means."""

    def shown(found: re.Match[str]) -> str:
        if found["code"] is not None:
            return found[0]
        name = found["target"].rpartition("/")[2].strip()
        if found["embed"] and (_ATTACHMENT.search(name) or not name):
            return ""
        says = (found["shown"] or name or (found["part"] or "").lstrip("#^")).strip()
        if found["shown"] and name and says != name:
            names.append(StatedName(shown=says, name=name))
        return says

    return _LINK.sub(shown, text)


def _fields(block: str) -> dict[str, list[str]]:
    """Return the values of `tags` and `aliases`, as a list, in brackets or by commas."""
    found: dict[str, list[str]] = {"tag": [], "alias": []}
    for field in _FIELD.finditer(block):
        name = "tag" if field["name"].lower().startswith("tag") else "alias"
        found[name] += [one for one in _values(field, by_space=name == "tag") if one]
    return found


def _values(field: re.Match[str], *, by_space: bool) -> Iterator[str]:
    if field["items"]:
        items = [line.strip().removeprefix("-") for line in field["items"].splitlines()]
    else:
        value = field["value"].strip().removeprefix("[").removesuffix("]")
        items = value.split(",") if "," in value or not by_space else value.split()
    for item in items:
        yield item.strip().strip("\"'").strip().removeprefix("#")


def _distinct(tags: list[str]) -> tuple[str, ...]:
    """Return each tag once, whatever its case, as it is written first."""
    first: dict[str, str] = {}
    for tag in tags:
        first.setdefault(tag.casefold(), tag)
    return tuple(sorted(first.values())[:MOST_HINTS])


def _unambiguous(names: list[StatedName]) -> tuple[StatedName, ...]:
    """Leave out what is shown for several things: that says nothing of a name."""
    meant: dict[str, set[str]] = {}
    for one in names:
        meant.setdefault(one.shown.casefold(), set()).add(one.name.casefold())
    single = {
        (one.shown, one.name): one
        for one in names
        if len(meant[one.shown.casefold()]) == 1 and one.shown.casefold() != one.name.casefold()
    }
    return tuple(single[pair] for pair in sorted(single))[:MOST_HINTS]
