"""The project's own key: what receipts are signed by, and what opaque ids are made with.

It lies beside the decisions, readable by its owner only, and is not derived: without it earlier
refusals and deliveries are not recognised, and every receipt is foreign.
"""

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from sift_assets.core.errors import ProjectError
from sift_assets.core.records.record import canonical_json
from sift_assets.resources.project import DECISIONS_FOLDER

KEY_FILE = "promotion.key"

KEY_BYTES = 32
"""Random bytes: nobody tries them all."""

OPAQUE_DIGITS = 20
"""Of an opaque id: 80 bits, of a million two are alike with a chance of 4 in 10^13."""


class PromotionKey:
    """The key of a project; made when it is first asked for.

    Args:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self.path = root / DECISIONS_FOLDER / KEY_FILE

    def signature(self, *parts: object) -> str:
        """Return what only who has the key can say of these parts: 64 hexadecimal digits.

        Raises:
            ProjectError: The key cannot be read or made.
        """
        return hmac.new(self._key(), canonical_json(list(parts)), hashlib.sha256).hexdigest()

    def opaque(self, *parts: object) -> str:
        """Return an id that tells nothing of what it is made from.

        Raises:
            ProjectError: The key cannot be read or made.
        """
        return self.signature("id", *parts)[:OPAQUE_DIGITS]

    def _key(self) -> bytes:
        try:
            found = self._read() or self._made()
        except OSError as error:
            raise ProjectError(
                f"{self.path}: cannot be read or made ({error.strerror})."
            ) from error
        if len(found) != KEY_BYTES:
            raise ProjectError(
                f"{self.path}: is no key; promotion stops.",
                "Bring it back from a backup; without it refusals are not recognised.",
            )
        return found

    def _read(self) -> bytes:
        with suppress(FileNotFoundError):
            return self.path.read_bytes()
        return b""

    def _made(self) -> bytes:
        """Make the key; of two who make it at once the first counts."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_name(f"{KEY_FILE}.{secrets.token_hex(8)}")
        new.touch(mode=0o600, exist_ok=False)
        with new.open("wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            with suppress(FileExistsError):
                os.link(new, self.path)
        finally:
            new.unlink()
        return self.path.read_bytes()
