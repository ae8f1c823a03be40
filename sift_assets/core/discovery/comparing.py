"""What one domain has that another has not: type by type, field by field."""

from typing import Any

from sift_assets.core.domain.model import Domain
from sift_assets.core.records.record import Record

FOR_PEOPLE = frozenset({"name", "version", "description"})
"""Fields of a domain that shape nothing."""

SECTIONS = ("entity_types", "relation_types")


class Change(Record):
    """One difference.

    Attributes:
        kind: `added`, `removed` or `changed`.
        field: For example `entity_types.PERSON` or `relation_types.OWNS.symmetric`.
        old: The value before, None for what was not there.
        new: The value after, None for what is gone.
    """

    kind: str
    field: str
    old: Any = None
    new: Any = None


def changes(old: Domain, new: Domain) -> tuple[Change, ...]:
    """Return what leads from one domain to another, sorted by field."""
    found: list[Change] = []
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    for section in SECTIONS:
        one, other = before.pop(section), after.pop(section)
        for name in one.keys() | other.keys():
            found += _type_changes(f"{section}.{name}", one.get(name), other.get(name))
    found += [
        Change(kind="changed", field=name, old=before[name], new=after[name])
        for name in before.keys() - FOR_PEOPLE
        if before[name] != after[name]
    ]
    return tuple(sorted(found, key=lambda change: change.field))


def _type_changes(
    field: str, old: dict[str, Any] | None, new: dict[str, Any] | None
) -> list[Change]:
    if old is None or new is None:
        kind = "added" if old is None else "removed"
        return [Change(kind=kind, field=field, old=old, new=new)]
    return [
        Change(kind="changed", field=f"{field}.{name}", old=old[name], new=new[name])
        for name in sorted(old)
        if old[name] != new[name]
    ]
