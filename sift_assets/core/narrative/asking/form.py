"""What no sentence of a report looks like: links, markup, words to a reader, another language.

A model that follows the orders of a document gives itself away here, whatever it cites.
"""

import re
import unicodedata

MAX_CHARACTERS = 600
"""A longer sentence is a paragraph with one citation."""

MIN_WORDS = 3
"""Fewer words state nothing: `Ada left.` is a heading or a scrap."""

_LINK = re.compile(
    r"\w+://|\bwww\.|\b(?:javascript|data|mailto|file|vbscript):\S|[\w.+-]+@[\w-]+\.\w", re.I
)
_MARKUP = re.compile(
    r"[<>`{}\\|\ufffc\ufffd]|\*\*|__|~~|\]\s*\(|!\[|\[\[|\[\d+\]|^\s*(?:[#>*•-]|\d+[.)])\s|={3}|-{3}"
)
_READER = re.compile(
    r"\b(?:[Yy]ou|[Yy]ours?|[Yy]ourself|[Pp]lease|[Ww]e|[Oo]urs?)\b|\bclick here\b|"
    r"\bI(?:'m|'ll|’m|’ll| am| have| will| can| cannot| was| would)\b|"
    r"^(?:Ignore|Disregard|Forget|Follow|Obey|Execute|Run|Click|Visit|Open|Download|Send|Pay|Reply|"
    r"Respond|Answer|Output|Print|Write|Say|Repeat|Delete|Remember|Stop|Do not|Don't|"
    r"Here is|Here are|Sure|Certainly|Okay|Sorry)\b(?!,? [A-Z])"
)
"""An order begins with its verb; so do names (`Open Society`), which go on with a capital."""

_MACHINERY = re.compile(
    r"\bas an? (?:ai|language model|assistant)\b|"
    r"\b(?:system|previous|prior|above) (?:prompt|instructions?)\b|"
    r"\bthe (?:passages|knowledge graph|json|passage (?:states|says|shows|notes|mentions))\b|"
    r"\b(?:provided|given|cited|above) (?:passages?|facts?|evidence|texts?)\b|"
    r"\bno (?:further |other )?information (?:is|was) (?:given|provided|available)\b",
    re.I,
)


def form_problems(text: str) -> tuple[str, ...]:
    """Return what is wrong with the form of a sentence, each in words a model can act on."""
    found = (
        (_LINK.search(text), "holds a link or an address"),
        (_MARKUP.search(text), "holds markup or the number of a passage"),
        (_READER.search(text), "speaks to a reader, for itself, or gives an order"),
        (text.rstrip("\"'”’)").endswith("?"), "asks a question"),
        (_MACHINERY.search(text), "speaks about its sources instead of what they say"),
        (len(text) > MAX_CHARACTERS, f"is longer than {MAX_CHARACTERS} characters"),
        (len(text.split()) < MIN_WORDS, "is no whole sentence"),
        (not is_latin(text), "is not in English"),
    )
    return tuple(problem for is_there, problem in found if is_there)


def is_latin(text: str) -> bool:
    """Return whether a text is mostly written in Latin letters."""
    letters = [one for one in text if one.isalpha()]
    latin = sum(one.isascii() or unicodedata.name(one, "").startswith("LATIN") for one in letters)
    return 2 * latin >= len(letters)
