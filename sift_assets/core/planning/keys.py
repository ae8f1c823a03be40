"""The key of a document: its path below the watched folder, written reversibly and readably.

A path is text whose bytes that are not UTF-8 are lone surrogates (`surrogateescape`), as
`os.fsdecode` gives it. Its key is valid Unicode without the characters to which Dagster's pages,
ranges of partitions or a terminal give a meaning; each of those is written as `%XX` per byte.
Nothing is normalised: two real files may differ in case or Unicode form only.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

from sift_assets.core.errors import ProjectError
from sift_assets.core.records.record import content_hash

MAX_KEY_BYTES = 1024
"""Postgres indexes at most 2,704 bytes a row, and Dagster's index holds key and asset name."""

_LONG_KEY_DIGITS = 16
"""Digits of the hash in the partition of a community with a very long key."""

_SPACE_AND_CONTROL = r"\s\x00-\x1f\x7f-\x9f"
_INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""Format characters: they turn the order of what is shown, or show nothing at all."""

_TAG_CHARACTERS = "\U000e0000-\U000e007f"
_ESCAPED = re.compile(
    rf'[%,\[\]"|\\{_SPACE_AND_CONTROL}{_INVISIBLE}{_TAG_CHARACTERS}\ud800-\udfff]'
)


def document_key(path: str) -> str:
    """Return the key of a path: `sub dir/a, b.pdf` becomes `sub%20dir/a%2C%20b.pdf`.

    Raises:
        ProjectError: The path is empty, is not text of a file system, or is too long.
    """
    key = escaped_path(path)
    if len(key.encode()) > MAX_KEY_BYTES:
        fix = "Move the document to a shorter path."
        raise ProjectError(f"A path needs a key of more than {MAX_KEY_BYTES} bytes.", fix)
    return key


def escaped_path(path: str) -> str:
    """Write a path as `document_key` does, however long: to list what cannot be a document.

    Raises:
        ProjectError: The path is empty or is not text of a file system.
    """
    if not path:
        raise ProjectError("A document has an empty path.", "Name a file below the folder.")
    try:
        return _ESCAPED.sub(_percent, path).replace("...", "%2E%2E%2E")
    except UnicodeEncodeError as error:
        raise ProjectError("A path holds what no file system can name.", "Rename it.") from error


def community_partition(key: str) -> str:
    """Return the partition of a community: its key without what Dagster's pages cannot take.

    Of a key that is too long the beginning, and a hash of the whole.
    """
    partition = escaped_path(key)
    if len(partition.encode()) <= MAX_KEY_BYTES:
        return partition
    beginning = partition.encode()[: MAX_KEY_BYTES // 2].decode(errors="ignore")
    return f"{beginning}~{content_hash(key.encode())[:_LONG_KEY_DIGITS]}"


def document_path(key: str) -> str:
    """Return the path that a key stands for.

    Raises:
        ProjectError: No path has this key, for example because it was typed by hand.
    """
    path = unquote_to_bytes(key).decode("utf-8", "surrogateescape")
    if not path or document_key(path) != key:
        fix = f"Write `{document_key(path)}`." if path else "Name a document."
        raise ProjectError(f"`{key}` is not a document's key.", fix)
    return path


def twins(paths: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of paths that differ only in case or Unicode form, each sorted.

    Some systems would take them for one file. Compared by canonical caseless matching, as
    The Unicode Standard defines it in section 3.13, D145.
    """
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for path in paths:
        groups[_folded(path)].add(path)
    return tuple(sorted(tuple(sorted(group)) for group in groups.values() if len(group) > 1))


def _folded(path: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", path).casefold())


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8", "surrogateescape"))
