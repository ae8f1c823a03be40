"""The entities of one type as comparisons see them: names taken apart, values, surroundings."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from sift_assets.core.graph.identity import normal_form
from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.resolution.names import Kind, Name, kind_of, plain_letters, taken_apart
from sift_assets.core.text.dates import iso_date

ROLE_KEYS = frozenset(
    ("role", "roles", "title", "occupation", "position", "profession", "job", "job_title")
)
"""Attributes that say what somebody does; people have several, so another one speaks against
nothing."""

ALIAS_KEYS = frozenset(("aka", "alias", "aliases", "also_known_as", "nickname", "other_name"))
"""Attributes that are other names."""

MAX_ALIASES = 16
"""Other names that are compared; an entity with more has them from bad extraction."""

MAX_VALUES = 8
"""Values of one attribute that are compared, the first by code point."""

MAX_VALUE = 200
"""Longer values are descriptions, which never equal each other."""

SAME_AS = frozenset(("ALIAS_OF", "SAME_AS", "KNOWN_AS", "ALSO_KNOWN_AS", "AKA", "FORMERLY"))
"""Relations that say that both ends are one; any other between two says that they are two."""

LIST_GAP = (3, 6)
"""Characters between two names that stand in a list: `" or "` to `", and "`. Two characters are
as often the bracket before an abbreviation."""


@dataclass(slots=True)
class Subject:
    """An entity as comparisons see it.

    Attributes:
        id: Its id.
        name: Its display name.
        aliases: Its other names, also those stated as attributes.
        values: Attribute to its values, compared without case, accents and marks.
        roles: What it does, likewise.
        support: How many documents name it.
        years: First and last year of the documents that name it, None where none has a date.
        neighbours: Ids of entities it is related to, of any type.
        related: Of these, those of its own type.
        listed: Ids of entities that stand beside it in a list.
    """

    id: str
    name: Name
    aliases: tuple[Name, ...]
    values: dict[str, frozenset[str]]
    roles: frozenset[str]
    support: int
    years: tuple[int, int] | None = None
    neighbours: set[str] = field(default_factory=set[str])
    related: set[str] = field(default_factory=set[str])
    listed: set[str] = field(default_factory=set[str])

    @property
    def names(self) -> tuple[Name, ...]:
        """All of its names, the display name first."""
        return (self.name, *self.aliases)


def subjects_of(part: TypeGraph) -> list[Subject]:
    """Read the entities of a type, in order of their ids."""
    kind = kind_of(part.type)
    columns = ["id", "name", "aliases", "attributes", "support", "first_seen", "last_seen"]
    rows = sorted(part.entities.select(columns).to_pylist(), key=lambda row: str(row["id"]))
    subjects = [_subject(row, kind) for row in rows]
    by_id = {subject.id: subject for subject in subjects}
    _relate(part, by_id)
    _list(part, by_id)
    return subjects


def compared(value: str) -> str:
    """Return a value without case, accents, marks and spaces: `213/857 -0034` is `2138570034`.

    Dates are written one way: 6 May 2014 and 2014-05-06 are `20140506`.
    """
    form = iso_date(value) or normal_form(value)
    kept = "".join(char for char in plain_letters(form) if char.isalnum())
    return kept or normal_form(value)


def _subject(row: Mapping[str, Any], kind: Kind) -> Subject:
    values: defaultdict[str, set[str]] = defaultdict(set)
    aliases: set[str] = set(row["aliases"])
    roles: set[str] = set()
    for attribute in row["attributes"]:
        key, value = attribute["key"].strip().lower(), attribute["value"].strip()
        if not value or len(value) > MAX_VALUE:
            continue
        if key in ALIAS_KEYS:
            aliases.add(value)
        elif key in ROLE_KEYS:
            roles.add(compared(value))
        else:
            values[key].add(compared(value))
    name = taken_apart(row["name"], kind)
    others = (taken_apart(alias, kind) for alias in sorted(aliases))
    return Subject(
        id=row["id"],
        name=name,
        aliases=tuple(o for o in others if o.form != name.form and o.core)[:MAX_ALIASES],
        values={key: frozenset(sorted(held)[:MAX_VALUES]) for key, held in values.items()},
        roles=frozenset(roles),
        support=row["support"],
        years=(int(row["first_seen"][:4]), int(row["last_seen"][:4])) if row["last_seen"] else None,
    )


def _relate(part: TypeGraph, by_id: Mapping[str, Subject]) -> None:
    columns = (part.relations[name].to_pylist() for name in ("source_id", "type", "target_id"))
    for source, relation, target in zip(*columns, strict=True):
        if source == target:
            continue
        for one, other in ((source, target), (target, source)):
            if one in by_id and relation not in SAME_AS:
                by_id[one].neighbours.add(other)
                if other in by_id:
                    by_id[one].related.add(other)


def _list(part: TypeGraph, by_id: Mapping[str, Subject]) -> None:
    names = ("document", "start", "end", "entity_id")
    rows = sorted(zip(*(part.mentions[name].to_pylist() for name in names), strict=True))
    least, most = LIST_GAP
    for (document, _, end, one), (next_document, start, _, other) in pairwise(rows):
        together = document == next_document and one != other
        if together and least <= start - end <= most and one in by_id and other in by_id:
            by_id[one].listed.add(other)
            by_id[other].listed.add(one)
