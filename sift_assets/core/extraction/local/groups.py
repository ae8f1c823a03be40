"""Spots by normal form, and the union of forms that name one entity."""

import re
from collections import Counter
from collections.abc import Sequence

from sift_assets.core.extraction.local.names import core_words, tidy
from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.spots import Spot

SURE_WEIGHT = 3
"""Votes of an occurrence whose words or context give its type away, against one of the model."""

SAME_PLACE: dict[tuple[str, ...], tuple[str, ...]] = {
    ("us",): ("united", "states"),
    ("u", "s"): ("united", "states"),
    ("usa",): ("united", "states"),
    ("united", "states", "of", "america"): ("united", "states"),
    ("uk",): ("united", "kingdom"),
    ("u", "k"): ("united", "kingdom"),
    ("uae",): ("united", "arab", "emirates"),
}
"""Abbreviated countries, the only aliases that need no statement in the text."""

_IN = re.compile(r"\b(?:in|near|at) (?:the )?$")


class Groups:
    """Spots by normal form, and a union of forms that name one entity."""

    def __init__(self, text: str, spots: Sequence[Spot]) -> None:
        self.text = text
        self.members: dict[tuple[str, ...], list[Spot]] = {}
        for one in sorted(spots):
            key = core_words(one.name or text[one.start : one.end])
            self.members.setdefault(SAME_PLACE.get(key, key), []).append(one)
        self.kinds = {key: vote(members)[1] for key, members in self.members.items()}
        self.types = {key: vote(members)[0] for key, members in self.members.items()}
        self._parent = {key: key for key in self.members}

    def find(self, key: tuple[str, ...]) -> tuple[str, ...]:
        """Return the form that stands for all united with this one: the first in the text."""
        while self._parent[key] != key:
            key = self._parent[key]
        return key

    def unite(self, one: tuple[str, ...], other: tuple[str, ...]) -> None:
        """Say that two forms name one entity."""
        first, second = sorted((self.find(one), self.find(other)), key=self.first)
        self._parent[second] = first

    def claim(self, key: tuple[str, ...], type_name: str, kind: Kind) -> None:
        """Say what all spots of a form are, against the model's labels."""
        self.members[key] = [
            one._replace(type=type_name, kind=kind, sure=True) for one in self.members[key]
        ]
        self.types[key], self.kinds[key] = type_name, kind

    def first(self, key: tuple[str, ...]) -> int:
        """Return the offset of a form's first occurrence."""
        return self.members[key][0].start

    def stands_in(self, key: tuple[str, ...]) -> bool:
        """Whether a form is a place that something is in: "in Alameda" is no firm's short name."""
        if self.kinds[key] is not Kind.PLACE:
            return False
        before = (self.text[max(0, m.start - 6) : m.start].lower() for m in self.members[key])
        return any(_IN.search(words_before) for words_before in before)

    def of_kind(self, kind: Kind) -> list[tuple[str, ...]]:
        """Return the forms of a kind in the order of first occurrence."""
        return sorted((k for k, v in self.kinds.items() if v is kind), key=self.first)

    def surface(self, key: tuple[str, ...]) -> str:
        """Return a form as it stands at its first occurrence."""
        one = self.members[key][0]
        return tidy(one.name or self.text[one.start : one.end])

    def merged(self) -> list[tuple[list[tuple[str, ...]], list[Spot]]]:
        """Return the united forms with all their spots, in text order."""
        keys: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        for key in sorted(self.members, key=self.first):
            keys.setdefault(self.find(key), []).append(key)
        return [
            (forms, sorted(spot for form in forms for spot in self.members[form]))
            for forms in keys.values()
        ]


def vote(spots: Sequence[Spot]) -> tuple[str, Kind]:
    """Return the type and kind that most occurrences suggest; the first among equals.

    What the domain fixes is not put to the vote; what the words give away counts `SURE_WEIGHT`.
    """
    fixed = [one for one in spots if one.fixed] or spots
    votes: Counter[tuple[str, Kind]] = Counter()
    for one in fixed:
        votes[(one.type, one.kind)] += SURE_WEIGHT if one.sure else 1
    most = max(votes.values())
    return next((o.type, o.kind) for o in fixed if votes[(o.type, o.kind)] == most)
