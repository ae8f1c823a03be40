r"""Cleaning a text once, before any offset into it is defined.

What belongs here: what may not be in `DocumentText.text`. What does not: anything that changes the
words, such as joining hyphenated lines or Unicode normal forms.
"""

import re

_LINE_ENDS = re.compile(r"\r\n?|\x85|\u2028|\x0b")
_PARAGRAPH_ENDS = re.compile(r"\x0c|\u2029")
_DROPPED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f"  # C0 controls except tab and newline
    "\x80-\x84\x86-\x9f"  # C1 controls: terminal escapes in 8-bit form
    "\ud800-\udfff"  # lone surrogates: cannot be stored as UTF-8
    "\ufeff\ufffe\uffff]"  # byte order marks and non-characters
)
_TRAILING = re.compile(r"(?<![ \t])[ \t]++(?=\n|\Z)")  # so written, it takes linear time
_MANY_BLANK_LINES = re.compile(r"\n{4,}")


def clean(text: str) -> str:
    r"""Return a text with `\n` line ends and without characters that no one can see or store.

    Cleaning twice is cleaning once. Bidirectional marks and zero-width joiners stay: Persian and
    Indic words need them.

    Args:
        text: What a parser gave.
    """
    text = _PARAGRAPH_ENDS.sub("\n\n", _LINE_ENDS.sub("\n", text))
    text = _TRAILING.sub("", _DROPPED.sub("", text))
    return _MANY_BLANK_LINES.sub("\n\n\n", text)


def is_blank(text: str) -> bool:
    """Whether a text shows nothing: white space and invisible marks only."""
    return not any(character.isprintable() and not character.isspace() for character in text)
