"""Answers in words for people at a terminal; programs get the same as JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sift_assets.cli.printing import say

Said = Mapping[str, Any]

QUOTE_SHOWN = 200
"""Characters of a quote at a terminal; --json gives more."""

_MARKS = {"pending": "?", "confirmed": "✓"}
"""Before what waits for a person, and before what one has confirmed."""


def print_answer(said: Said) -> None:
    """Print an answer for people."""
    _PRINTED[said["answer"]](said["result"])
    for name, number in said.get("truncated", {}).get("left_out", {}).items():
        say(f"… at least {number} more {name.replace('_', ' ')} (--limit, --max-tokens)", dim=True)
    freshness = said.get("freshness", {})
    if freshness and not freshness["is_fresh"]:
        names = ", ".join(one["asset"] for one in freshness["stale"])
        say(f"Not of today: {names}. Run `sift run`.", fg="yellow")


def _search(result: Said) -> None:
    for one in result.get("entities", ()):
        _entity(one)
    for one in result.get("passages", ()):
        say(f"{_place(one)}", fg="cyan")
        say(f"    {_line(one['text'])}")
    if not (result.get("entities") or result.get("passages")):
        say(f"Nothing is called `{result['text']}` or speaks of it.")


def _query(result: Said) -> None:
    _entity(result["entity"])
    for one in result.get("facts", ()):
        _fact(one, result["entity"]["id"])


def _path(result: Said) -> None:
    for number, path in enumerate(result.get("paths", ()), 1):
        say(f"{number}. {' – '.join(path['entities'])}", bold=True)
        for step in path["steps"]:
            for fact in step["relations"]:
                _fact(fact)
            if step.get("more"):
                say(f"      and {step['more']} more between the two", dim=True)


def _topology(result: Said) -> None:
    say(f"{result['entities']} entities, {result['relations']} relations", bold=True)
    apart = f"{result.get('isolated', 0)} without a relation"
    say(f"{apart}, {result.get('unassigned', 0)} in no community")
    for one in result.get("communities", ()):
        top = ", ".join(entity["name"] for entity in one.get("top", ()))
        say(f"  {one['label']}: {one['size']} entities ({top})")
    for one in result.get("connections", ()):
        say(f"  {one['first']} – {one['second']}: {one['relations']} relations")
    for one in result.get("bridges", ()):
        say(f"  bridge: {one['entity']['name']} between {'; '.join(one['communities'])}")
    for one in result.get("islands", ()):
        say(f"  island of {one['size']}: {one['name']}")
    for one in result.get("proposed", ()):
        say(f"  worth asking: {one['first']['name']} and {one['second']['name']}?")


def _info(result: Said) -> None:
    counts = result["counts"]
    numbers = (f"{counts[name]} {name}" for name in ("documents", "entities", "relations"))
    say(", ".join(numbers), bold=True)
    for name in ("entities_by_type", "relations_by_type", "relations_by_status"):
        shown = ", ".join(f"{number} {key}" for key, number in counts.get(name, {}).items())
        say(f"  {name.replace('_', ' ')}: {shown}")
    if result.get("first_date"):
        say(f"  documents from {result['first_date']} to {result['last_date']}")
    for one in result.get("communities", ()):
        say(f"  {one['label']}: {one['size']} entities")
    for one in result.get("most_connected", ()):
        say(f"  {one['name']} ({one['type']}): {one['degree']} relations")


def _entity_info(result: Said) -> None:
    _entity(result["entity"])
    for name, number in result.get("relations", {}).items():
        say(f"  {number} {name}")
    for one in result.get("properties", ()):
        say(f"  {one['key']}: {one['value']} ({one['document'] or 'a person'})")
    for one in result.get("documents", ()):
        say(f"  {one['document']}  {one.get('date', '')}", dim=True)


def _evidence(result: Said) -> None:
    if "entity" in result:
        _entity(result["entity"])
    for one in result.get("facts", ()):
        _fact(one)
    _sources(result.get("sources", ()))


def _timeline(result: Said) -> None:
    for one in result.get("events", ()):
        about = "about " if one.get("about") else ""
        say(f"{about}{_days(one)}  {_line(one['text'])}", bold=True)
        _sources(one.get("sources", ()))
    if not result.get("events"):
        say("The documents date nothing of this.")


_PRINTED: dict[str, Callable[[Said], None]] = {
    "search": _search,
    "query": _query,
    "path": _path,
    "topology": _topology,
    "info": _info,
    "entity_info": _entity_info,
    "evidence": _evidence,
    "timeline": _timeline,
}


def _entity(one: Said) -> None:
    known = f"{_number(one['support'], 'document')}, {_number(one['degree'], 'relation')}"
    known = f"{_number(one['support'], 'document')}, {_number(one['degree'], 'relation')}"
    kind = f"{one['type']}, {_status(one)}, {known}"
    match = f" [{one['match']}]" if one.get("match") else ""
    say(f"{_mark(one)}{one['name']}{match}", bold=True)
    say(f"    {one['id']}  {kind}")
    if one.get("aliases"):
        say(f"    also {', '.join(one['aliases'])}")
    if one.get("description"):
        say(f"    {_line(one['description']['text'], 4 * QUOTE_SHOWN)}")
    _verdicts(one)
    _sources(one.get("sources", ()))


def _fact(one: Said, seen_from: str = "") -> None:
    source, target = one["source"], one["target"]
    if seen_from == source["id"]:
        words = f"→ {one['type']} {target['name']}"
    elif seen_from == target["id"]:
        words = f"← {one['type']} {source['name']}"
    else:
        words = f"{source['name']} {one['type']} {target['name']}"
    known = f"{_status(one)}, {_number(one['support'], 'document')}"
    say(f"  {_mark(one)}{words}{_validity(one)}  ({known})")
    _verdicts(one)
    _sources(one.get("sources", ()))


def _verdicts(one: Said) -> None:
    for verdict in one.get("verdicts", ()):
        who = f"{verdict['actor']}, {verdict['time'][:10]}, {verdict['channel']}"
        say(f"      {verdict['verdict']} by {who} ({verdict['decision'][:8]})", fg="green")


def _sources(sources: Sequence[Said]) -> None:
    for one in sources:
        say(f"      “{_line(one['quote'])}”  {_place(one)}", dim=True)


def _place(one: Said) -> str:
    page = f", page {one['page']}" if one.get("page") else ""
    return f"{one['document']}{page}"


def _status(one: Said) -> str:
    flags = ", ".join(one.get("flags", ()))
    return f"{one['status'].replace('_', ' ')}{f': {flags}' if flags else ''}"


def _mark(one: Said) -> str:
    mark = _MARKS.get(one["status"], "")
    return f"{mark} " if mark else ""


def _validity(one: Said) -> str:
    since, until = one.get("valid_from", ""), one.get("valid_to", "")
    if since and until:
        return f" from {since} to {until}"
    return f" since {since}" if since else f" until {until}" if until else ""


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _days(one: Said) -> str:
    length = {"year": 4, "month": 7}.get(one["precision"], 10)
    first, last = one["start"][:length], one["end"][:length]
    return first if first == last else f"{first} – {last}"


def _line(text: str, longest: int = QUOTE_SHOWN) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
