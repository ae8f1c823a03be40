"""Gathers the spots of one document that name one entity, and chooses its type and its name.

Identity is by form only: equal words, legal suffixes, short forms (`linking`) and aliases that the
text states (`stated_aliases`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from sift_assets.core.extraction.local.groups import Groups, vote
from sift_assets.core.extraction.local.linking import DOMINANCE, link_people, link_short_forms
from sift_assets.core.extraction.local.names import LEGAL_SUFFIXES, core_words, tidy, words
from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.spots import Spot
from sift_assets.core.extraction.local.stated_aliases import stated_aliases

MAX_NAME_WORDS = 8
"""A name of more words is a span that swallowed its neighbours: it does not become the name."""


class Cluster:
    """One entity of a document.

    Attributes:
        spots: Its occurrences, in text order.
        type: Entity type of the domain.
        kind: Person, organization, place or other.
        name: The fullest form.
        aliases: Surfaces that the text states to be another name, seen or not.
    """

    def __init__(self, spots: list[Spot], text: str, aliases: Iterable[str]) -> None:
        self.spots = spots
        self.type, self.kind = vote(spots)
        self.aliases = tuple(sorted(set(aliases)))
        self.name = _fullest(spots, text, self.kind, set(self.aliases))


def cluster(text: str, spots: Sequence[Spot]) -> list[Cluster]:
    """Return the entities behind some spots, in the order of their first occurrence."""
    groups = Groups(text, spots)
    stated = stated_aliases(text, groups)
    link_people(groups)
    link_short_forms(groups)
    return [
        Cluster(members, text, (a for key in keys for a in stated.get(key, ())))
        for keys, members in groups.merged()
    ]


def _fullest(spots: Sequence[Spot], text: str, kind: Kind, aliases: set[str]) -> str:
    """Choose the form with most words; among equals the most frequent, then the first.

    A legal suffix does not make a form fuller, so that "FTX" is not renamed by one "FTX Ltd".
    """
    forms = Counter(tidy(one.name or text[one.start : one.end]) for one in spots)
    known = {form for form in forms if form not in aliases} or set(forms)

    often = max(forms.values())

    def rank(form: str) -> tuple[int, int, int]:
        parts = words(form)
        rare = parts[-1] in LEGAL_SUFFIXES and forms[form] * DOMINANCE <= often
        size = 1 if rare else len(form.split() if kind is Kind.PERSON else core_words(form))
        shouted = form.isupper() and len(form) > 6
        return (0 if size > MAX_NAME_WORDS else size, -shouted, forms[form])

    first = {form: -i for i, form in enumerate(forms)}
    return max(sorted(known), key=lambda form: (rank(form), first[form]))
