"""Gathers the spots of one document that name one entity, and chooses its type and its name.

Identity is by form only: equal words, legal suffixes, surnames and first names of one known
person, acronyms, short forms of a longer name that came first, and aliases that the text states.
An ambiguous short form stays an entity of its own: a doubt is for a person to decide.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from sift_assets.core.extraction.local.names import (
    LEGAL_SUFFIXES,
    core_words,
    initials,
    is_plausible,
    tidy,
    words,
)
from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.spotting import Spot

MAX_NAME_WORDS = 8
"""A name of more words is a span that swallowed its neighbours: it does not become the name."""

DOMINANCE = 3
"""A shared surname goes to the person named this many times as often as any namesake."""

SURE_WEIGHT = 3
"""Votes of an occurrence whose words or context give its type away, against one of the model."""

_GENERATIONS = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})

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
_CAPITAL = r"[A-Z][\w&.’'-]{0,30}"
_DEFINED = re.compile(
    r"[ \n]?\((?:the |hereinafter |hereafter |or |collectively )*"
    r"(?:(?P<quoted>[\"“][^\"”\n()]{2,40}[\"”])|(?P<bare>[A-Z][A-Z&.]{1,9}))[,;)]"
)
_STATED = re.compile(
    r"[ \n,(\"”]{1,4}(?:also |previously |better |formerly |commonly |now |sometimes |often |"
    r"widely |originally ){0,2}"
    r"(?:known (?:simply )?(?:as|by the name)|called|formerly|previously|nicknamed|a\.?k\.?a\.?|"
    r"d/b/a|dba|doing business as|trading as|née|nee|renamed(?: to)?|rebranded as)"
    rf"[ \n]+(?:the )?[\"“]?(?P<alias>{_CAPITAL}(?: (?:of |and |& )?{_CAPITAL}){{0,5}})"
)


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
        self.type, self.kind = _vote(spots)
        self.aliases = tuple(sorted(set(aliases)))
        self.name = _fullest(spots, text, self.kind, set(self.aliases))


def cluster(text: str, spots: Sequence[Spot]) -> list[Cluster]:
    """Return the entities behind some spots, in the order of their first occurrence."""
    groups = _Groups(text, spots)
    stated = _stated_aliases(text, groups)
    _link_people(groups)
    _link_short_forms(groups)
    return [
        Cluster(members, text, (a for key in keys for a in stated.get(key, ())))
        for keys, members in groups.merged()
    ]


class _Groups:
    """Spots by normal form, and a union of forms that name one entity."""

    def __init__(self, text: str, spots: Sequence[Spot]) -> None:
        self.text = text
        self.members: dict[tuple[str, ...], list[Spot]] = {}
        for one in sorted(spots):
            key = core_words(one.name or text[one.start : one.end])
            self.members.setdefault(SAME_PLACE.get(key, key), []).append(one)
        self.kinds = {key: _vote(members)[1] for key, members in self.members.items()}
        self.types = {key: _vote(members)[0] for key, members in self.members.items()}
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


def _vote(spots: Sequence[Spot]) -> tuple[str, Kind]:
    fixed = [one for one in spots if one.fixed] or spots
    votes: Counter[tuple[str, Kind]] = Counter()
    for one in fixed:
        votes[(one.type, one.kind)] += SURE_WEIGHT if one.sure else 1
    most = max(votes.values())
    return next((o.type, o.kind) for o in fixed if votes[(o.type, o.kind)] == most)


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


def _stated_aliases(text: str, groups: _Groups) -> dict[tuple[str, ...], set[str]]:
    """Read "Long Name (LN)" and "also known as": unite known forms, return surfaces to look for."""
    stated: dict[tuple[str, ...], set[str]] = {}
    for key, members in sorted(groups.members.items()):
        if groups.kinds[key] is Kind.OTHER:
            continue
        for one in members:
            for alias in _aliases_after(text, one):
                stated.setdefault(key, set()).add(alias)
                other = core_words(alias)
                if other in groups.members and groups.kinds[other] is not Kind.OTHER:
                    groups.unite(key, other)
    return stated


def _aliases_after(text: str, one: Spot) -> list[str]:
    found: list[str] = []
    end = one.end + (2 if text[one.end : one.end + 2] == "'s" else 0)
    defined = _DEFINED.match(text, end)
    if defined:
        alias = (defined["quoted"] or defined["bare"]).strip("\"“”,. ")
        alias = alias.removeprefix("the ").removeprefix("The ")
        name = text[one.start : one.end]
        if defined["quoted"] or _abbreviates(alias, name):
            found.append(alias)
    stated = _STATED.match(text, end)
    if stated:
        found.append(tidy(stated["alias"]).rstrip(".,"))
    return [alias for alias in found if is_plausible(alias)]


def _abbreviates(alias: str, name: str) -> bool:
    """Whether an all-capital alias takes its letters in order from a name, from its first one."""
    letters = iter(name.upper())
    plain = alias.replace(".", "").replace("&", "")
    return plain[:1] == name[:1].upper() and all(letter in letters for letter in plain)


def _link_people(groups: _Groups) -> None:
    _claim_for_people(groups)
    people = groups.of_kind(Kind.PERSON)
    parts = {key: _person_words(groups.surface(key)) for key in people}
    for key in people:
        short = parts[key]
        longer = [k for k in people if k != key and _extends(short, parts[k])]
        heads = {groups.find(k) for k in longer}
        if len(heads) > 1:
            longer = _dominant(groups, key, longer)
        if longer and len({groups.find(k) for k in longer}) == 1:
            groups.unite(key, longer[0])
    for key in groups.members:
        if len(key) == 1 and groups.surface(key).isupper() and 2 < len(key[0]) < 5:
            named = [k for k in people if len(k) > 1 and initials(groups.surface(k)) == key[0].upper()]
            if len({groups.find(k) for k in named}) == 1:
                groups.unite(key, named[0])


def _person_words(name: str) -> tuple[str, ...]:
    """Return a person's name in words without a generation: hyphenated names stay whole."""
    parts = name.casefold().replace(",", "").split()
    return tuple(p for p in parts if p not in _GENERATIONS) or tuple(parts)


