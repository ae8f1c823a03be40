"""Finds the records in an answer, in whatever shape the model put them.

Asked for is one object with two lists. Models also write a list of records, one record after the
other, a mapping from names to records, or a single record where a list belongs.
"""

from typing import Any, NamedTuple, cast

from sift_assets.core.llm.json_reading import bare_objects, find_object

KEYS = ("entities", "relations")

NO_OBJECT = "the answer holds no JSON object with entities or relations"
NO_LIST = "entities or relations are not a list"

_SOURCES = frozenset({"source", "source_entity"})
_TARGETS = frozenset({"target", "target_entity"})
_TYPES = frozenset({"type", "entity_type", "relation_type"})


class FoundRecords(NamedTuple):
    """The records of an answer, not validated.

    Attributes:
        entities: What stands where entities belong.
        relations: Likewise.
        complete: Whether the answer was whole.
        lost: Records that were cut or are no JSON.
        reshaped: Records that did not stand in a list under the right key.
    """

    entities: list[Any]
    relations: list[Any]
    complete: bool
    lost: int
    reshaped: int = 0


def find_records(answer: str) -> FoundRecords | str:
    """Find the records of an answer.

    Returns:
        The records, or why there are none.
    """
    found = find_object(answer, KEYS)
    if found is None:
        return _bare(answer)
    lists = [_listed(found.value.get(key)) for key in KEYS]
    entities, relations = lists
    if entities is None or relations is None:
        return NO_LIST
    reshaped = sum(
        len(records or ())
        for key, records in zip(KEYS, lists, strict=True)
        if not isinstance(found.value.get(key), list)
    )
    return FoundRecords(entities, relations, found.complete, found.lost, reshaped)


def _listed(value: Any) -> list[Any] | None:
    """Return a list of records, empty where the answer has none, None where it is no list."""
    if not value:
        return []
    if isinstance(value, list):
        return cast("list[Any]", value)
    if not isinstance(value, dict):
        return None
    record = cast("dict[str, Any]", value)
    if _is_relation(record) or _is_entity(record):
        return [record]
    if all(isinstance(one, dict) for one in record.values()):
        return [{"name": name, **one} for name, one in record.items()]
    return None


def _bare(answer: str) -> FoundRecords | str:
    """Take records without an object around them; what else there is, is counted as lost."""
    found = bare_objects(answer)
    records = cast("list[dict[str, Any]]", found.value["records"]) if found else []
    relations = [record for record in records if _is_relation(record)]
    entities = [record for record in records if _is_entity(record) and not _is_relation(record)]
    reshaped = len(entities) + len(relations)
    if found is None or not reshaped:
        return NO_OBJECT
    lost = found.lost + len(records) - reshaped
    return FoundRecords(entities, relations, found.complete, lost, reshaped)


def _is_entity(record: dict[str, Any]) -> bool:
    return "name" in record and not _TYPES.isdisjoint(record)


def _is_relation(record: dict[str, Any]) -> bool:
    keys = (_SOURCES, _TARGETS, _TYPES)
    return not any(names.isdisjoint(record) for names in keys)
