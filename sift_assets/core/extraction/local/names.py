"""What a name looks like: trimming its span, its normal form, and which spans are no names."""

import re
import unicodedata

from sift_assets.core.extraction.local.wordlists import listed

MAX_NAME = 80
"""Characters. Longer spans are sentences that the model took for a name."""

LEGAL_SUFFIXES = listed(
    "inc incorporated corp corporation co company llc llp lp ltd limited plc gmbh ag sa spa srl "
    "bv nv ab as oy pte pty kg sarl sas holdings"
)
"""Words at the end of a company's name that say its legal form and not which company it is."""

_WEAK_SUFFIXES = frozenset({"holdings", "company", "co"})
"""Legal words that are also part of proper names: dropped only behind at least two words."""

TITLES = listed(
    "mr mrs ms miss mx dr prof professor sir dame lord lady judge justice magistrate captain "
    "colonel general lieutenant sergeant officer senator representative congressman "
    "congresswoman governor mayor president chancellor minister secretary ambassador councillor "
    "rev reverend father sister brother king queen prince princess pope bishop attorney "
    "senators representatives judges messrs professors engineer "
    "consul"
)
"""Words before a person's name that the model sometimes takes into it."""

MALE_TITLES = frozenset({"mr", "sir", "lord", "king", "prince", "pope", "father"})
FEMALE_TITLES = frozenset({"mrs", "ms", "miss", "dame", "lady", "queen", "princess"})

_PARTICLES = listed("de del della der den di da dos du la le van von bin al el y")

_NOT_NAMES = listed(
    "ceo cfo cto coo chairman chairwoman director president founder board company court state "
    "government committee congress department agency bank police group team university house "
    "chapter bachelor master phd mba ai ico ipo nft nfts api faq gdp usd eur re fwd cc bcc from "
    "to subject sent date note notes name contact signed present apologies defendant plaintiff "
    "defendants plaintiffs complaint internet web twitter tweet crypto bitcoin covid token "
    "tokens blockchain christmas english french german spanish chinese russian monday tuesday "
    "wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december treasury exchange fund foundation trust "
    "republican democrat republicans democrats senate coin coins season pac pacs llc ip sim "
    "earn esg etf"
)
"""Single words that are labelled as names but name nothing in particular, or nothing of the three
types, without more words."""

LINK = re.compile(
    r"<[^<>\s]{3,200}>"
    r"|\b[a-zA-Z][a-zA-Z+.-]{1,20}://\S{1,500}"
    r"|\bwww\.\S{1,300}"
    r"|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}"
    r"|(?<!\w)@\w{1,40}"
    r"|\b[a-z0-9][\w-]{0,62}\.(?:com|org|net|io|gov|edu|example)\b(?:/\S{0,300})?"
)
"""E-mail addresses, URLs and handles: no organizations, unlike a capitalised "Crypto.com"."""

_OPENING = " \t\n\"'“‘”’([{<*_`#=|•·–—-,;:.!?/\\&~"
_CLOSING = " \t\n\"'“‘”’([{<)]}>*_`#=|•·–—-,;:!?/\\&~"
_WORD = re.compile(r"\w+", re.UNICODE)
_TRAILING = re.compile(r"\s(?:at|of|and|in|for|on|the|by|to|with|or|from)$")
_LEADING = re.compile(
    r"(?:the|a|an|its|his|her|their|our|my|former|neither|nor|both|either)\s", re.IGNORECASE
)


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of a name without articles, quotes, possessives and trailing punctuation.

    The result may be empty (`start == end`) when nothing of a name is left.
    """
    while start < end and text[start] in _OPENING:
        start += 1
    leading = _LEADING.match(text, start, end)
    if leading:
        return trim(text, leading.end(), end)
    while end > start and text[end - 1] in _CLOSING:
        end -= 1
    for possessive in ("'s", "’s"):
        if end - start > 2 and text[start:end].lower().endswith(possessive):
            return trim(text, start, end - 2)
    trailing = _TRAILING.search(text, start, end)
    if trailing:
        return trim(text, start, trailing.start())
    if end > start and text[end - 1] == "." and not _dotted(text[start:end]):
        return trim(text, start, end - 1)
    return start, end


def trim_title(text: str, start: int, end: int) -> int:
    """Return where the name starts behind a person's title, or `start` when there is none."""
    while True:
        head, space, rest = text[start:end].partition(" ")
        if not space or not rest.strip() or head.lower().rstrip(".") not in TITLES:
            return start
        start += len(head) + 1
        while start < end and text[start].isspace():
            start += 1


def _dotted(name: str) -> bool:
    """Whether a final full stop belongs to the name: "U.S.", "Inc.", "Jr."."""
    last = name.rsplit(maxsplit=1)[-1].lower()
    return last.count(".") > 1 or last.rstrip(".") in LEGAL_SUFFIXES | {"jr", "sr"}


def tidy(surface: str) -> str:
    """Return a surface as a name: white space of a wrapped line becomes one space."""
    return " ".join(surface.split())


def words(name: str) -> tuple[str, ...]:
    """Return the words of a name: NFKC, case folded, without punctuation."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", name).casefold()))


def core_words(name: str) -> tuple[str, ...]:
    """Return the words of an organization's name without its legal form."""
    parts = words(name)
    while len(parts) > 1 and parts[-1] in LEGAL_SUFFIXES:
        if parts[-1] in _WEAK_SUFFIXES and len(parts) < 3:
            break
        parts = parts[:-1]
    return parts


def initials(name: str) -> str:
    """Return the initials of a name, small words left out: "SBF" for Sam Bankman-Fried."""
    small = {"of", "the", "and", "for", "in", "on", "de", "la", "du", "des"}
    return "".join(word[0] for word in words(name) if word not in small).upper()


def is_plausible(name: str) -> bool:
    """Whether a trimmed span can be the name of a person, an organization or a place."""
    parts = words(name)
    if not parts or len(name) > MAX_NAME or name.count("\n") > 1:
        return False
    if not any(char.isalpha() for char in name) or LINK.search(name):
        return False
    if len(parts) == 1 and (parts[0] in _NOT_NAMES or len(parts[0]) < 2):
        return False
    if name == "Us" or name.count("(") != name.count(")"):
        return False
    if any(char in name for char in "=|<>{}[]\\^~_$%@#*;"):
        return False
    return _has_name_case(name)


def _has_name_case(name: str) -> bool:
    """Whether it starts like a name: a capital, a digit ("3M"), a script without case, "eBay"."""
    first = name.split(maxsplit=1)[0]
    if first.lower() in _PARTICLES:
        return any(part[0].isupper() for part in name.split())
    return not first.islower() or any(char.isupper() for char in first)