def _claim_for_people(groups: _Groups) -> None:
    """Correct the kind of names that only differ from a person's by length.

    The model often calls a surname alone an organization or a place ("Bankman-Fried"), and
    sometimes the full name of somebody whose surname alone it knows ("Tucker Carlson", "Carlson").
    """
    people = {k: _person_words(groups.surface(k)) for k in groups.of_kind(Kind.PERSON)}
    full = {parts[-1] for parts in people.values() if len(parts) > 1}
    alone = {parts[0] for parts in people.values() if len(parts) == 1}
    example = next((groups.types[k] for k in people), None)
    for key in sorted(groups.members, key=groups.first) if example else ():
        parts = _person_words(groups.surface(key))
        loose = not any(
            one.fixed or (one.sure and one.kind is not Kind.PERSON) for one in groups.members[key]
        )
        surname = len(parts) == 1 and parts[0] in full
        known = 2 <= len(parts) <= 3 and parts[-1] in alone and groups.kinds[key] is not Kind.PLACE
        if loose and (surname or known) and groups.kinds[key] is not Kind.OTHER:
            groups.claim(key, example, Kind.PERSON)


def _extends(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether a person's short form may stand for a longer one."""
    if len(short) == 1 and len(long) > 1:
        return short[0] == long[-1] or (short[0] == long[0] and len(short[0].strip(".")) > 1)
    if len(short) < 2 or short[-1] != long[-1] or short == long:
        return False
    first, other = short[0].rstrip("."), long[0].rstrip(".")
    fits = first == other or (len(first) >= 3 and other.startswith(first))
    fits = fits or (len(first) == 1 and other.startswith(first))
    return fits and len(long) >= len(short)


def _dominant(
    groups: _Groups, short: tuple[str, ...], keys: list[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Return whom a shared surname means, or nothing when that is open.

    Writers introduce somebody by the full name and go on with the surname; a namesake who enters
    later keeps the full name. So it is the first of them if the surname alone was used before the
    second came, or if that one is named far more often.
    """
    order = sorted(keys, key=groups.first)
    uses = [one.start for one in groups.members[short]]
    if any(groups.first(order[0]) < use < groups.first(order[1]) for use in uses):
        return order[:1]
    ranked = sorted(keys, key=lambda k: (-len(groups.members[k]), groups.first(k)))
    best, second = len(groups.members[ranked[0]]), len(groups.members[ranked[1]])
    return ranked[:1] if best >= DOMINANCE * second else []


def _link_short_forms(groups: _Groups) -> None:
    """Unite acronyms and leading words with the one longer organization that came before them."""
    _claim_for_organizations(groups)
    long = [k for k in groups.of_kind(Kind.ORGANIZATION) if len(k) > 1]
    places = [k for k in groups.of_kind(Kind.PLACE) if len(k) > 1]
    for key in sorted(groups.members, key=groups.first):
        if groups.kinds[key] is Kind.OTHER or any(one.fixed for one in groups.members[key]):
            continue
        found = [k for k in (*long, *places) if _is_acronym(groups, key, k)]
        if not found and not groups.stands_in(key) and groups.find(key) == key:
            found = [k for k in long if k != key and _is_start(groups, key, k)]
        if len({groups.find(k) for k in found}) == 1:
            groups.unite(key, found[0])


def _claim_for_organizations(groups: _Groups) -> None:
    """Correct people whose name begins with an organization's: "Binance Jersey" is a branch."""
    for key in groups.of_kind(Kind.PERSON):
        start = key[:1]
        if len(key) < 2 or groups.kinds.get(start) is not Kind.ORGANIZATION:
            continue
        loose = not any(one.fixed or one.sure for one in groups.members[key])
        if loose and len(groups.members[start]) >= DOMINANCE:
            groups.claim(key, groups.types[start], Kind.ORGANIZATION)


def _is_acronym(groups: _Groups, key: tuple[str, ...], long: tuple[str, ...]) -> bool:
    surface = groups.surface(key).replace(".", "")
    if not (surface.isupper() and surface.isalpha() and 2 <= len(surface) <= 6):
        return False
    return initials(groups.surface(long)) == surface


def _is_start(groups: _Groups, key: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether a form is the beginning of a longer name that was introduced before it."""
    if long[: len(key)] != key or groups.first(long) > groups.first(key):
        return False
    return len(key[0]) > 2 and key[0] not in LEGAL_SUFFIXES and words(groups.surface(key)) == key
