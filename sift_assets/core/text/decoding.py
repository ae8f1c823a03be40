"""Bytes of plain text into characters.

The order: a byte order mark, UTF-8, UTF-16 or UTF-32 without a mark, then a guess, which is told as
a warning. charset-normalizer alone was right on 3 of 6 short files, because a few accented letters
say little; so text that is mostly ASCII is taken as Western European, and only the rest is guessed.
"""

import codecs

from sift_assets.core.records.record import Record

_MARKS = (  # the longer ones first: UTF-32 LE begins like UTF-16 LE
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 4096  # bytes looked at for the pattern of zero bytes
_GUESS_SAMPLE = 65_536  # bytes given to charset-normalizer: it slows down with length
WESTERN_SHARE = 0.25
"""Below this share of bytes above 127 a text is taken as Western European: accented letters are
under 10 % there, while Cyrillic, Greek or Asian text in an old encoding is above 50 %."""


class Decoded(Record):
    """A text with the encoding that it was read by.

    Attributes:
        text: The characters.
        encoding: Python's name of the encoding.
        warning: Empty, or that the encoding was guessed.
    """

    text: str
    encoding: str
    warning: str = ""


def decode(data: bytes) -> Decoded:
    """Decode the bytes of a text whose encoding is not stated; never fails."""
    stated = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    for encoding in filter(None, (stated, "utf-8", _wide_encoding(data))):
        text = _try(data, encoding)
        if text is not None and (encoding != "utf-8" or text.count("\0") * 4 < len(text) + 4):
            return Decoded(text=text, encoding=encoding)
    encoding = _guess(data)
    text = _try(data, encoding)
    if text is None:
        encoding, text = "latin-1", data.decode("latin-1")
    return Decoded(text=text, encoding=encoding, warning=f"encoding guessed: {encoding}")


def _try(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _wide_encoding(data: bytes) -> str:
    """Name UTF-16 or UTF-32 by where the zero bytes of its ASCII characters stand."""
    sample = data[:_SAMPLE]
    zeros = [sample[column::4].count(0) * 4 / max(len(sample), 4) for column in range(4)]
    full = [share > 0.6 for share in zeros]  # spaces and line ends alone are about 0.2
    shapes = {
        (False, True, True, True): "utf-32-le",
        (True, True, True, False): "utf-32-be",
        (False, True, False, True): "utf-16-le",
        (True, False, True, False): "utf-16-be",
    }
    return shapes.get((full[0], full[1], full[2], full[3]), "")


def _guess(data: bytes) -> str:
    high = sum(byte > 127 for byte in data[:_GUESS_SAMPLE])
    if high < WESTERN_SHARE * min(len(data), _GUESS_SAMPLE):
        return "cp1252"
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_GUESS_SAMPLE]).best()
    return best.encoding if best is not None else "cp1252"
