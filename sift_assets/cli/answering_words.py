"""Answers in words for people at a terminal; programs get the same as JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sift_assets.cli.printing import counted, say
from sift_assets.cli.waiting import say_what_is_proposed, say_what_to_decide

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
    elif freshness and said["answer"] == "info":
        say(f"Of today by {freshness['compared']}.", fg="green")


def _search(result: Said) -> None:
    for one in result.get("entities", ()):
        _entity(one)
    for one in result.get("passages", ()):
        say(f"{_place(one)}{_match(one)}", fg="cyan")
        say(f"    {_line(one['text'])}")
    if not (result.get("entities") or result.get("passages")):
        say(f"Nothing is called `{result['text']}` or speaks of it.")
    for where, why in result.get("not_searched", {}).items():
        say(f"{where} was not searched: {why}", fg="yellow")


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
    entities = counted(result["entities"], "entity", "entities")
    say(f"{entities}, {counted(result['relations'], 'relation')}", bold=True)
    apart = f"{result.get('isolated', 0)} without a relation"
    say(f"{apart}, {result.get('unassigned', 0)} in no community")
    for one in result.get("communities", ()):
        top = ", ".join(entity["name"] for entity in one.get("top", ()))
        say(f"  {one['label']}: {counted(one['size'], 'entity', 'entities')} ({top})")
    for one in result.get("connections", ()):
        say(f"  {one['first']} – {one['second']}: {counted(one['relations'], 'relation')}")
    for one in result.get("disconnected", ()):
        say(f"  nothing connects: {one['first']} – {one['second']}")
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
    if result.get("not_complete"):
        left = counted(result["not_complete"], "document")
        say(f"  {left} of which nothing counts: `sift status` says why")
    if "project" in result:
        _project(result["project"])
    for one in result.get("communities", ()):
        say(f"  {one['label']}: {counted(one['size'], 'entity', 'entities')}")
    for one in result.get("most_connected", ()):
        say(f"  {one['name']} ({one['type']}): {counted(one['degree'], 'relation')}")


def _project(project: Said) -> None:
    """Say which types there are to look for, and what waits."""
    domain = project["domain"]
    others = f", its types those of {domain['types_of']}" if domain.get("types_of") else ""
    say(f"Domain {domain['name']}{others}", bold=True)
    for name in ("entity_types", "relation_types"):
        types = domain.get(name, ())
        say(f"  {len(types)} {name.replace('_', ' ')}: {', '.join(types) or 'none'}")
    if domain.get("problem"):
        say(f"  {domain['problem']}", fg="red")
    if domain.get("waits"):
        say(f"  extraction waits: {domain['waits']}", fg="yellow")
    if not project["to_decide"]["open"]:
        say("Nothing waits for a decision.")
    say_what_to_decide(dict(project["to_decide"]))
    say_what_is_proposed(project.get("proposed_by_agents", 0))


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
    "seat_search": _search,
    "query": _query,
    "path": _path,
    "topology": _topology,
    "info": _info,
    "entity_info": _entity_info,
    "evidence": _evidence,
    "timeline": _timeline,
}


def _entity(one: Said) -> None:
    known = f"{counted(one['support'], 'document')}, {counted(one['degree'], 'relation')}"
    kind = f"{one['type']}, {_status(one)}, {known}"
    say(f"{_mark(one)}{one['name']}{_match(one)}", bold=True)
    say(f"    {one['id']}  {kind}")
    if one.get("aliases"):
        say(f"    also {', '.join(one['aliases'])}")
    if one.get("description"):
        say(f"    {_line(one['description']['text'], 4 * QUOTE_SHOWN)}")
    _verdicts(one)
    _sources(one.get("sources", ()))


def _match(one: Said) -> str:
    near = f" {one['similarity']:.2f}" if one.get("similarity") else ""
    return f" [{one['match']}{near}]" if one.get("match") else ""


def _fact(one: Said, seen_from: str = "") -> None:
    source, target = one["source"], one["target"]
    if seen_from == source["id"]:
        words = f"→ {one['type']} {target['name']}"
    elif seen_from == target["id"]:
        words = f"← {one['type']} {source['name']}"
    else:
        words = f"{source['name']} {one['type']} {target['name']}"
    known = f"{_status(one)}, {counted(one['support'], 'document')}"
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
    collection = f"{one['collection']}  " if "collection" in one else ""
    return f"{collection}{one['document']}{page}"


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


def _days(one: Said) -> str:
    length = {"year": 4, "month": 7}.get(one["precision"], 10)
    first, last = one["start"][:length], one["end"][:length]
    return first if first == last else f"{first} – {last}"


def _line(text: str, longest: int = QUOTE_SHOWN) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
