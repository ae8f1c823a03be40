"""What a reviewer is shown of an item: lines of text in which nothing of a document acts."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.planning.keys import document_path
from sift_assets.core.resolution.records import PairProposal, Quote, Side
from sift_assets.core.review.agenda import Shown
from sift_assets.core.review.agent_proposal import ProposedAct
from sift_assets.core.review.asking import answers_mean, asked, in_short, passages_named
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenProposal,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    QueueItem,
)
from sift_assets.core.review.visible import visible

MAX_WIDTH = 100
"""Columns; longer lines are hard to read."""

TEXT_SHOWN = 280
"""Characters of one quote, name or list that are shown: a few lines on any terminal."""

REASON_SHOWN = 500
"""Characters of what an agent says: all that it may."""

NAMES_SHOWN = 6
"""Of documents, aliases and neighbours in one list."""

KEYS = "a approve   r reject   s skip   n/p next, previous   u undo   q quit   a number jumps"


class Line(NamedTuple):
    """A line of a panel and how it stands out."""

    text: str
    bold: bool = False
    dim: bool = False
    fg: str | None = None


def panel(shown: Shown) -> list[Line]:
    """Return the lines of an item's panel, its keys last."""
    item = shown.item
    width = min(MAX_WIDTH, shutil.get_terminal_size().columns)
    head = f"── {shown.number}/{shown.total}  {asked(item)}  {item.key} "
    lines = [Line(head.ljust(width, "─"), bold=True), *_body(item)]
    return [Line(""), *_wrapped(lines, width), Line(f"   {keys_for(item)}", dim=True)]


def one_line(item: QueueItem) -> str:
    """Return an item in one line, for lists."""
    return inline(in_short(item))


def keys_for(item: QueueItem) -> str:
    """Return the keys that an item answers to."""
    if isinstance(item, OpenContradiction):
        return (
            "the numbers of those that stand, as 1 or 1,3   a all   r none   s skip   "
            "n/p next, previous   u undo   q quit"
        )
    is_group = isinstance(item, OpenMerge) and len(item.members) > 2
    return KEYS + ("   o one by one" if is_group else "")


def inline(text: str, length: int = TEXT_SHOWN) -> str:
    r"""Return text on one line, with what does not show as `\u200b`; a longer one is cut."""
    flat = " ".join(text.split())
    cut = flat if len(flat) <= length else f"{flat[: length - 1]}…"
    return visible(cut)


def _body(item: QueueItem) -> Iterator[Line]:
    if isinstance(item, OpenMerge):
        yield from _merge(item)
    elif isinstance(item, OpenVariant):
        yield Line(f"   {inline(item.child.name)} {EXTENDS} {inline(item.parent.name)}", bold=True)
        yield Line(f"   {inline(item.reason)}")
        yield from _sides((item.child, item.parent))
    elif isinstance(item, OpenSplit):
        yield from _sides((item.side,))
        for number, documents in enumerate(item.parts, start=1):
            yield Line(f"   part {number}: {_documents(documents)}")
        yield from (Line(f"   {inline(reason)}") for reason in item.reasons)
    elif isinstance(item, OpenRelation):
        yield from _relation(item)
    elif isinstance(item, OpenProposal):
        yield from _proposal(item)
    else:
        yield from _contradiction(item)


def _merge(item: OpenMerge) -> Iterator[Line]:
    yield from _sides(item.sides)
    yield Line(f"   The first names the whole: {inline(item.reason)}", dim=True)
    numbers = {one: number for number, one in enumerate(item.members, start=1)}
    for pair in item.pairs:
        yield from _pair(pair, numbers)
    if item.constant:
        yield Line("   The score says nothing of these: look at the evidence.", fg="yellow")


def _pair(pair: PairProposal, numbers: dict[str, int]) -> Iterator[Line]:
    first, second = sorted((numbers[pair.left], numbers[pair.right]))
    levels = ", ".join(f"{one.comparison} {one.level} {one.weight:+.1f}" for one in pair.levels)
    blocked = ", ".join(pair.blocked_by)
    yield Line(f"   {first}–{second}  found by {blocked}; compared: {levels}", dim=True)
    if pair.shared_neighbours:
        yield Line(f"        both related to {_list(pair.shared_neighbours)}")
    yield from _quotes(pair.stated, "        ")


