"""A look at the table of contents of a ZIP-based document before anything unpacks it."""

import io
import zipfile

from sift_assets.resources.readers.failures import Bomb, Damaged, PasswordNeeded

LARGEST_RATIO = 200
"""Times that a whole document may grow: real office documents grow 3 to 30 times."""

FREE_BYTES = 50_000_000
"""Below this the ratio does not matter: small XML of repeated rows compresses very well."""

LARGEST_UNPACKED = 1_000_000_000  # bytes; half of the default memory limit
MOST_MEMBERS = 20_000  # kreuzberg's successor allows 10,000; large books with images come near


def refuse_bombs(data: bytes) -> None:
    """Refuse a ZIP whose contents are out of proportion; other bytes pass.

    Sizes may be forged: what a forged archive does is left to the limits of the process.

    Raises:
        Bomb: It is out of proportion.
        Damaged: It has no readable table of contents.
        PasswordNeeded: Its members are encrypted.
    """
    if not data.startswith(b"PK"):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise Damaged(type(error).__name__) from error
    unpacked = sum(member.file_size for member in members)
    allowed = max(FREE_BYTES, LARGEST_RATIO * len(data))
    if unpacked > min(allowed, LARGEST_UNPACKED) or len(members) > MOST_MEMBERS:
        raise Bomb
    if any(member.flag_bits & 0x1 for member in members):
        raise PasswordNeeded
