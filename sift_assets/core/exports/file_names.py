"""Names of files made from names in documents: safe on every system, and each used once.

The narrowest rules of all count: those of Windows for characters, reserved names and case, those
of Obsidian for links, and 255 bytes with room for an ending. A name that cannot stand as it is, or
that another takes too, gets a piece of its id's hash, so that it never depends on what else is
there in which order.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

from sift_assets.core.narrative.markdown import one_line
from sift_assets.core.records.record import content_hash

MAX_BYTES = 120
"""Of a name in UTF-8. Half of what file systems take: encrypted ones (eCryptfs) take 143, and
Windows 260 characters for the whole path."""

HASH_DIGITS = 8
"""32 bits: names of one folder that are alike but for their hash are a few."""

NAMELESS = "unnamed"

_FORBIDDEN = re.compile(r"""[\\/:*?"<>|#^\[\]%`{}]""")
"""What Windows or Obsidian does not take in names, and what begins a comment or a template."""

_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE
)
"""Devices, which Windows finds under their names in every folder, whatever the ending."""


_HASHED = re.compile(rf"[0-9a-f]{{{HASH_DIGITS}}}\Z")
"""How a name ends that has a hash: one that only looks so gets one too, and is not mistaken."""


def file_names(wanted: Mapping[str, str]) -> dict[str, str]:
    """Return a name for each thing of one folder.

    Args:
        wanted: Id to the name that it should have; untrusted.

    Returns:
        Id to a name without an ending; no two are the same where case and Unicode form count
        for nothing.
    """
    safe = {one: safe_name(name) for one, name in wanted.items()}
    taken = Counter(map(_folded, safe.values()))
    return {
        one: name
        if name == wanted[one] and taken[_folded(name)] == 1 and not _HASHED.search(name)
        else f"{name} {content_hash(one.encode())[:HASH_DIGITS]}"
        for one, name in safe.items()
    }


def safe_name(name: str) -> str:
    """Return a name that every system takes, as like the given one as it can be."""
    spaced = _FORBIDDEN.sub(" ", one_line(unicodedata.normalize("NFC", name)))
    bare = _cut(" ".join(spaced.split()).lstrip(". ")).rstrip()
    if not bare:
        return NAMELESS
    return f"{bare} file" if _RESERVED.fullmatch(bare) else bare


def readable_path(key: str) -> str:
    """Return the path that the key of a document stands for; bytes that are no text become �."""
    return unquote_to_bytes(key).decode("utf-8", "replace")


def _cut(name: str) -> str:
    return name.encode()[:MAX_BYTES].decode(errors="ignore")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
