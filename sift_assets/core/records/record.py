"""The base of every value that crosses an asset boundary, and how a value becomes bytes and a hash.

What belongs here: the frozen base class and the one canonical serialisation. What does not: the
values themselves, each in its own module beside this one.
"""

import hashlib
import json
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)
"""Made once: `json.dumps` makes one for every value, which takes longer than to write a few."""


class Record(BaseModel):
    """A frozen value without unknown fields; equal values have equal bytes and equal hashes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_bytes(self) -> bytes:
        """Return the canonical UTF-8 JSON of this value."""
        return canonical_json(self.model_dump(mode="json"))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read a value back from `to_bytes`.

        Raises:
            pydantic.ValidationError: The bytes are not such a value.
        """
        return cls.model_validate_json(data)

    def content_hash(self) -> str:
        """Return the SHA-256 of the canonical bytes, as 64 hexadecimal digits."""
        return content_hash(self.to_bytes())


def canonical_json(value: Any) -> bytes:
    """Serialise plain data to UTF-8 JSON with sorted keys and no spaces: same value, same bytes.

    Raises:
        ValueError: The value holds NaN or infinity, which JSON cannot say.
    """
    return _CANONICAL.encode(value).encode("utf-8")


def content_hash(data: bytes) -> str:
    """Return the SHA-256 of some bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def key_of(*parts: Any) -> str:
    """Return the hash of all inputs of a computation: the address of its stored result."""
    return content_hash(canonical_json(list(parts)))
