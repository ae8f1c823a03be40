"""What is stated of one entity: what it is, its other names, its dates, further properties."""

import re
from collections.abc import Collection, Iterable, Sequence

from sift_assets.core.extraction.local.wordlists import listed as listed_words
from sift_assets.core.narrative.date_reading import Date, holds, said_dates
from sift_assets.core.narrative.inflection import with_article
from sift_assets.core.narrative.listing import listed, shown
from sift_assets.core.narrative.material import MemberFacts, StatedValue
from sift_assets.core.narrative.periods import MONTHS
from sift_assets.core.narrative.records import Passage
from sift_assets.core.narrative.tokens import forms_of
from sift_assets.core.narrative.unknown_relations import ACRONYMS
from sift_assets.core.narrative.writing.clauses import ROLE_KEYS
from sift_assets.core.narrative.writing.kinds import (
    KIND_KEYS,
    is_person,
    kind_words,
    noun_of,
    stated_kind,
)
from sift_assets.core.narrative.writing.said import Said

MOST_ROLES = 3
MOST_ALIASES = 3
MOST_DATES = 5
MOST_DETAILS = 3
"""A profile is read, not looked up: what is stated more often comes first, the rest is left out."""

LONGEST_DETAIL = 80
"""Characters of a property that is told; longer ones are prose of their document."""

LONGEST_KEY = 2
"""Words of the name of a property that is told; longer ones were made up for one place."""

NAME_KEYS = listed_words(
    "name names full_name alias aliases aka also_known_as known_as abbreviation acronym"
)
"""Properties that are names, which are told as such."""

OUR_KEYS = listed_words("modality confidence source sources note notes context")
"""Properties that are about the extraction or about nothing in particular."""

UNSAID = listed_words("true false yes no none null unknown n/a various unspecified -")
"""Values that say nothing without their question."""

_KEY = re.compile(r"^[a-z]+(?:[_ ][a-z]+)*$", re.IGNORECASE)
_DATE_END = re.compile(r"[_ ](?:dates?|day|years?|time)$")


def what_it_is(member: MemberFacts, told: Collection[str] = ()) -> Said:
    """Say what an entity is: its other names, its kind or its roles, how many documents name it.

    Args:
        member: The entity.
        told: Roles, in small letters, that its relations tell.
    """
    aliases = _aliases(member)
    called = f", also called {listed(list(map(shown, aliases)))}," if aliases else ""
    kind = _kind(member, told)
    cites = (*_naming(member, (member.name, *aliases)), *kind.cites)
    return Said(f"{shown(member.name)}{called} {kind.text}", tuple(dict.fromkeys(cites)))


def dates_of(member: MemberFacts) -> Said | None:
    """Say which dates are stated of an entity, in order of time; None where there are none."""
    dated = [(date, one) for one in member.values if (date := _date(one))]
    dated = [item for item in dated if not _is_refined(item, dated)]
    unlike = dict(reversed(dated))
    first = sorted(unlike.items(), key=lambda item: item[0])[:MOST_DATES]
    if not first:
        return None
    labels = [_label(one.key) for _, one in first]
    remarks = [f" ({label})" if label else "" for label in labels]
    parts = [f"{_date_words(date)}{said}" for (date, _), said in zip(first, remarks, strict=True)]
    cites = tuple(one.passages[0] for _, one in first)
    stated = "date stated" if len(parts) == 1 else "dates stated"
    verb = "is" if len(parts) == 1 else "are"
    return Said(f"the {stated} for {shown(member.name)} {verb} {listed(parts)}", cites)


def details_of(member: MemberFacts, others: Iterable[str] = ()) -> Said | None:
    """Say what else is stated of an entity, in quotation marks; None where there is nothing.

    Args:
        member: The entity.
        others: Names of those it is related to: what only names them has been told.
    """
    names = " ".join(map(_plain, (member.name, *member.aliases, *others)))
    stated = [one for one in member.values if _is_detail(one) and _plain(one.value) not in names]
    told = {_label(one.key): one for one in reversed(_unlike(stated, len(stated)))}
    best = sorted(told.items(), key=lambda item: (-len(item[1].passages), item))[:MOST_DETAILS]
    if not best:
        return None
    parts = "; ".join(f"{label} “{shown(one.value)}”" for label, one in best)
    text = f"also stated of {shown(member.name)}: {parts}"
    return Said(text, tuple(one.passages[0] for _, one in best))


