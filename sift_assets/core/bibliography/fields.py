"""Fields of bibliographies that several formats share."""

import re
import unicodedata

from sift_assets.core.text.dates import first_date

_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328",
    "r": "\u030a",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ",
    "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "textendash": "–", "textemdash": "—",
    "textquoteright": "’", "textquoteleft": "‘", "textbar": "|", "textasciitilde": "~",
    "textbackslash": "\\",
}  # fmt: skip
_ACCENTED = re.compile(r"\\([\"'`^~=.]|[cvuHkr](?![A-Za-z]))\s*\{?\\?([A-Za-z])\}?")
_LETTER = re.compile(r"\\([A-Za-z]+)(?:\{\}|\s+|(?![A-Za-z]))")
_ESCAPED = re.compile(r"\\([&%$#_{}~^ ])")


def one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def from_tex(text: str) -> str:
    r"""Return a value of BibTeX as text: `{\"O}zg{\"u}r \& Co` is `Özgür & Co`."""
    text = _ACCENTED.sub(lambda found: found[2] + _ACCENTS[found[1]], text)
    text = _LETTER.sub(lambda found: _LETTERS.get(found[1], ""), text)
    kept = _ESCAPED.sub(lambda found: {"{": "\x01", "}": "\x02"}.get(found[1], found[1]), text)
    bare = kept.replace("{", "").replace("}", "").replace("\x01", "{").replace("\x02", "}")
    return unicodedata.normalize("NFC", one_line(bare.replace("~", " ")))


def given_family(name: str) -> str:
    """Return `Varga, Ada` as `Ada Varga`, and a name without a comma as it stands."""
    family, comma, given = one_line(name).partition(",")
    parts = [part.strip() for part in given.split(",")]  # `Varga, Jr., Ada`
    return one_line(f"{' '.join(reversed(parts))} {family}") if comma else family


def date_of(*stated: str) -> str:
    """Return the first that is a date, as ISO 8601: of `2021-03-04/2021-03-05` the first day."""
    return first_date(*(one.partition("/")[0] if one.count("-") > 1 else one for one in stated))
