"""HTML, XHTML and other mark-up as plain text: no scripts, no styles, tables as rows.

The parser is the standard library's: it fetches nothing, expands no entities of a document's own,
and takes any nonsense.
"""

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

from sift_assets.core.records.record import Record
from sift_assets.core.text.dates import first_date
from sift_assets.core.text.decoding import Decoded, decode
from sift_assets.core.text.front_matter import Stated, language_of, title_of
from sift_assets.core.text.rows import row_text

_UNSEEN = frozenset(("script", "style", "template", "noscript", "head", "iframe", "object"))
_BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|br|caption|d[dlt]|desc|details|div|empty-line|fieldset|"
    r"figcaption|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|nav|ol|option|p|pre|"
    r"section|select|subtitle|summary|table|tbody|text|textarea|tfoot|thead|title|tr|tspan|ul|v"
)
_PARAGRAPHS = re.compile(r"article|blockquote|div|h[1-6]|ol|p|pre|section|table|ul")
_DATE_NAMES = (
    "article:published_time", "citation_publication_date", "citation_date", "dc.date",
    "dcterms.date", "dc.date.issued", "dcterms.created", "date", "pubdate", "datepublished",
)  # fmt: skip
_CHARSET = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?([\w-]+)""", re.I
)
_CONDITIONAL = re.compile(r"<!\[[^<>]*>")  # <![if !mso]> and <![endif]> of Word
_DEEPEST_TABLE = 4  # rows inside cells inside rows: deeper ones are read as plain text


class MarkupText(Record):
    """The text of a marked-up document, and what it states of itself."""

    text: str
    stated: Stated


def decode_markup(data: bytes) -> Decoded:
    """Decode the bytes of a marked-up document by its own declaration when that holds."""
    declared = _CHARSET.search(data[:2048])
    if declared and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        name = declared.group(1).decode("ascii", "replace").lower()
        try:
            return Decoded(text=data.decode(name).removeprefix("\ufeff"), encoding=name)
        except (UnicodeDecodeError, LookupError, ValueError):
            pass  # a wrong declaration is common: judge by the bytes
    return decode(data)


def markup_text(markup: str) -> MarkupText:
    """Return what a reader of a marked-up document sees, with title, date and language.

    Args:
        markup: HTML or any XML.
    """
    parser = _TextParser()
    parser.feed(_simplified(markup))
    parser.close()
    stated = Stated(
        title=title_of("".join(parser.title)),
        document_date=first_date(*(parser.meta.get(name, "") for name in _DATE_NAMES)),
        language=language_of(parser.language),
    )
    return MarkupText(text=parser.finished(), stated=stated)


def _simplified(markup: str) -> str:
    """Take out what the standard parser reads in quadratic time, wrongly, or not at all.

    Comments go, CDATA becomes text, and no tag is left open at the end.
    """
    without_comments = _between(markup, "<!--", "-->", lambda _: "")
    plain = _between(without_comments, "<![CDATA[", "]]>", escape)
    plain = _CONDITIONAL.sub("", plain).replace("<![", "&lt;![")
    closed = plain.rfind(">") + 1
    return plain[:closed] + plain[closed:].replace("<", "&lt;")


def _between(markup: str, opening: str, closing: str, change: Callable[[str], str]) -> str:
    """Change what stands between two marks; what is opened and never closed is dropped."""
    parts: list[str] = []
    done = 0
    while (start := markup.find(opening, done)) >= 0:
        end = markup.find(closing, start + len(opening))
        end = len(markup) if end < 0 else end
        parts += (markup[done:start], change(markup[start + len(opening) : end]))
        done = min(end + len(closing), len(markup))
    return "".join((*parts, markup[done:]))


class _TextParser(HTMLParser):
    """Collects text; a stack of rows, each a list of cells, takes it while inside a table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.meta: dict[str, str] = {}
        self.language = ""
        self._lines: list[str] = []
        self._rows: list[list[list[str]]] = []
        self._tables: list[int] = []  # how many rows were open where each table began
        self._unseen: list[str] = []
        self._in_title = False
        self._in_pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "meta":
            self._note_meta({name: value or "" for name, value in attrs})
        elif tag == "html":
            self.language = dict(attrs).get("lang") or ""
        elif tag == "title" and not self.title:
            self._in_title = True
        if tag in _UNSEEN:
            self._unseen.append(tag)
        elif tag == "body":
            self._unseen.clear()  # a head that was never closed
        elif tag == "table":
            self._break(tag)
            self._tables.append(len(self._rows))
        elif tag == "tr" and len(self._tables) <= _DEEPEST_TABLE:
            self._close_rows(self._tables[-1] if self._tables else 0)
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            self._rows[-1].append([])
        else:
            self._break(tag)
        self._in_pre += tag == "pre"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if tag in self._unseen:
            del self._unseen[self._unseen.index(tag) :]
        elif tag == "tr":
            self._close_rows(self._tables[-1] if self._tables else 0)
        elif tag == "table":
            self._close_rows(self._tables.pop() if self._tables else 0)
            self._break(tag)
        elif tag not in ("td", "th"):
            self._break(tag)
        self._in_pre = max(0, self._in_pre - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._unseen:
            self._write(data if self._in_pre else re.sub(r"\s+", " ", data))

    def finished(self) -> str:
        self._close_rows(0)
        lines = (line.strip(" \t") for line in "".join(self._lines).split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")

    def _note_meta(self, fields: dict[str, str]) -> None:
        name = fields.get("name") or fields.get("property") or fields.get("itemprop") or ""
        self.meta.setdefault(name.lower(), fields.get("content", ""))

    def _break(self, tag: str) -> None:
        if _BLOCKS.fullmatch(tag):
            self._write("\n\n" if _PARAGRAPHS.fullmatch(tag) else "\n")

    def _write(self, text: str) -> None:
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].append(text)
        else:
            self._lines.append(text)

    def _close_rows(self, depth: int) -> None:
        """Write out the rows that are open below a depth; a cell's rows go into that cell."""
        while len(self._rows) > depth:
            cells = ["".join(cell) for cell in self._rows.pop()]
            if line := row_text(cells):
                self._write(f"\n{line}\n")
