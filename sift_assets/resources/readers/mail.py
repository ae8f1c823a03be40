"""E-mails with their attachments, each attachment as a page of its own."""

from collections.abc import Callable

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.mail_text import Attachment, mail_text
from sift_assets.core.text.media_types import DOCX, PDF, media_type
from sift_assets.core.text.pages import PageText
from sift_assets.resources.readers.found import Found, Given

MAIL_READER = "mail/1"

MOST_ATTACHMENTS = 50
"""Attachments whose text is read; a mail with more is a mailing of files, and a way to stall."""

_READ_TYPES = (DOCX, PDF)  # besides every kind of text; images in mails are mostly logos

ReadPart = Callable[[Given], DocumentText]


def read_mail(given: Given, read_part: ReadPart) -> Found:
    """Read headers, body and attachments.

    Args:
        given: The e-mail.
        read_part: Reads an attachment as if it were a document of its own.
    """
    mail = mail_text(given.data)
    read = [
        (attachment.name, found)
        for attachment in mail.attachments[:MOST_ATTACHMENTS]
        if (found := _read_attachment(attachment, given, read_part)) is not None
    ]
    unread = len(mail.attachments) - len(read)
    reasons = [found.reason for _, found in read if found.reason]
    return Found(
        [PageText(text=mail.text), *(_page(name, found) for name, found in read)],
        MAIL_READER,
        stated=mail.stated,
        warnings=(f"attachments not read: {unread}",) if unread else (),
        ocr_reason=reasons[0] if reasons else "",
    )


def _read_attachment(
    attachment: Attachment, given: Given, read_part: ReadPart
) -> DocumentText | None:
    """Return what came of an attachment, None when it is not read or cannot be."""
    suffix = f".{attachment.name.rpartition('.')[2]}" if "." in attachment.name else ""
    kind = media_type(attachment.data, suffix)
    if kind not in _READ_TYPES and not kind.startswith("text/"):
        return None
    part = given._replace(data=attachment.data, name=attachment.name, media_type=kind)
    found = read_part(part)
    return found if found.status in (ReadStatus.TEXT, ReadStatus.NEEDS_OCR) else None


def _page(name: str, found: DocumentText) -> PageText:
    """Make one page of an attachment, as much OCR as any page of its own."""
    methods = [page.method for page in found.pages if page.method != "layer"]
    needs_ocr = found.status is ReadStatus.NEEDS_OCR or any(
        page.status is ReadStatus.NEEDS_OCR for page in found.pages
    )
    return PageText(
        text=f"{name}\n\n{found.text}",
        method=methods[0] if methods else "layer",
        needs_ocr=needs_ocr,
    )
