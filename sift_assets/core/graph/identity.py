"""What makes two names the same thing: normal forms and the ids of entities, relations, documents.

Identity is a pure function of type and name, never of the corpus: an id that moves when a document
is added would orphan every decision that names it. Only lossless rules act here (Unicode form,
case, white space); titles, plurals and look-alikes are for merge proposals.
"""

import hashlib
import re
import unicodedata
from functools import lru_cache

SLUG_LENGTH = 80
"""Longest readable part of an id, in characters; longer names are cut and told apart by a hash."""

HASH_DIGITS = 12
"""48 bits: the hash only separates names whose slugs are equal, so even a million names made of
nothing but symbols collide with a chance of about 0.2 %."""

HASH_MARK = "~"
"""Stands before the hash. No slug contains it, so a hashed id never equals an unhashed one."""

TYPE_MARK = ":"
"""Stands after the type in an entity's id; no type contains it."""

RELATION_MARK = "|"
"""Stands between the parts of a relation's id; no entity id and no type contains it."""

PART_MARK = "/"
"""Stands between the id of an entity and the label of its part, where a person told apart things
of one name; no entity id contains it."""

DOCUMENT_PREFIX = "@document:"
"""Namespace of source documents. Types start with a letter, so no entity id starts like this."""

INVISIBLE_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f")
"""Letters and marks that Unicode calls default-ignorable: two names that differ in them look
alike, so they never stand in a slug and force the hash."""

VARIATION_SELECTORS = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
"""Ranges of marks that only choose a glyph; invisible like `INVISIBLE_LETTERS`."""

REMEMBERED = 2**14
"""Characters whose category is kept in memory: there are few, and each is asked for often."""

PLAIN_FORM = "[a-z0-9 -]*"
"""A normal form that is its own slug but for the spaces; most are."""

_LOST = re.compile("[^a-z0-9 -]+")
"""What a slug loses of a lower-case form in ASCII."""


def normal_form(name: str) -> str:
    """Return the form under which two names are one name.

    NFKC and case folding until nothing changes (folding can undo NFKC and the other way round, see
    Unicode Standard 3.13, D145), white space runs collapsed to one space, ends stripped. Loses
    nothing that tells two names apart: symbols, accents and invisible characters stay.
    """
    if name.isascii():  # most are, and case is all there is to it
        return " ".join(name.lower().split())
    text, previous = name, None
    while text != previous:
        previous = text
        text = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return text


def is_blank(name: str) -> bool:
    """Return whether a name shows nothing: only white space, controls or invisible characters."""
    if name.isascii() and name.isprintable():
        return not name.strip()
    return not any(_is_visible(char) for char in normal_form(name))


def entity_id(type_name: str, name: str) -> str:
    """Return the id of an entity: lower-case type, colon, readable slug, hash where needed.

    Args:
        type_name: Entity type in upper snake case.
        name: Any spelling of the name; spellings with one normal form share an id.

    Returns:
        For example `person:joe_recarey`, and with a hash of the normal form where the slug lost a
        character or was cut: `language:c` for C but `language:c~…` for C++.
    """
    return f"{type_name.lower()}{TYPE_MARK}{slug(normal_form(name))}"


def relation_id(source_id: str, type_name: str, target_id: str) -> str:
    """Return the id of a relation, `source|TYPE|target`."""
    return RELATION_MARK.join((source_id, type_name, target_id))


def document_node_id(document: str) -> str:
    """Return the id of a source document's node, outside the namespace of every entity type."""
    return DOCUMENT_PREFIX + document


def slug(form: str) -> str:
    """Return the part of an id that stands for a name, by its normal form; see `entity_id`."""
    readable, is_lossless = _ascii_slug(form) if form.isascii() else _any_slug(form)
    if is_lossless and len(readable) <= SLUG_LENGTH:
        return readable
    digest = hashlib.sha256(form.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable[:SLUG_LENGTH].rstrip('_')}{HASH_MARK}{digest[:HASH_DIGITS]}"


def _ascii_slug(form: str) -> tuple[str, bool]:
    """Return what `_any_slug` does, in a quarter of the time: most forms are in ASCII."""
    lower = form.lower()
    return "_".join(_LOST.sub(" ", lower).split()), _LOST.search(lower) is None


def _any_slug(form: str) -> tuple[str, bool]:
    """Return the letters, digits and hyphens of a form, and whether those and spaces are all."""
    # `lower` after folding: folding turns Cherokee into capitals, and ids are lower-case.
    kept = "".join(c if _is_kept(c) else " " for c in form.lower())
    return "_".join(kept.split()), all(_is_kept(c) or c == " " for c in form)


@lru_cache(REMEMBERED)
def _is_kept(char: str) -> bool:
    # The hyphen joins many names and is never ambiguous with a space, which becomes "_".
    return char == "-" or (unicodedata.category(char)[0] in "LNM" and not _is_invisible(char))


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS" and not _is_invisible(char)


def _is_invisible(char: str) -> bool:
    ranges = any(low <= char <= high for low, high in VARIATION_SELECTORS)
    return ranges or char in INVISIBLE_LETTERS
