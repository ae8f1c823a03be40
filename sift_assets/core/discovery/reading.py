"""Reads a model's answer into types: lenient in form, strict in content, nothing dropped unsaid.

The answer was made from untrusted documents. What is kept is bounded: names are names, texts are
one line, and lists are short. A person reads it before it counts.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from sift_assets.core.config.text_rules import TYPE_NAME
from sift_assets.core.discovery.uniting import Dropped, Proposal, united
from sift_assets.core.domain.loading import type_name
from sift_assets.core.domain.model import Domain, EntityType, RelationType
from sift_assets.core.llm.fence import neutralised
from sift_assets.core.llm.json_reading import find_object
from sift_assets.core.llm.model import FinishReason, ModelAnswer

KEYS = ("entity_types", "relation_types")

MAX_ENTITY_TYPES, MAX_RELATION_TYPES = 20, 30
"""A half more than is asked for; every type is told with every chunk, and paid for."""

MAX_DESCRIPTION, MAX_HINT, MAX_HINTS = 240, 80, 3
"""Characters and number. A longer description explains no more; a hidden instruction would."""

MAX_NAME = 64
"""Characters of a type's name; the domain's own bound."""

NO_TYPE = "NO_TYPE"
"""Stands for an endpoint that is no type's name: left out, an empty list would allow every type."""

NO_TYPES = "the answer holds no entity types"
CUT = "the answer was cut before the relation types"
WITHHELD = "the provider withheld the answer (content filter)"


def read_types(answer: ModelAnswer, own: Domain) -> Proposal:
    """Read the types of an answer and add them to the user's own.

    Args:
        answer: What the model said.
        own: The user's domain, whose types stay as they are.

    Returns:
        The whole domain with what was dropped and why; or a problem, when nothing is of use.
    """
    if answer.finish_reason is FinishReason.FILTERED:
        return Proposal(problem=WITHHELD)
    found = find_object(answer.text, KEYS)
    sections = [_records(found.value.get(key)) if found else [] for key in KEYS]
    dropped: list[Dropped] = []
    entities = _named(sections[0], "entity", MAX_ENTITY_TYPES, dropped)
    relations = _named(sections[1], "relation", MAX_RELATION_TYPES, dropped)
    if not entities and not own.entity_types:
        return Proposal(problem=NO_TYPES, dropped=tuple(dropped))
    if answer.finish_reason is FinishReason.LENGTH and not relations:
        return Proposal(problem=CUT, dropped=tuple(dropped))
    return united(
        own,
        [(name, _entity(record)) for name, record in entities],
        [(name, _relation(record)) for name, record in relations],
        dropped,
        cut=found is not None and not found.complete,
    )


def spelled_type(text: Any) -> str:
    """Return a type's name in upper snake case, empty when it is none."""
    if not isinstance(text, str):
        return ""
    name = re.sub(r"[^A-Z0-9]+", "_", type_name(text[: 2 * MAX_NAME])).strip("_")
    return name if len(name) <= MAX_NAME and re.match(TYPE_NAME, name) else ""


def _records(value: Any) -> list[dict[str, Any]]:
    """Return records from a list of them, or from a mapping of names to records or sentences."""
    if isinstance(value, dict):
        named = cast("dict[str, Any]", value)
        return [{**_record(one), "name": name} for name, one in named.items()]
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return [_record(one) if isinstance(one, dict) else {"name": one} for one in items]


def _record(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    return {"description": value}


def _named(
    records: Iterable[dict[str, Any]], kind: str, most: int, dropped: list[Dropped]
) -> list[tuple[str, dict[str, Any]]]:
    """Return at most so many records with a proper name; notes the others as dropped."""
    kept: list[tuple[str, dict[str, Any]]] = []
    for record in records:
        name = spelled_type(record.get("name"))
        if not name:
            dropped.append(Dropped(kind=kind, name=_shown(record.get("name")), reason="no name"))
        elif len(kept) >= most:
            dropped.append(Dropped(kind=kind, name=name, reason=f"more than {most} types"))
        else:
            kept.append((name, record))
    return kept


def _entity(record: Mapping[str, Any]) -> EntityType:
    return EntityType(
        description=_line(record.get("description"), MAX_DESCRIPTION), hints=_hints(record)
    )


def _relation(record: Mapping[str, Any]) -> RelationType:
    return RelationType(
        description=_line(record.get("description"), MAX_DESCRIPTION),
        hints=_hints(record),
        source_types=_ends(record.get("source_types")),
        target_types=_ends(record.get("target_types")),
        symmetric=record.get("symmetric") is True,
        inverse=spelled_type(record.get("inverse")) or None,
        review_required=record.get("review_required") is True,
    )


def _hints(record: Mapping[str, Any]) -> tuple[str, ...]:
    lines = (_line(one, MAX_HINT) for one in _texts(record.get("hints")))
    return tuple(dict.fromkeys(line for line in lines if line))[:MAX_HINTS]


def _ends(value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spelled_type(one) or NO_TYPE for one in _texts(value)))


def _texts(value: Any) -> list[Any]:
    """Return a list, where a single text is a list of one: not of its letters."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    return cast("list[Any]", value) if isinstance(value, list) else []


def _line(value: Any, most: int) -> str:
    """Return one bounded line of printable text."""
    if not isinstance(value, str):
        return ""
    bounded = value[: 4 * most]
    line = " ".join("".join(c if c.isprintable() else " " for c in bounded).split())
    return neutralised(line)[:most].rstrip()


def _shown(name: Any) -> str:
    return _line(name, MAX_NAME) or "(no text)"
