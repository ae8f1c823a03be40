"""Documents damaged by chance: bytes, blocks, lengths, and parts inside of archives.

Everything follows from the seed. Most damage to compressed bytes is found by a checksum, so half of
the archives are unpacked, damaged inside, and packed anew, which brings it to the parsers.
"""

import io
import random
import zipfile
from collections.abc import Callable, Sequence

LARGEST_BLOCK = 4096
"""Bytes that are moved, doubled or lost at once."""

NUMBERS = (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\xff\xff\xff\x7f", b"\x01\x00\x00\x80")
"""What a length or an offset is made to say."""

TOKENS = (b"9" * 12, b"-1", b"<", b">", b"&a;", b"%PDF-", b"PK\x03\x04", b"\xef\xbb\xbf", b"\\u0")
"""What means something to parsers."""

Damage = Callable[[random.Random, bytes, bytes], bytes]


def mutated(data: bytes, other: bytes, seed: int) -> bytes:
    """Return a damaged copy of a document; the same for the same seed.

    Args:
        data: The document.
        other: Another one, of which a piece may be put in.
        seed: Which damage.
    """
    chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
    if zipfile.is_zipfile(io.BytesIO(data)) and chance.random() < 0.5:
        return _inside(chance, data, other)
    return _damaged(chance, data, other)


def _damaged(chance: random.Random, data: bytes, other: bytes) -> bytes:
    for damage in chance.choices(DAMAGES, k=chance.randint(1, 3)):
        data = damage(chance, data, other)
    return data


def _inside(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Damage one member of an archive and pack all of them anew."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    name = chance.choice(sorted(members))
    members[name] = _damaged(chance, members[name], other)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(zipfile.ZipInfo(member), content)
    return packed.getvalue()


def _bytes_changed(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 12)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    return data[: chance.randint(0, len(data))]


def _block_lost(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _block(chance, data)
    return data[:start] + data[end:]


def _block_doubled(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _block(chance, data)
    return data[:end] + data[start:end] * chance.randint(1, 20) + data[end:]


def _block_moved(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _block(chance, data)
    rest = data[:start] + data[end:]
    to = chance.randint(0, len(rest))
    return rest[:to] + data[start:end] + rest[to:]


def _number_forged(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    return _put(chance, data, chance.choice(NUMBERS))


def _token_put_in(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(TOKENS) + data[at:]


def _piece_of_another(chance: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _block(chance, other)
    return _put(chance, data, other[start:end])


DAMAGES: Sequence[Damage] = (
    _bytes_changed,
    _cut,
    _block_lost,
    _block_doubled,
    _block_moved,
    _number_forged,
    _token_put_in,
    _piece_of_another,
)


def _put(chance: random.Random, data: bytes, piece: bytes) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + piece + data[at + len(piece) :]


def _block(chance: random.Random, data: bytes) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + chance.randint(1, LARGEST_BLOCK))
