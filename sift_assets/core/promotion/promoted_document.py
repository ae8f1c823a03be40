"""The document that a delivery writes: where it comes from, and the text that was judged.

What was judged is written and nothing else: a title or tag that only the original file holds, and
that no guard and no reviewer has seen, stays with the seat.
"""

import re

from sift_assets.core.promotion.items import Item
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText

SUFFIX = ".md"

_TAG = re.compile(r"[^\W_][\w/.-]{0,99}")
"""What stands in a list of tags without quotes, whatever reads it."""


class Origin(Record):
    """Who let an item into Central, and when.

    Attributes:
        by: Who decided.
        at: When, as the decision log writes it.
    """

    by: str
    at: str


def file_name(item: str) -> str:
    """Return the name of an item's document in the second root."""
    return f"{item}{SUFFIX}"


def promoted_document(item: Item, text: DocumentText, origin: Origin) -> bytes:
    """Return the file that is delivered; the same item and decision give the same bytes.

    Args:
        item: As it was approved.
        text: The judged text.
        origin: By whose word.
    """
    body = text.text
    title = " ".join(text.title.split())
    tags = [one for one in item.assessment.candidate.tags if _TAG.fullmatch(one)]
    fields = {
        "title": _quoted(title) if title and title in " ".join(body.split()) else "",
        "date": text.document_date,
        "tags": f"[{', '.join(sorted({*tags}))}]" if tags else "",
        "seat": item.entry.seat,
        "item": item.entry.id,
        "promoted_by": origin.by,
        "promoted_at": origin.at,
        "assessment": item.entry.assessment,
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    return f"---\n{head}---\n\n{body}".encode()


def _quoted(title: str) -> str:
    """Return a title as a YAML string in quotes that it does not hold, or with them doubled."""
    if '"' not in title and "\\" not in title:
        return f'"{title}"'
    doubled = title.replace("'", "''")
    return f"'{doubled}'"
