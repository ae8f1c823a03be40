"""The closed answer schema of extraction, and how one record of an answer is validated.

The schema is what the model is told and, where its provider can, held to. The record models are
what is accepted: forgiving about how a value is written, strict about what it must be.
"""

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from pydantic import AliasChoices, BeforeValidator, ConfigDict, Field

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import Attribute, Coercion
from sift_assets.core.records.record import Record

UNSTATED_CONFIDENCE = 0.5
"""Where a model gives no usable number: below the review threshold, so that a person looks."""

_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_MAX_PERCENT = 100.0
_LEAST_BARE_PERCENT = 10.0
"""A bare number above 1 and below this may be out of five or ten: it states nothing usable."""
_MAX_NAME = 300
"""Characters; the longest names of laws and programmes stay below, copied sentences do not."""


def confidence_of(value: Any) -> float | None:
    """Read a confidence as models write it: `0.9`, `90`, `"90 %"`, `"0,9"`.

    Returns:
        0 to 1; None when the value states none.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        match = _NUMBER.search(value)
        if match is None:
            return None
        number = float(match.group().replace(",", "."))
        percent = "%" in value
    elif isinstance(value, (int, float)):
        number, percent = float(value), False
    else:
        return None
    if percent or number >= _LEAST_BARE_PERCENT:
        number /= _MAX_PERCENT
    return number if math.isfinite(number) and 0 <= number <= 1 else None


def type_name(value: str) -> str:
    """Write a type the way domains do: upper snake case, Unicode letters kept."""
    spelled = unicodedata.normalize("NFKC", value).upper()
    return re.sub(r"[^\w]+|_+", "_", spelled).strip("_")


def _text(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return " ".join(value.split()) if isinstance(value, str) else value


def _texts(value: Any) -> Any:
    """Read one text, a list of texts or nothing as texts, without empty or equal ones."""
    if value is None or isinstance(value, (str, int, float)):
        value = [value]
    if not isinstance(value, list):
        return value
    texts = [_text(item) for item in cast("list[Any]", value)]
    if any(isinstance(text, (dict, list)) for text in texts):
        return texts
    return tuple(dict.fromkeys(text for text in texts if text))


def _attributes(value: Any) -> Any:
    """Read attributes from a mapping or from a list of pairs; values may be lists."""
    if value is None:
        return ()
    if isinstance(value, dict):
        pairs = list(cast("dict[str, Any]", value).items())
    elif isinstance(value, list):
        listed = [
            cast("dict[str, Any]", a) for a in cast("list[Any]", value) if isinstance(a, dict)
        ]
        pairs = [(a.get("key"), a.get("value")) for a in listed]
    else:
        return value
    named = [(key.strip(), item) for key, item in pairs if isinstance(key, str)]
    stated = {(key, text) for key, item in named for text in _attribute_texts(item) if key and text}
    return tuple(Attribute(key=key, value=text) for key, text in sorted(stated))


def _attribute_texts(value: Any) -> tuple[str, ...]:
    items = cast("list[Any]", value) if isinstance(value, list) else [value]
    texts = [str(item).lower() if isinstance(item, bool) else _text(item) for item in items]
    return tuple(text for text in texts if isinstance(text, str))


_TYPE_KEYS = ("type", "entity_type", "relation_type")

Text = Annotated[str, BeforeValidator(_text)]
Name = Annotated[Text, Field(max_length=_MAX_NAME)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]
Attributes = Annotated[tuple[Attribute, ...], BeforeValidator(_attributes)]
Confidence = Annotated[float | None, BeforeValidator(confidence_of)]
TypeText = Annotated[Text, BeforeValidator(lambda v: type_name(v) if isinstance(v, str) else v)]


def _named(*names: str) -> AliasChoices:
    return AliasChoices(*names)


class AnswerEntity(Record):
    """One entity as a model answers it. White space inside texts is single spaces.

    Attributes:
        name: Normalised.
        surface: As the text writes it; empty takes the name.
        type: Upper snake case; not necessarily one of the domain.
        confidence: None when the model gave no usable number.
        aliases: Other names that the text uses.
        context: Quotes that tell of it.
        attributes: What is stated of it.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: Name
    surface: Name = ""
    type: TypeText = Field(min_length=1, validation_alias=_named("type", "entity_type"))
    confidence: Confidence = None
    aliases: Texts = ()
    context: Texts = Field(default=(), validation_alias=_named("context", "quotes", "evidence"))
    attributes: Attributes = ()


