"""A domain file of sift-kg as one of ours.

Its files are read here as they stand, see `core.domain.loading`, but for what sift-kg does not look
at: keys that mean nothing, types without a value, names of types that are not there. These are left
out, and listed.
"""

from collections.abc import Iterable
from typing import Any, cast

from sift_assets.core.config.yaml_source import read_yaml
from sift_assets.core.domain.loading import OLD_SPELLINGS, TYPE_SECTIONS, read_domain, type_name
from sift_assets.core.domain.model import Domain, EntityType, RelationType
from sift_assets.core.domain.writing import dumped
from sift_assets.core.errors import ConfigError

_FIELDS: dict[str, frozenset[str]] = {
    "entity_types": frozenset(EntityType.model_fields),
    "relation_types": frozenset(RelationType.model_fields),
}
_ENDPOINTS = ("source_types", "target_types")


def our_domain(text: str, file: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a domain file of ours, and what of the given one was left out.

    Args:
        text: Of a domain file, sift-kg's or ours; what is sound stays as it is.
        file: Its name for messages.

    Raises:
        ConfigError: It is no domain file, or is wrong in a way that sift-kg would not bear either.
    """
    try:
        read_domain(text, file)
    except ConfigError as error:
        mended, left_out = _mended(dict(read_yaml(text, file).data))
        if not left_out:
            raise error from None
        text = dumped(mended)
        read_domain(text, file)
        return text, left_out
    return text, ()


def _mended(data: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    inner = data.get("domain")
    given = cast("dict[str, Any]", inner) if isinstance(inner, dict) else data
    left_out = [f"`{key}` beside `domain`" for key in data if given is inner and key != "domain"]
    kept: dict[str, Any] = {}
    for key, value in given.items():
        if key not in Domain.model_fields:
            left_out.append(f"`{key}`, which is no field of a domain")
        elif value is not None:
            kept[key] = value
        else:
            left_out.append(f"`{key}`, which is empty")
    known = _names(kept.get("entity_types"))
    for section in TYPE_SECTIONS:
        if isinstance(kept.get(section), dict):
            types = cast("dict[str, Any]", kept[section]).items()
            kept[section] = {
                str(name): _type(section, str(name), kind, known, left_out) for name, kind in types
            }
    fallback = kept.get("fallback_relation")
    relations = _names(kept.get("relation_types"))
    if fallback and relations and type_name(str(fallback)) not in relations:
        left_out.append(f"`fallback_relation: {fallback}`, which is no type here")
        del kept["fallback_relation"]
    return kept, tuple(left_out)


def _names(types: Any) -> set[str]:
    listed = cast("dict[str, Any]", types) if isinstance(types, dict) else {}
    return {type_name(name) for name in listed}


def _type(
    section: str, name: str, kind: Any, entity_types: Iterable[str], left_out: list[str]
) -> Any:
    if kind is None:
        left_out.append(f"the emptiness of `{section}.{name}`")
        return {"description": name}
    if not isinstance(kind, dict):
        return kind
    kept: dict[str, Any] = {}
    for key, value in cast("dict[str, Any]", kind).items():
        field = OLD_SPELLINGS.get(key, key)
        if field not in _FIELDS[section] or value is None:
            left_out.append(f"`{section}.{name}.{key}`")
        elif field in _ENDPOINTS and isinstance(value, list):
            kept[field] = _there(cast("list[Any]", value), entity_types, (section, name), left_out)
        else:
            kept[field] = value
    return kept


def _there(
    types: list[Any], known: Iterable[str], place: tuple[str, str], left_out: list[str]
) -> list[Any]:
    gone = [one for one in types if type_name(str(one)) not in known]
    left_out += [f"`{one}` in `{'.'.join(place)}`, which is no type here" for one in gone]
    return [one for one in types if one not in gone]
