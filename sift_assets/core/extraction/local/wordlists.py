"""Writes a set of words the way a reader can check it: in lines of prose, not one per line."""


def listed(words: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split())
