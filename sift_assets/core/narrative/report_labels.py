"""Labels of communities, each of them once.

Among equal ones the community with the smallest key keeps the label as it is; each other one is
told apart by the next of its central members whose name is not in the label, or else by a number.
So a new community can take a label over from those with a larger key only.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from sift_assets.core.narrative.listing import shown


def unique_labels(labels: Mapping[str, tuple[str, Sequence[str]]]) -> dict[str, str]:
    """Tell equal labels apart; the same for any order of the communities.

    Args:
        labels: By community key the proposed label, and the names of its members, the most central
            first. A label without any letter or digit is replaced by the first such name, or the
            key. Labels that differ in case, punctuation or white space only are equal.

    Returns:
        By community key, sorted, labels of which no two are equal.
    """
    proposed = {key: _usable(key, *labels[key]) for key in sorted(labels)}
    unique: dict[str, str] = {}
    taken: set[str] = set()
    for key, label in proposed.items():
        if _same(label) not in taken:
            unique[key] = label
            taken.add(_same(label))
    for key, label in proposed.items():
        if key not in unique:
            others = _told_apart(label, labels[key][1])
            unique[key] = next(other for other in others if _same(other) not in taken)
            taken.add(_same(unique[key]))
    return dict(sorted(unique.items()))


def _usable(key: str, label: str, names: Sequence[str]) -> str:
    return next((one for one in map(shown, (label, *names)) if _same(one)), key)


def _told_apart(label: str, names: Sequence[str]) -> Iterator[str]:
    """Yield other labels, without end."""
    for name in map(shown, names):
        if not set(_same(name).split()) <= set(_same(label).split()):
            yield f"{label} ({name})"
    number = 2
    while True:
        yield f"{label} ({number})"
        number += 1


def _same(label: str) -> str:
    """Return what two equal labels have in common."""
    return " ".join(re.findall(r"[^\W_]+", label.casefold()))
