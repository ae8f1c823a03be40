"""What the guards need to know of a seat's documents: read, looked through, and kept.

What was looked through once is looked up, as long as its bytes, the rules and the key are the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.core.promotion.candidates import (
    CANDIDATES_VERSION,
    LookedThrough,
    says_personal,
    tags_of,
)
from sift_assets.core.promotion.near_duplicates import normalised, signature_of
from sift_assets.core.promotion.records import Scan
from sift_assets.core.records.record import key_of
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.stages import Stage
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.documents import read_document


class Scanner(Protocol):
    """What looks for secrets; see `resources.secret_scanner`."""

    @property
    def version(self) -> str:
        """Of its rules: another one looks anew."""
        ...

    def scan(self, text: str, beside: Iterable[str] = ()) -> Scan:
        """Look through a text and what would go with it; a failure is a value."""
        ...


@dataclass(frozen=True)
class Looking:
    """Looks through documents of a seat.

    Attributes:
        opened: The seat, opened.
        key: What ids are made with.
        reader: What reads files.
        scanner: What looks for secrets.
    """

    opened: Workspace
    key: PromotionKey
    reader: ReaderProcess
    scanner: Scanner

    def through(self, document: str, content: str) -> LookedThrough | None:
        """Return what is known of a document; None when it is gone meanwhile.

        Args:
            document: Its key.
            content: Hash of its bytes, as the look at the folder found them.
        """
        suffix = PurePosixPath(document_path(document)).suffix.lower()
        known = self.opened.store.cached(self._address(content, suffix))
        found = LookedThrough.from_bytes(known.data) if known else None
        if found and (not found.text or self.opened.store.is_sound(found.text)):
            return found
        return self._read(document, suffix)

    def _read(self, document: str, suffix: str) -> LookedThrough | None:
        outcome = read_document(self.opened, self.reader, document)
        if outcome is None:
            return None
        version = outcome.provenance.version
        text = DocumentText.from_bytes(self.opened.store.get(version))
        found = self._looked_through(version, text)
        if outcome.provenance.facts.get(INCOMPLETE) or (found.scan and found.scan.failure):
            return found.model_copy(update={"passing": True})
        really_read = outcome.provenance.inputs["documents"]
        self.opened.store.keep(self._address(really_read, suffix), found.to_bytes())
        return found

    def _looked_through(self, version: str, text: DocumentText) -> LookedThrough:
        tags, personal = tags_of(text), says_personal(text)
        if text.status is not ReadStatus.TEXT:
            lacking = text.reason or str(text.status)
            return LookedThrough(lacking=lacking, tags=tags, personal=personal)
        plain = normalised(text.text)
        return LookedThrough(
            text=version,
            characters=len(text.text),
            content=self.key.opaque("content", plain),
            signature=signature_of(plain, self.key.signature("likeness")),
            tags=tags,
            personal=personal,
            scan=self.scanner.scan(text.text, (text.title, *text.tags)),
        )

    def _address(self, content: str, suffix: str) -> str:
        """Return where that is kept. Another key of the project makes other ids."""
        reading = self.opened.stage_versions[str(Stage.READER)]
        return key_of(
            "looked through",
            CANDIDATES_VERSION,
            self.scanner.version,
            self.key.opaque("looked through"),
            reading,
            content,
            suffix,
        )