def _sides(sides: Sequence[Side]) -> Iterator[Line]:
    for number, side in enumerate(sides, start=1):
        yield Line(f" {number}  {inline(side.name)}   {side.type}  {inline(side.id)}", bold=True)
        if side.aliases:
            yield Line(f"      also called {_list(side.aliases)}")
        for fact in side.roles:
            yield Line(f"      {inline(fact.key)}: {inline(fact.value)}")
        seen = _span(side.first_seen, side.last_seen)
        documents = _documents(side.documents, side.support)
        yield Line(f"      in {_counted(side.support, 'document')}{seen}: {documents}")
        for one in side.neighbours:
            arrow = "→" if one.direction == "out" else "←"
            yield Line(f"      {arrow} {one.relation} {inline(one.name)}")
        yield from _quotes(side.quotes, "      ")


def _relation(item: OpenRelation, mark: str = "   ") -> Iterator[Line]:
    stated = f"{inline(item.source_name)} {item.type} {inline(item.target_name)}"
    valid = _span(item.valid_from, item.valid_to)
    yield Line(f"{mark}{stated}{valid}", bold=True)
    flags = ", ".join(flag.replace("_", " ") for flag in item.flags)
    waits = f"; waits for: {flags}" if flags else ""
    yield Line(f"      stated by {_counted(item.support, 'document')}{waits}")
    if item.new_documents:
        new = _documents(item.new_documents)
        yield Line(f"      new since it was decided: {new}", fg="yellow")
    yield from _quotes(item.evidence, "      ")


def _proposal(item: OpenProposal) -> Iterator[Line]:
    """Show what an agent says inside quotes: it is no evidence."""
    yield Line(f"   {one_line(item)}", bold=True)
    name = f"the agent “{inline(item.agent)}”" if item.agent else "an agent without a name"
    yield Line(f"   proposed by {name}, {inline(item.time)}, as {item.proposal}", fg="yellow")
    yield Line(f"      “{inline(item.reason, REASON_SHOWN)}”")
    if item.act is ProposedAct.ADD:
        yield Line(f"   {passages_named(len(item.passages), item.lost)}", dim=True)
        yield from _quotes(item.passages, "      ")
    yield from _sides(item.sides)
    yield Line(f"   {answers_mean(item)}", dim=True)


def _contradiction(item: OpenContradiction) -> Iterator[Line]:
    yield Line(f"   {inline(item.name)}: {inline(item.about)}", bold=True)
    for number, relation in enumerate(item.relations, start=1):
        yield from _relation(relation, f" {number}  ")
    for number, value in enumerate(item.values, start=1):
        documents = _documents(value.documents)
        yield Line(f" {number}  {inline(value.value)}   stated by {documents}")
    for number, kind in enumerate(item.types, start=1):
        yield Line(f" {number}  {kind.type}   stated by {_documents(kind.documents)}", bold=True)
        yield from _quotes(kind.quotes, "      ")
    if item.types:
        yield Line(f"   {answers_mean(item)}", dim=True)


def _quotes(quotes: Iterable[Quote], indent: str) -> Iterator[Line]:
    for document, page, quote in dict.fromkeys(
        (one.document, one.page, one.quote) for one in quotes
    ):
        place = f"{inline(document_path(document))}{f', page {page}' if page else ''}"
        yield Line(f"{indent}“{inline(quote)}”  {place}")


def _span(first: str, last: str) -> str:
    if not (first or last):
        return ""
    return f", {first}" if first == last else f", {first or '…'} to {last or '…'}"


def _documents(keys: Sequence[str], count: int = 0) -> str:
    """List documents by their paths, as people know them."""
    return _list([document_path(one) for one in keys[:NAMES_SHOWN]], max(count, len(keys)))


def _list(names: Sequence[str], count: int = 0) -> str:
    more = max(count, len(names)) - len(names[:NAMES_SHOWN])
    shown = ", ".join(map(inline, names[:NAMES_SHOWN]))
    return shown + (f" and {more} more" if more else "")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _wrapped(lines: Iterable[Line], width: int) -> Iterator[Line]:
    for line in lines:
        indent = " " * (len(line.text) - len(line.text.lstrip()) + 2)
        parts = textwrap.wrap(
            line.text,
            width,
            subsequent_indent=indent,
            drop_whitespace=False,
            break_on_hyphens=False,
        ) or [line.text]
        yield from (line._replace(text=part.rstrip()) for part in parts)
