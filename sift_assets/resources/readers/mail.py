"""E-mails with their attachments, each attachment as a page of its own."""

from collections.abc import Callable

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.mail_text import Attachment, mail_text
from sift_assets.core.text.media_types import DOCX, MAIL, PDF, ZIP, media_type
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
    pages = [PageText(text=mail.text)]
    unread = max(0, len(mail.attachments) - MOST_ATTACHMENTS)
    for attachment in mail.attachments[:MOST_ATTACHMENTS]:
        text = _attachment_text(attachment, given, read_part)
        unread += text is None
        if text:
            pages.append(PageText(text=f"{attachment.name}\n\n{text}"))
    warnings = (f"attachments not read: {unread}",) if unread else ()
    return Found(pages, MAIL_READER, stated=mail.stated, warnings=warnings)


def _attachment_text(attachment: Attachment, given: Given, read_part: ReadPart) -> str | None:
    """Return the text of an attachment, None when it is not read."""
    suffix = f".{attachment.name.rpartition('.')[2]}" if "." in attachment.name else ""
    kind = media_type(attachment.data, suffix)
    is_read = kind in _READ_TYPES or (kind.startswith("text/") and kind not in (MAIL, ZIP))
    if not is_read:
        return None
    part = given._replace(data=attachment.data, name=attachment.name, media_type=kind)
    found = read_part(part)
    return found.text if found.status in (ReadStatus.TEXT, ReadStatus.EMPTY) else None
