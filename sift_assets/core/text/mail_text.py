"""An e-mail as text: who wrote to whom, when, about what, then what was written.

What belongs here: headers, the choice of the body, the list of attachments as bytes. Reading the
attachments is the caller's, because it needs other readers.
"""

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from typing import cast

from sift_assets.core.records.record import Record
from sift_assets.core.text.dates import iso_date
from sift_assets.core.text.decoding import decode
from sift_assets.core.text.front_matter import Stated, title_of
from sift_assets.core.text.html_text import decode_markup, markup_text

HEADERS = ("From", "To", "Cc", "Date", "Subject")
"""The headers that say something about people; the others describe transport."""

DEEPEST_MESSAGE = 5
"""Messages inside messages are followed so far: a hostile one may nest without end."""


class Attachment(Record):
    """A file inside an e-mail."""

    name: str
    data: bytes


class MailText(Record):
    """The text of an e-mail, what it states of itself, and its attachments in order."""

    text: str
    stated: Stated
    attachments: tuple[Attachment, ...] = ()


def mail_text(data: bytes) -> MailText:
    """Read an e-mail in the format of RFC 5322; never fails, whatever the bytes are."""
    message = message_from_bytes(data, policy=policy.default)
    attachments = tuple(_attachments(message, 0))
    parts = [_headers(message), *_bodies(message, 0)]
    parts.extend(f"Attachment: {attachment.name}" for attachment in attachments)
    stated = Stated(
        title=title_of(_header(message, "Subject")),
        document_date=iso_date(_header(message, "Date")),
    )
    return MailText(
        text="\n\n".join(part.strip() for part in parts if part.strip()),
        stated=stated,
        attachments=attachments,
    )


def _headers(message: Message) -> str:
    found = ((name, _header(message, name)) for name in HEADERS)
    return "\n".join(f"{name}: {value}" for name, value in found if value)


def _header(message: Message, name: str) -> str:
    try:
        if name == "Date":  # as written: the header object would put its own weekday
            raw = (value for key, value in message.raw_items() if key.lower() == "date")
            return " ".join(str(next(raw, "")).split())
        return " ".join(str(message.get(name, "")).split())
    except Exception:  # noqa: BLE001 - the parser of headers raises many kinds on nonsense
        return ""


def _bodies(message: Message, depth: int) -> Iterator[str]:
    """Yield the texts to read: of alternatives the plain one, unless it is blank."""
    kind = message.get_content_type()
    if depth > DEEPEST_MESSAGE or (_is_attachment(message) and kind != "message/rfc822"):
        return
    if kind == "message/rfc822":  # forwarded, as an attachment or not
        for inner in _parts(message):
            yield "\n\n".join((_headers(inner), *_bodies(inner, depth + 1)))
    elif kind == "multipart/alternative":
        texts = ["\n\n".join(_bodies(part, depth + 1)) for part in _parts(message)]
        yield next((text for text in texts if text.strip()), "")
    elif message.is_multipart():
        for part in _parts(message):
            yield from _bodies(part, depth + 1)
    elif kind in ("text/plain", "text/html"):
        yield _body_text(message, kind)


def _parts(message: Message) -> list[Message]:
    payload: object = message.get_payload()
    parts = cast("list[object]", payload) if isinstance(payload, list) else []
    return [part for part in parts if isinstance(part, Message)]


def _body_text(message: Message, kind: str) -> str:
    data = _payload(message)
    if kind == "text/html":
        return markup_text(decode_markup(data).text).text
    charset = message.get_content_charset() or ""
    try:
        return data.decode(charset)
    except (LookupError, UnicodeDecodeError, ValueError):
        return decode(data).text


def _payload(message: Message) -> bytes:
    try:
        data = message.get_payload(decode=True)
    except Exception:  # noqa: BLE001 - broken transfer encodings raise many kinds
        return b""
    return data if isinstance(data, bytes) else b""


def _is_attachment(message: Message) -> bool:
    if isinstance(message, EmailMessage) and message.is_attachment():
        return True
    kind = message.get_content_maintype()
    return bool(message.get_filename()) or kind not in ("text", "multipart", "message")


def _attachments(message: Message, depth: int) -> Iterator[Attachment]:
    if depth > DEEPEST_MESSAGE:
        return
    if _is_attachment(message) and not message.is_multipart():
        name = " ".join((message.get_filename() or message.get_content_type()).split())
        yield Attachment(name=name, data=_payload(message))
        return
    for part in _parts(message):
        yield from _attachments(part, depth + 1)