def _aliases(member: MemberFacts) -> tuple[str, ...]:
    """Return other names with some word that the name lacks, the longest first."""
    unlike = {_plain(member.name)}
    own = set(forms_of(member.name))
    kept: list[str] = []
    for alias in sorted(member.aliases, key=lambda one: (-len(one), one)):
        is_part = set(forms_of(alias)) <= own
        if len(alias) <= LONGEST_DETAIL and not is_part and _plain(alias) not in unlike:
            unlike.add(_plain(alias))
            kept.append(alias)
    return tuple(kept[:MOST_ALIASES])


def _kind(member: MemberFacts, told: Collection[str]) -> Said:
    roles = [one for one in member.values if one.key in ROLE_KEYS]
    untold = _unlike([role for role in roles if role.value.casefold() not in told], MOST_ROLES)
    if untold and is_person(member.type):
        values = listed([f"“{shown(role.value)}”" for role in untold])
        return Said(f"is described as {values}", tuple(role.passages[0] for role in untold))
    kind = stated_kind(member)
    many = f" named in {member.documents:,} documents" if member.documents > 1 else ""
    if kind:
        return Said(f"is {kind_words(kind)}{many}", kind.passages[:1])
    return Said(f"is {with_article(noun_of(member.type))}{many}", ())


def _naming(member: MemberFacts, names: Iterable[str]) -> tuple[Passage, ...]:
    """Return a passage for each name, where one that is kept has it; at least the first one."""
    found = (next((p for p in member.passages if name in p.quote), None) for name in names)
    return tuple(dict.fromkeys(one for one in (*member.passages[:1], *found) if one))


def _unlike(stated: Sequence[StatedValue], most: int) -> tuple[StatedValue, ...]:
    """Return values that are in no other one that is told, those of most documents first."""
    kept: list[StatedValue] = []
    for one in sorted(stated, key=lambda one: (-len(one.passages), len(one.value), one.value)):
        plain = _plain(one.value)
        others = [_plain(other.value) for other in kept]
        if not any(plain in other or other in plain for other in others):
            kept.append(one)
    return tuple(kept[:most])


def _is_detail(one: StatedValue) -> bool:
    told = ROLE_KEYS | NAME_KEYS | OUR_KEYS | set(KIND_KEYS)
    fits = len(one.value) <= LONGEST_DETAIL and 1 <= len(_label(one.key).split()) <= LONGEST_KEY
    is_said = one.value.strip().lower() not in UNSAID
    known = one.key.lower() in told or not _KEY.match(one.key)
    return fits and is_said and not known and not said_dates(one.key) and not _date(one)


def _date(one: StatedValue) -> Date | None:
    """Return the date that a value is, if it is one and nothing else."""
    found = said_dates(one.value)
    if len(found) != 1 or len(found[0].readings) != 1 or not found[0].readings[0].year:
        return None
    if len(_label(one.key).split()) > LONGEST_KEY:
        return None
    around = one.value[: found[0].start] + one.value[found[0].end :]
    return None if around.strip(" .,()") or not _KEY.match(one.key) else found[0].readings[0]


def _is_refined(item: tuple[Date, StatedValue], dated: list[tuple[Date, StatedValue]]) -> bool:
    """Say whether another value of this key says the date more exactly."""
    date, one = item
    return any(
        date != other and holds(date, other) and _label(one.key) == _label(another.key)
        for other, another in dated
    )


def _label(key: str) -> str:
    words = key.replace("_", " ").lower()
    named = _DATE_END.sub("", f" {words}").strip()
    return " ".join(word.upper() if word in ACRONYMS else word for word in named.split())


def _date_words(date: Date) -> str:
    month = f"{MONTHS[date.month - 1]} " if date.month else ""
    day = f"{date.day} " if date.day else ""
    return f"{day}{month}{date.year}"


def _plain(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())
