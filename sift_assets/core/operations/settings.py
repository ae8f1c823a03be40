"""Whom a failed run is told to: the part of the settings that says so.

Light to import: the settings of a project read this.
"""

import re
from urllib.parse import urlsplit

from pydantic import field_validator

from sift_assets.core.records.record import Record

_ADDRESS = re.compile(r"https?://[^\s/][^\s]*")
"""Of a page that takes a POST."""

_MAILBOX = re.compile(r"[^\s@,;<>]+@[^\s@,;<>]+")
"""One mailbox, without a name: it stands in the head of a message."""


class AlertSettings(Record):
    """Whom a failed run is told to; nobody unless something is set.

    A webhook's address is often as good as a key. It may then be left out of the file and given
    as `SIFT_ALERTS_WEBHOOK`.

    Attributes:
        webhook: Address that is sent a JSON document by POST; empty for none.
        email: Mailbox; the server is in `SIFT_SMTP_URL`. Empty for none.
    """

    webhook: str = ""
    email: str = ""

    @property
    def wanted(self) -> bool:
        """Whether anybody is to be told."""
        return bool(self.webhook or self.email)

    @field_validator("webhook")
    @classmethod
    def _an_address(cls, address: str) -> str:
        if address and not _ADDRESS.fullmatch(address):
            raise ValueError("is no address; write for example https://example.org/hook")
        if "@" in urlsplit(address).netloc:
            raise ValueError("holds a password; give the address as SIFT_ALERTS_WEBHOOK")
        return address

    @field_validator("email")
    @classmethod
    def _a_mailbox(cls, mailbox: str) -> str:
        if mailbox and not _MAILBOX.fullmatch(mailbox):
            raise ValueError("is no mailbox; write for example ada@example.org")
        return mailbox
