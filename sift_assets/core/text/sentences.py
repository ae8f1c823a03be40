"""Where sentences end, by rules that hold for most scripts.

What belongs here: spans of sentences in a string. No language model: the answer must be the same
on every machine, and an error costs no more than a chunk boundary in an odd place.
"""

import re
from itertools import pairwise

_ABBREVIATION = re.compile(
    r"a(?:dj|dm|l|pprox|pt|pr|rt|ssn|ug|ve)|bros|c(?:a|apt|f|h|mdr|o|ol|orp)|de[cpt]|dept|dr|"
    r"e(?:d|sq|st|tc|\.g)|f(?:eb|ig)|g(?:en|ov)|hon|i(?:\.e|nc)|j(?:an|r)|l(?:t|td)|"
    r"m(?:aj|ar|essrs|gr|r|rs|s|t)|n(?:o|ov)|o(?:ct|p)|pp?|prof|r(?:ep|ev)|"
    r"s(?:ec|en|ep|ept|gt|r|t|te|tr|upt)|u\.(?:k|s)|univ|vs?|vol"
)
"""Lower-cased words after which a full stop seldom ends a sentence; from English newspaper text."""

_END = re.compile(  # possessive, and only from the first of several marks: else time is quadratic
    r"\n[^\S\n]*+\n\s*+"  # a blank line
    r"|(?<![.!?…])[.!?…]++[\"'”’»)\]]*\s+"  # Latin, Greek, Cyrillic, Hebrew
    r"|[؟۔।॥።]+[\"'”’»)\]]*\s*"  # Arabic, Urdu, Devanagari, Ethiopic
    r"|[。！？｡]+[”’」』）]*\s*"  # Chinese, Japanese: no space follows
)
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+\Z")
_LOOK_BACK = 24  # characters; longer than any abbreviation above


def sentence_ends(text: str, start: int = 0, end: int | None = None) -> tuple[int, ...]:
    """Return the offsets at which a new sentence may begin, ascending, inside `(start, end)`.

    Args:
        text: Any text.
        start: Where to begin looking; taken as the beginning of a sentence.
        end: Where to stop, by default the end of the text.
    """
    stop = len(text) if end is None else end
    return tuple(
        match.end()
        for match in _END.finditer(text, start, stop)
        if start < match.end() < stop and _ends_sentence(text, match)
    )


def sentences(text: str, start: int = 0, end: int | None = None) -> tuple[tuple[int, int], ...]:
    """Return the sentences of a stretch of text as spans without surrounding white space.

    Args:
        text: Any text.
        start: First character to look at.
        end: One past the last, by default the end of the text.

    Returns:
        Pairs `(first character, one past the last)` in `text`, ascending, not overlapping; every
        character that is not white space is in one of them.
    """
    stop = len(text) if end is None else end
    cuts = (start, *sentence_ends(text, start, stop), stop)
    spans = (_trim(text, left, right) for left, right in pairwise(cuts))
    return tuple((left, right) for left, right in spans if left < right)


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    mark = match.group().rstrip()
    if not mark.startswith("."):
        return not (mark and mark[0] in "!?…" and text[match.end()].islower())
    if "\n\n" in match.group():
        return True
    if text[match.end()].islower() or mark != ".":
        return not text[match.end()].islower()
    word = _LAST_WORD.search(text[max(0, match.start() - _LOOK_BACK) : match.start()])
    if word is None:
        return True
    is_initial = len(word.group()) == 1 and word.group().isupper()
    return not is_initial and not _ABBREVIATION.fullmatch(word.group().lower())


def _trim(text: str, left: int, right: int) -> tuple[int, int]:
    while left < right and text[left].isspace():
        left += 1
    while right > left and text[right - 1].isspace():
        right -= 1
    return left, right
