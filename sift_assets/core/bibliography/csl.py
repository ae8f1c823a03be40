"""CSL JSON, and the JSON of Better BibTeX, which is that with attachments."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from sift_assets.core.bibliography.entries import Entry
from sift_assets.core.bibliography.fields import date_of, given_family, one_line
from sift_assets.core.config.json_source import read_json
from sift_assets.core.errors import ConfigError

_PARTS = 3  # year, month, day


def csl_entries(text: str, file: str) -> list[Entry]:
    """Read a bibliography in CSL JSON.

    Args:
        text: Of the file.
        file: Its name for messages.

    Raises:
        ConfigError: It is no such file.
    """
    try:
        said: Any = read_json(text)
    except ValueError as error:
        raise ConfigError("is no JSON.", "Export it as CSL JSON.", file=file) from error
    listed: Any = cast("dict[str, Any]", said).get("items") if isinstance(said, dict) else said
    items = _mappings(listed)
    if not isinstance(listed, list) or len(items) < len(cast("list[Any]", listed)):
        raise ConfigError("is no list of works.", "Export it as CSL JSON.", file=file)
    return [_entry(one) for one in items]


def _entry(item: Mapping[str, Any]) -> Entry:
    names: Any = item.get("author") or item.get("creators")
    tags: Any = item.get("keyword") or item.get("tags")
    return Entry(
        key=_text(item.get("citation-key") or item.get("citationKey") or item.get("id")),
        title=_text(item.get("title")),
        date=_date(item.get("issued") or item.get("date")),
        authors=tuple(name for one in _mappings(names) if (name := _name(one))),
        tags=tuple(dict.fromkeys(_tags(tags))),
        files=tuple(
            path
            for one in _mappings(item.get("attachments"))
            if (path := _text(one.get("path") or one.get("localPath")).replace("\\", "/"))
        ),
    )


def _name(name: Mapping[str, Any]) -> str:
    whole = _text(name.get("literal") or name.get("name"))
    given = _text(name.get("given") or name.get("firstName"))
    particle = _text(name.get("non-dropping-particle") or name.get("dropping-particle"))
    family = _text(name.get("family") or name.get("lastName"))
    is_author = _text(name.get("creatorType")) in ("", "author")
    if not is_author:
        return ""
    return given_family(whole) if whole else one_line(f"{given} {particle} {family}")


def _date(said: Any) -> str:
    if not isinstance(said, dict):
        return date_of(_text(said))
    date = cast("dict[str, Any]", said)
    parts = date.get("date-parts")
    first = cast("list[Any]", parts)[0] if isinstance(parts, list) and parts else None
    if isinstance(first, list):
        numbers = [_text(part) for part in cast("list[Any]", first)[:_PARTS]]
        return date_of("-".join(numbers))
    return date_of(_text(date.get("raw") or date.get("literal")))


def _tags(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield from (one_line(part) for part in said.replace(";", ",").split(",") if part.strip())
    for one in cast("list[Any]", said) if isinstance(said, list) else []:
        tag = cast("dict[str, Any]", one).get("tag") if isinstance(one, dict) else one
        if _text(tag):
            yield _text(tag)


def _mappings(said: Any) -> list[dict[str, Any]]:
    listed = cast("list[Any]", said) if isinstance(said, list) else []
    return [cast("dict[str, Any]", one) for one in listed if isinstance(one, dict)]


def _text(said: Any) -> str:
    is_plain = isinstance(said, str | int) and not isinstance(said, bool)
    return one_line(str(said)) if is_plain else ""
