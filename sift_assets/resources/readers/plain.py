"""Plain text, code, tables of separated values, notebooks, mark-up: read by our own code.

No parser that could use the network or run anything ever sees these.
"""

from sift_assets.core.text.cleaning import clean
from sift_assets.core.text.decoding import Decoded, decode
from sift_assets.core.text.front_matter import stated_at_head
from sift_assets.core.text.html_text import decode_markup, markup_text
from sift_assets.core.text.media_types import CSV, MARKDOWN, NOTEBOOK, TSV
from sift_assets.core.text.notes import read_note
from sift_assets.core.text.pages import PageText
from sift_assets.core.text.structured_text import delimited_text, notebook_text
from sift_assets.resources.readers.found import Found, Given

PLAIN_READER = "plain/1"
MARKUP_READER = "markup/1"


def read_plain(given: Given) -> Found:
    """Read text of any kind as it is; separated values as rows, notebooks as cells."""
    decoded = decode(given.data)
    text = clean(decoded.text)
    stated = stated_at_head(text)
    if given.media_type in (CSV, TSV):
        text = delimited_text(text)
    elif given.media_type == NOTEBOOK:
        text = notebook_text(text)
    elif given.media_type == MARKDOWN:
        note = read_note(text, stated.title)
        text = note.text
        stated = stated.model_copy(update={"tags": note.tags, "names": note.names})
    page = PageText(text=text)
    return Found([page], PLAIN_READER, stated=stated, warnings=_warnings(decoded))


def read_markup(given: Given) -> Found:
    """Read HTML or XML as what a reader sees of it."""
    decoded = decode_markup(given.data)
    found = markup_text(decoded.text)
    page = PageText(text=found.text)
    return Found([page], MARKUP_READER, stated=found.stated, warnings=_warnings(decoded))


def _warnings(decoded: Decoded) -> tuple[str, ...]:
    return (decoded.warning,) if decoded.warning else ()
