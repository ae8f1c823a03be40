"""A passage of a document in the text around it."""

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import document_path
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.workspace import Workspace

AROUND = 700
"""Characters on either side: some sentences, as many as fit on a screen with the quote."""


class PassageInText(Record):
    """A passage with what stands around it.

    Attributes:
        document: Key of the document.
        path: Its path.
        title: As the file states it, may be empty.
        date: Of the document, may be empty.
        page: From 1, 0 where there is none.
        before: Text before it.
        quote: The passage.
        after: Text after it.
        goes_on: Whether there is text before `before`, and after `after`.
    """

    document: str
    path: str
    title: str
    date: str
    page: int
    before: str
    quote: str
    after: str
    goes_on: tuple[bool, bool]


def passage_in_text(workspace: Workspace, document: str, start: int, end: int) -> PassageInText:
    """Return a passage of the latest text of a document.

    Args:
        workspace: The open project.
        document: Its key.
        start: First character; a place outside of the text is moved to its nearest end.
        end: One past the last.

    Raises:
        ProjectError: There is no such document, or none that was read.
        CorruptObjectError: Its text is damaged; the next run reads it anew.
    """
    entry = workspace.provenance.read("document_texts").get(document)
    if entry is None:
        raise ProjectError("There is no such document any more.", "It was deleted or forgotten.")
    text = DocumentText.from_bytes(workspace.store.get(entry.version))
    start = min(max(0, start), len(text.text))
    end = min(max(start, end), len(text.text))
    begin, stop = max(0, start - AROUND), min(len(text.text), end + AROUND)
    return PassageInText(
        document=document,
        path=document_path(document),
        title=text.title,
        date=text.document_date,
        page=text.page_at(start),
        before=text.text[begin:start],
        quote=text.text[start:end],
        after=text.text[end:stop],
        goes_on=(begin > 0, stop < len(text.text)),
    )
