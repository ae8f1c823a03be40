"""Comments that people write above the entries of a review file, kept while the entry is listed."""

from collections.abc import Callable, Mapping

from sift_assets.core.review.files.records import EntryT, ReadEntries

LINES_KEPT = 20
"""Of one comment; more is a document of its own."""

_MARK = "#"


def comments_above(
    text: str, section: str, read: Callable[[str, str], ReadEntries[EntryT]]
) -> Mapping[str, str]:
    """Return the comment lines directly above entries, by the key of the entry.

    Args:
        text: Of the file.
        section: The field that holds the entries; what stands above it is ours.
        read: Reads the entries of a text that is called so; for a large one that takes seconds, so
            it is not asked where nobody has written a comment.
    """
    lines = text.splitlines()
    begin = next((at for at, line in enumerate(lines) if line.startswith(f"{section}:")), None)
    if begin is None or not any(line.lstrip().startswith(_MARK) for line in lines[begin:]):
        return {}
    found: dict[str, str] = {}
    for entry, line in read(text, "").entries:
        first = line - 1
        while first > begin + 1 and lines[first - 1].lstrip().startswith(_MARK):
            first -= 1
        kept = lines[first : line - 1][-LINES_KEPT:]
        if kept:
            found[entry.key] = "".join(f"{one.strip()}\n" for one in kept)
    return found
