"""Links short forms to the longer name they stand for, and corrects types on that evidence.

Surnames, first names, initials, acronyms, and the beginning of a name that came before. An
ambiguous short form stays an entity of its own: a doubt is for a person to decide.
"""

from sift_assets.core.extraction.local.groups import Groups
from sift_assets.core.extraction.local.names import LEGAL_SUFFIXES, initials, words
from sift_assets.core.extraction.local.schema import Kind

DOMINANCE = 3
"""A shared surname goes to the person named this many times as often as any namesake."""

_GENERATIONS = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})


def link_people(groups: Groups) -> None:
    """Unite surnames, first names and initials with the one person whose full name is known."""
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
            named = [
                k for k in people if len(k) > 1 and initials(groups.surface(k)) == key[0].upper()
            ]
            if len({groups.find(k) for k in named}) == 1:
                groups.unite(key, named[0])


def _person_words(name: str) -> tuple[str, ...]:
    """Return a person's name in words without a generation: hyphenated names stay whole."""
    parts = name.casefold().replace(",", " ").split()
    return tuple([p for p in parts if p not in _GENERATIONS] or parts or [""])


def _claim_for_people(groups: Groups) -> None:
    """Correct the kind of names that only differ from a person's by length.

    The model often calls a surname alone an organization or a place ("Bankman-Fried"), and
    sometimes the full name of somebody whose surname it knows ("Tucker Carlson", "Carlson").
    """
    people = {k: _person_words(groups.surface(k)) for k in groups.of_kind(Kind.PERSON)}
    full = {parts[-1] for parts in people.values() if len(parts) > 1}
    alone = {parts[0] for parts in people.values() if len(parts) == 1}
    example = next((groups.types[k] for k in people), None)
    for key in sorted(groups.members, key=groups.first):
        parts = _person_words(groups.surface(key))
        loose = not any(
            one.fixed or (one.sure and one.kind is not Kind.PERSON) for one in groups.members[key]
        )
        surname = len(parts) == 1 and parts[0] in full
        known = 2 <= len(parts) <= 3 and parts[-1] in alone and groups.kinds[key] is not Kind.PLACE
        relative = len(parts) == 2 and parts[-1] in full
        claimed = surname or known or relative
        if example and loose and claimed and groups.kinds[key] is not Kind.OTHER:
            groups.claim(key, example, Kind.PERSON)


def _extends(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether a person's short form may stand for a longer one."""
    if len(short) == 1 and len(long) > 1:
        (only,) = short
        return only in long[-1:] or (only in long[:1] and len(only.strip(".")) > 1)
    if len(short) < 2 or short[-1:] != long[-1:] or short == long:
        return False
    first, other = short[0].rstrip("."), " ".join(long[:1]).rstrip(".")
    fits = first == other or (len(first) >= 3 and other.startswith(first))
    fits = fits or (len(first) == 1 and other.startswith(first))
    return fits and len(long) >= len(short)


def _dominant(
    groups: Groups, short: tuple[str, ...], keys: list[tuple[str, ...]]
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


def link_short_forms(groups: Groups) -> None:
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


def _claim_for_organizations(groups: Groups) -> None:
    """Correct people whose name begins with an organization's: "Binance Jersey" is a branch."""
    for key in groups.of_kind(Kind.PERSON):
        start = key[:1]
        if len(key) < 2 or groups.kinds.get(start) is not Kind.ORGANIZATION:
            continue
        loose = not any(one.fixed or one.sure for one in groups.members[key])
        if loose and len(groups.members[start]) >= DOMINANCE:
            groups.claim(key, groups.types[start], Kind.ORGANIZATION)


def _is_acronym(groups: Groups, key: tuple[str, ...], long: tuple[str, ...]) -> bool:
    surface = groups.surface(key).replace(".", "")
    if not (surface.isupper() and surface.isalpha() and 2 <= len(surface) <= 6):
        return False
    return initials(groups.surface(long)) == surface


def _is_start(groups: Groups, key: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether a form is the beginning of a longer name that was introduced before it."""
    if long[: len(key)] != key or groups.first(long) > groups.first(key):
        return False
    return len(key[0]) > 2 and key[0] not in LEGAL_SUFFIXES and words(groups.surface(key)) == key