class AnswerRelation(Record):
    """One relation as a model answers it; see `AnswerEntity`.

    Attributes:
        source: Name of the entity that it goes from.
        target: Name of the entity that it goes to.
        evidence: Quotes that state it.
        valid_from: Stated start, ISO 8601 or empty.
        valid_to: Stated end, likewise.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    type: TypeText = Field(min_length=1, validation_alias=_named("type", "relation_type"))
    source: Name = Field(validation_alias=_named("source", "source_entity"))
    target: Name = Field(validation_alias=_named("target", "target_entity"))
    confidence: Confidence = None
    evidence: Texts = Field(default=(), validation_alias=_named("evidence", "quotes", "context"))
    valid_from: Text = ""
    valid_to: Text = ""
    attributes: Attributes = ()


def coercions(raw: Any, kept: AnswerEntity | AnswerRelation) -> list[Coercion]:
    """Return what was put right in a record.

    Args:
        raw: The record as the model gave it.
        kept: What was read of it.
    """
    given = cast("dict[str, Any]", raw)
    confidence = given.get("confidence")
    said = next(given[key] for key in _TYPE_KEYS if key in given)
    found: list[Coercion] = []
    if kept.confidence is None:
        found.append(Coercion.CONFIDENCE_MISSING)
    elif confidence != kept.confidence:
        found.append(Coercion.CONFIDENCE_RESCALED)
    if said != kept.type:
        found.append(Coercion.TYPE_RESPELLED)
    return found


@dataclass(frozen=True)
class OfferedTypes:
    """The names that a model was to choose from.

    Attributes:
        entities: Of entity types.
        relations: Of relation types, with inverses and the fallback.
    """

    entities: frozenset[str]
    relations: frozenset[str]


def offered_types(prompt: PromptFacet) -> OfferedTypes | None:
    """Return what a model is offered, None where it chooses types itself."""
    if prompt.schema_free:
        return None
    return OfferedTypes(frozenset(prompt.entity_types), frozenset(relation_names(prompt)))


def answer_schema(prompt: PromptFacet) -> dict[str, Any]:
    """Return the JSON schema of an answer: closed, with the domain's types where it has any.

    Every property is required and no other allowed, as strict modes of providers demand.
    """
    return _closed(
        entities=_list_of(
            _closed(
                name=_STRING,
                surface=_STRING,
                type=_one_of([] if prompt.schema_free else sorted(prompt.entity_types)),
                aliases=_list_of(_STRING),
                context=_list_of(_STRING),
                attributes=_PAIRS,
                confidence=_NUMBER_SCHEMA,
            )
        ),
        relations=_list_of(
            _closed(
                type=_one_of([] if prompt.schema_free else relation_names(prompt)),
                source=_STRING,
                target=_STRING,
                evidence=_list_of(_STRING),
                valid_from=_STRING,
                valid_to=_STRING,
                attributes=_PAIRS,
                confidence=_NUMBER_SCHEMA,
            )
        ),
    )


def relation_names(prompt: PromptFacet) -> list[str]:
    """Return every name that a relation may be given: types, their inverses, the fallback."""
    names = set(prompt.relation_types)
    names |= {kind.inverse for kind in prompt.relation_types.values() if kind.inverse}
    return sorted(names | ({prompt.fallback_relation} if prompt.fallback_relation else set()))


Schema = dict[str, Any]


def _closed(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _one_of(names: list[str]) -> Schema:
    return {"type": "string", "enum": names} if names else _STRING


_STRING: Schema = {"type": "string"}
_NUMBER_SCHEMA: Schema = {"type": "number"}
_PAIRS: Schema = _list_of(_closed(key=_STRING, value=_STRING))

RecordKind = Literal["mention", "relation"]
"""What a quarantined record was meant to be."""
