"""Office documents and books, read by kreuzberg: tables as rows, a sheet as a page."""

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from sift_assets.core.text.dates import first_date
from sift_assets.core.text.front_matter import Stated, language_of, title_of
from sift_assets.core.text.pages import PageText
from sift_assets.core.text.rows import table_text
from sift_assets.resources.readers.archives import refuse_bombs
from sift_assets.resources.readers.failures import Damaged, PasswordNeeded
from sift_assets.resources.readers.found import Found, Given

if TYPE_CHECKING:
    from kreuzberg import ExtractionConfig, ExtractionResult

_NOTE_MARK = re.compile(r"\[\^\w{1,8}\]")  # what kreuzberg puts for the number of a footnote
_MOST_LOST = 0.1
"""The structure that kreuzberg gives is used while it holds 90 % of the words of its plain text;
for some formats it leaves parts out, and then the plain text is the safer one."""


def read_office(given: Given) -> Found:
    """Read one office document.

    Raises:
        Damaged: kreuzberg cannot parse it.
        PasswordNeeded: It is encrypted.
        Bomb: It is a ZIP that unpacks to far too much.
    """
    refuse_bombs(given.data)
    result = extract(given.data, given.media_type)
    metadata: Mapping[str, Any] = dict(result.metadata)
    sheets = metadata.get("sheet_names")
    pages = _sheet_pages(result, sheets) if sheets else [PageText(text=_whole_text(result))]
    return Found(pages, kreuzberg_version(), stated=stated_by(metadata))


def extract(data: bytes, media_type: str, *, structure: bool = True) -> "ExtractionResult":
    """Let kreuzberg parse bytes, with nothing on that needs a model, a cache or the network.

    Args:
        data: The document.
        media_type: What it is.
        structure: Whether paragraphs and tables are wanted besides the text.

    Raises:
        Damaged: It cannot.
        PasswordNeeded: The document is encrypted.
    """
    from kreuzberg import KreuzbergError, extract_bytes_sync

    try:
        return extract_bytes_sync(data, media_type, _config(structure=structure))
    except (KreuzbergError, RuntimeError, ValueError) as error:
        if "password" in str(error).lower() or "encrypted" in str(error).lower():
            raise PasswordNeeded from error
        raise Damaged(type(error).__name__) from error


def kreuzberg_version() -> str:
    """Return the reader's name for `DocumentText.reader`."""
    return f"kreuzberg/{version('kreuzberg')}"


def stated_by(metadata: Mapping[str, Any]) -> Stated:
    """Return what the metadata of a parser says of title, date and language."""
    return Stated(
        title=title_of(metadata.get("title") or metadata.get("subject")),
        document_date=first_date(metadata.get("created_at"), metadata.get("date")),
        language=language_of(metadata.get("language")),
    )


def _config(*, structure: bool) -> "ExtractionConfig":
    from kreuzberg import ConcurrencyConfig, ContentFilterConfig, ExtractionConfig, PageConfig

    return ExtractionConfig(
        use_cache=False,
        enable_quality_processing=False,  # it rewrites text: a quote must be as it stands
        pages=PageConfig(extract_pages=True),
        include_document_structure=structure,
        content_filter=ContentFilterConfig(  # a letterhead names the organisation
            include_headers=True,
            include_footers=True,
            strip_repeating_text=False,
            include_watermarks=False,
        ),
        concurrency=ConcurrencyConfig(max_threads=1),
    )


def _whole_text(result: "ExtractionResult") -> str:
    structured = _NOTE_MARK.sub("", "".join(_node_texts(result)))
    structured = re.sub(r"\n{3,}", "\n\n", structured)
    enough = (1 - _MOST_LOST) * len(result.content.split())
    return structured if len(structured.split()) >= enough else result.content


def _node_texts(result: "ExtractionResult") -> Iterator[str]:
    document: Any = result.document or {}
    for node in document.get("nodes", ()):
        content = node["content"]
        if content["node_type"] == "table":
            yield f"\n{table_text(_grid(content['grid']))}\n\n"
        elif content["node_type"] == "list_item":
            yield f"{content['text']}\n"
        elif content["node_type"] != "group" and content.get("text"):
            # a group repeats the heading that follows it
            yield f"\n{content['text']}\n\n"


def _grid(grid: Mapping[str, Any]) -> list[list[str]]:
    rows = [[""] * grid["cols"] for _ in range(grid["rows"])]
    for cell in grid["cells"]:
        rows[cell["row"]][cell["col"]] = cell["content"]
    return rows


def _sheet_pages(result: "ExtractionResult", names: list[str]) -> list[PageText]:
    rows: dict[int, list[str]] = {}
    for table in result.tables:
        rows.setdefault(table.page_number, []).append(table_text(table.cells))
    return [
        PageText(text="\n".join((name, *rows[number])) if number in rows else "")
        for number, name in enumerate(names, start=1)
    ]
