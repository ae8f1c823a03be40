"""Whom a run is told to, failed or not: the part of the settings that says so.

Light to import: the settings of a project read this.
"""

import re
from enum import StrEnum
from urllib.parse import urlsplit

from pydantic import field_validator

from sift_assets.core.records.record import Record

ADDRESS = re.compile(r"https?://[^\s/][^\s]*")
"""Of a page: nothing else that a browser would run."""

_MAILBOX = re.compile(r"[^\s@,;<>]+@[^\s@,;<>]+")
"""One mailbox, without a name: it stands in the head of a message."""


class LogFormat(StrEnum):
    """How logs are written.

    `text`: for people. `json`: one JSON document a line, for programs.
    """

    TEXT = "text"
    JSON = "json"


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
        return _without_password(address, "https://example.org/hook", "SIFT_ALERTS_WEBHOOK")

    @field_validator("email")
    @classmethod
    def _a_mailbox(cls, mailbox: str) -> str:
        if mailbox and not _MAILBOX.fullmatch(mailbox):
            raise ValueError("is no mailbox; write for example ada@example.org")
        return mailbox


class LineageSettings(Record):
    """Where OpenLineage events of runs go; nowhere unless something is set.

    A key that the server wants is in `OPENLINEAGE_API_KEY`.

    Attributes:
        url: Address of a server that takes them, without `api/v1/lineage`; empty for none.
        file: A file that they are appended to, one JSON document a line, relative to the project's
            folder; empty for none.
        namespace: Of the jobs and datasets: several projects on one server need several.
    """

    url: str = ""
    file: str = ""
    namespace: str = "sift_assets"

    @property
    def wanted(self) -> bool:
        """Whether events go anywhere."""
        return bool(self.url or self.file)

    @field_validator("url")
    @classmethod
    def _an_address(cls, address: str) -> str:
        return _without_password(address, "http://127.0.0.1:5000", "OPENLINEAGE_API_KEY")

    @field_validator("namespace")
    @classmethod
    def _a_name(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("there must be something besides white space")
        return name


class TelemetrySettings(Record):
    """Where OpenTelemetry spans go; nowhere unless something is set.

    Headers that the collector wants are in `OTEL_EXPORTER_OTLP_HEADERS`.

    Attributes:
        endpoint: Address of a collector that takes OTLP over HTTP, without `v1/traces`; empty for
            none.
    """

    endpoint: str = ""

    @field_validator("endpoint")
    @classmethod
    def _an_address(cls, address: str) -> str:
        return _without_password(address, "http://127.0.0.1:4318", "OTEL_EXPORTER_OTLP_HEADERS")


def _without_password(address: str, example: str, secret: str) -> str:
    if address and not ADDRESS.fullmatch(address):
        raise ValueError(f"is no address; write for example {example}")
    if "@" in urlsplit(address).netloc:
        raise ValueError(f"holds a password; what is secret belongs into {secret}")
    return address
