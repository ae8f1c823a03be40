"""Vectors of names and passages, kept on this machine from one index to the next.

A cache of what an encoder gives: it may be deleted, and shapes nothing. It holds hashes and vectors
and no text, and only of texts that the latest index has: what is forgotten goes with the next one.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sift_assets.core.query.meaning import packed
from sift_assets.core.records.record import content_hash, key_of
from sift_assets.core.resolution.encoder import Encoder
from sift_assets.resources.files import write_atomically
from sift_assets.resources.workspace import Workspace

FILE = "text_vectors"
"""In the folder of what has to lie on this machine."""

DIGEST_BYTES = 16
"""Of the hash of a text: two of a million are alike with a probability of 10^-27."""

PORTION = 500
"""Texts after whose vectors all are kept: a run that is stopped loses half a minute of work."""

_FORM = "text vectors 1"


class TextVectors:
    """Encodes texts, each once.

    Args:
        workspace: Whose vectors are kept.
        encoder: Gives a text the same vector in whatever company; only asked for what is new.
    """

    def __init__(self, workspace: Workspace, encoder: Encoder) -> None:
        self._file = _file(workspace)
        self._encoder = encoder
        self._known = _read(self._file, encoder.version)
        self._used: dict[bytes, bytes] = {}

    def packed(self, texts: Sequence[str]) -> bytes:
        """Return the packed vectors of some texts, in their order."""
        digests = [_digest(text) for text in texts]
        missing = {d: text for d, text in zip(digests, texts, strict=True) if d not in self._known}
        new = list(missing)
        for at in range(0, len(new), PORTION):
            part = new[at : at + PORTION]
            rows = packed(self._encoder.encode([missing[digest] for digest in part]))
            self._known |= zip(part, _cut(rows, len(part)), strict=True)
            self._write(self._known)
        self._used |= {digest: self._known[digest] for digest in digests}
        return b"".join(self._known[digest] for digest in digests)

    def keep_used(self) -> None:
        """Keep the vectors that have been asked for, and no other."""
        if self._used != self._known:
            self._known = dict(self._used)
            self._write(self._known)

    def _write(self, vectors: Mapping[bytes, bytes]) -> None:
        data = b"".join(digest + vectors[digest] for digest in sorted(vectors))
        size = len(data) // len(vectors) if vectors else 0
        check = _check(self._encoder.version, size, data)
        write_atomically(self._file, b"%s %d\n%s" % (check, size, data), durable=False)


def drop_vectors(workspace: Workspace) -> None:
    """Remove what is kept: without an encoder nothing would ever be removed from it."""
    _file(workspace).unlink(missing_ok=True)


def _file(workspace: Workspace) -> Path:
    return workspace.local_folder / FILE


def _read(file: Path, encoder: str) -> dict[bytes, bytes]:
    """Return what is kept; nothing where it is damaged, or of another encoder."""
    try:
        head, _, data = file.read_bytes().partition(b"\n")
        said, size = head.split()
        length = int(size)
    except (OSError, ValueError):
        return {}
    if said != _check(encoder, length, data):
        return {}
    rows = _cut(data, len(data) // length if length else 0)
    return {row[:DIGEST_BYTES]: row[DIGEST_BYTES:] for row in rows}


def _check(encoder: str, size: int, data: bytes) -> bytes:
    return key_of(_FORM, encoder, size, content_hash(data)).encode()


def _cut(rows: bytes, number: int) -> Iterable[bytes]:
    size = len(rows) // number if number else 0
    return [rows[at * size : (at + 1) * size] for at in range(number)]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:DIGEST_BYTES]
