"""Whether the words of a sentence stand in what it cites, where both are in English.

Names, numbers and dates are compared elsewhere; this is about the rest. A sentence that a document
orders (`all charges were dropped`) may hold none of them, and cites what it likes.
"""

import re
from collections.abc import Iterable, Sequence

from sift_assets.core.extraction.local.wordlists import listed

SUPPORTED_SHARE = 1 / 3
"""Of the words of a sentence, besides names and grammar, that have to stand in what it cites. Who
tells in other words, as the rules forbid, still keeps some; an order of another text keeps none."""

STEM = 5
"""Characters by which words are compared, without their endings: `employed`, `employer` and
`employs` are one, and so are `owns` and `owned`."""

MIN_WORD = 3
"""Shorter words are grammar, in English: `Ada is ill` states something."""

MIN_NAME = 2
"""Letters of a word that names something; initials stand in many names."""

ENGLISH = listed(
    "the and of with from by his her their that which who has have had were been is for at on to"
)
"""Words in nearly every English sentence."""

FOREIGN = listed(
    "der die das und ist von mit den dem ein eine für wurde nicht le la les des du et est une un "
    "dans par pour el los las del y en que se por con il lo gli della di che è e o os as da do em "
    "um uma het een van zijn op aan och att som av den det er af til i på w na z się do jest"
)
"""Likewise of languages in Latin letters. Some are English words too: what has more, counts."""

_GRAMMAR = listed(
    "about above after again against all also although among and another any april are august "
    "because been before being below between both but can cannot could december did does "
    "doing down during each either else even ever every february for from further had has "
    "have having her here hers herself him himself his how however into its itself january "
    "july june just later least less like made many march may more most much must near never "
    "none nor not november now october off one only onto other ought our ours out over per "
    "same september several shall she should since some stated states such than that the "
    "their theirs them themselves then there therefore these they this those through thus "
    "together told too two under until upon very via was were what when where which while who "
    "whom whose why will with within without would yet you yours"
)
"""With the months, which are compared as dates."""

_SMALL = ENGLISH | _GRAMMAR

_ENDING = re.compile(r"(?<=\w{3})(?:ing|ers?|ed|es|s|e)$")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def unsupported(
    text: str, quotes: Sequence[str], facts: Iterable[str], names: Iterable[str]
) -> tuple[str, ...]:
    """Return the words of a sentence that its evidence lacks; none when enough of them stand there.

    Args:
        text: The sentence.
        quotes: The cited passages. Where they are in another language nothing can be said.
        facts: What the graph says in English that rests on them.
        names: Names that are shown; their words are not looked at.
    """
    if not is_english(" ".join(quotes)):
        return ()
    named = {word.casefold() for name in names for word in _WORD.findall(name)}
    stems = {_stem(word) for part in (*quotes, *facts) for word in _WORD.findall(part)}
    words = [word for word in _content(text) if word not in named]
    missing = tuple(word for word in words if _stem(word) not in stems)
    enough = len(words) - len(missing) >= SUPPORTED_SHARE * len(words)
    return () if enough else missing


def names_someone(text: str, names: Iterable[str]) -> bool:
    """Say whether a sentence names whom or what it is about: by a name, or a word of one.

    Args:
        text: The sentence.
        names: Names that are shown. In those with capitals only such words count.
    """
    said = {word.casefold() for word in _WORD.findall(text)}
    for name in names:
        words = _WORD.findall(name)
        telling = [word for word in words if not word.islower()] or words
        if any(len(w) >= MIN_NAME and w.casefold() in said - _SMALL for w in telling):
            return True
    return any(name.casefold() in text.casefold() for name in names if not _WORD.search(name))


def is_english(text: str) -> bool:
    """Return whether a text has at least as many of English's small words as of others'."""
    words = [word.casefold() for word in _WORD.findall(text)]
    english = sum(word in ENGLISH for word in words)
    foreign = sum(word in FOREIGN for word in words)
    is_ascii = sum(word.isascii() for word in words) * 2 > len(words)
    return is_ascii and english >= foreign


def _content(text: str) -> list[str]:
    """Return the words that state something: no grammar, and none with a capital, as names have."""
    words = (word for word in dict.fromkeys(_WORD.findall(text)) if word.islower())
    return [word for word in words if len(word) >= MIN_WORD and word not in _GRAMMAR]


def _stem(word: str) -> str:
    return _ENDING.sub("", word.casefold())[:STEM]
