"""A report, and what is told of one community, as Markdown.

Each sentence ends with the numbers of its passages. A number is a link to a heading at the end of
the file, below which document, page and quote stand: plain CommonMark, so that it can be followed
wherever headings have anchors, and looked up elsewhere.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from sift_assets.core.narrative.markdown import heading, link, plain
from sift_assets.core.narrative.records import (
    Narrative,
    Passage,
    Profile,
    Report,
    ReportCommunity,
    Sentence,
    TimelineEntry,
)
from sift_assets.core.narrative.writing.kinds import noun_of

LONGEST_QUOTE = 400
"""Characters of a quote that are shown: enough to find the place in the document."""

_COUNTED = (
    ("documents", "document", "documents"),
    ("entities", "entity", "entities"),
    ("relations", "relation", "relations"),
    ("communities", "community", "communities"),
    ("pending", "fact that waits for a person", "facts that wait for a person"),
    ("contradictions", "contradiction", "contradictions"),
)
"""Counts of a report that begin it, with their words for one and for several."""

_NO_LINKS: Mapping[str, str] = {}


def render_report(report: Report, links: Mapping[str, str] = _NO_LINKS) -> str:
    """Return a report as one Markdown file.

    Args:
        report: Any.
        links: By document key, a path relative to the file by which a reader opens the document.
    """
    page = _Page(report.passages, links)
    page.add(heading(1, plain(report.title)), f"*{_counts(report.counts)}*")
    page.section("Overview", [page.paragraph(report.overview)])
    page.section("Key connections", [page.item(chain.sentences) for chain in report.chains])
    page.section("Timeline", _timeline(page, report.timeline))
    page.section("Communities", _communities(page, report.communities))
    page.section("Open questions", [page.item([note.sentence]) for note in report.islands])
    page.section("Sources", [_source(page, *source) for source in report.sources])
    page.section("Method", [f"- {plain(line)}" for line in report.method])
    return page.text()


def render_narrative(
    narrative: Narrative,
    label: str,
    names: Mapping[str, str],
    links: Mapping[str, str] = _NO_LINKS,
) -> str:
    """Return what is told of one community as one Markdown file.

    Args:
        narrative: What is told.
        label: What the community is called.
        names: Entity id to name; of those that are not there the narrative's own counts.
        links: See `render_report`.
    """
    page = _Page(narrative.passages, links)
    page.add(heading(1, plain(label)))
    page.add(*_outdated(narrative.outdated), page.paragraph(narrative.story))
    for profile in narrative.profiles:
        name = names.get(profile.entity, profile.name)
        page.add(*_profile(page, profile, 2, name))
    page.add(f"*Told by {plain(narrative.writer)}.*" if narrative.writer != "local" else "")
    return page.text()


class _Page:
    """A file in the making; passages are numbered in the order in which they are cited."""

    def __init__(self, passages: Mapping[str, Passage], links: Mapping[str, str]) -> None:
        self._passages = passages
        self._links = links
        self._numbers: dict[str, int] = {}
        self._documents: dict[str, str] = {}
        self._blocks: list[str] = []

    def add(self, *blocks: str) -> None:
        self._blocks += filter(None, blocks)

    def section(self, title: str, blocks: Iterable[str]) -> None:
        """Add a section, unless there is nothing in it."""
        content = [block for block in blocks if block]
        self.add(*([heading(2, title), _together(content)] if content else []))

    def paragraph(self, sentences: Iterable[Sentence]) -> str:
        """Return sentences in a row, each with its citations."""
        return " ".join(self._sentence(one) for one in sentences)

    def item(self, sentences: Iterable[Sentence]) -> str:
        return f"- {self.paragraph(sentences)}"

    def document(self, key: str) -> str:
        """Return the name of a document, as a link if one is known."""
        if key not in self._documents:
            target = self._links.get(key)
            self._documents[key] = link(key, target) if target else plain(key)
        return self._documents[key]

    def text(self) -> str:
        """Return the whole file, with the passages at its end."""
        notes = list(self._notes())
        ending = [heading(2, "Passages"), *notes] if notes else []
        return "\n\n".join([*self._blocks, *ending]) + "\n"

    def _sentence(self, said: Sentence) -> str:
        known = [one for one in said.cites if one in self._passages]
        numbers = [self._numbers.setdefault(one, len(self._numbers) + 1) for one in known]
        marks = "".join(f"[[{number}]](#passage-{number})" for number in numbers)
        return f"{plain(said.text)} {marks}".rstrip()

    def _notes(self) -> Iterator[str]:
        for one, number in self._numbers.items():
            passage = self._passages[one]
            page = f", page {passage.page}" if passage.page else ""
            quote = plain(passage.quote, LONGEST_QUOTE)
            yield heading(6, f"Passage {number}")
            yield f"{self.document(passage.document)}{page}: “{quote}”"


def _counts(counts: Mapping[str, int]) -> str:
    found = [(counts[key], one, several) for key, one, several in _COUNTED if counts[key]]
    return ", ".join(f"{count:,} {one if count == 1 else several}" for count, one, several in found)


def _timeline(page: _Page, entries: Iterable[TimelineEntry]) -> Iterator[str]:
    for year, group in groupby(entries, key=lambda entry: entry.start[:4]):
        yield heading(3, year)
        yield _together([page.item([entry.sentence]) for entry in group])


def _communities(page: _Page, communities: Iterable[ReportCommunity]) -> Iterator[str]:
    for community in communities:
        size = f"{community.size:,} {'entity' if community.size == 1 else 'entities'}"
        yield heading(3, f"{plain(community.label)} ({size})")
        yield from _outdated(community.outdated)
        yield page.paragraph(community.story)
        for profile in community.profiles:
            yield from _profile(page, profile, 4, profile.name)


def _profile(page: _Page, profile: Profile, level: int, name: str) -> Iterator[str]:
    yield heading(level, f"{plain(name)} ({plain(noun_of(profile.type))})")
    yield page.paragraph(profile.sentences)


def _outdated(reason: str) -> Iterator[str]:
    if reason:
        yield f"*This is an earlier text, which the graph has outgrown: {plain(reason)}*"


def _source(page: _Page, key: str, title: str, date: str) -> str:
    more = "; ".join(plain(one) for one in (title, date) if one)
    return f"- {page.document(key)}{f': {more}' if more else ''}"


def _together(blocks: Iterable[str]) -> str:
    """Join blocks: items of one list stand below each other, all else by itself."""
    parts: list[str] = []
    before = ""
    for block in blocks:
        is_list = before.startswith("- ") and block.startswith("- ")
        parts += ["\n" if is_list else "\n\n"] if parts else []
        parts.append(block)
        before = block
    return "".join(parts)
