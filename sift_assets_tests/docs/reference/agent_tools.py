"""docs/reference/agent-tools.md: what `sift mcp` offers to agents, as they are told it."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from mcp_types import Tool

from sift_assets.agent.server import INSTRUCTIONS, make_server
from sift_assets_tests.docs.reference.fields import NONE
from sift_assets_tests.docs.reference.markdown import code, one_line, page, table


def agent_tools_page() -> str:
    """Return the page."""
    return page(
        "Tools for agents",
        "`sift mcp` serves these by the Model Context Protocol; how to start it, what an answer "
        "holds and how errors look is in [answers](../answers.md). Nothing here decides: what an "
        "agent proposes waits for a person.",
        "What an agent is told first:",
        f"> {INSTRUCTIONS}",
        *asyncio.run(_parts()),
    )


async def _parts() -> list[str]:
    shared, seat = make_server(Path()), make_server(Path(), "ada")
    everybody = list(await shared.list_tools())
    names = {one.name for one in everybody}
    own = [one for one in await seat.list_tools() if one.name not in names]
    resources = [
        (code(str(one.uri)), one_line(one.description or ""))
        for one in await shared.list_resources()
    ] + [
        (code(one.uri_template), one_line(one.description or ""))
        for one in await shared.list_resource_templates()
    ]
    return [
        *_told(everybody),
        "## With `--seat`",
        "Instead of those that propose:",
        *_told(own),
        "## filters",
        "The same in every tool that takes them.",
        table(("name", "value", "default", "what it is"), _filters(everybody)),
        "## Resources",
        table(("address", "what it is"), resources),
    ]


def _told(tools: Iterable[Tool]) -> Iterator[str]:
    for tool in tools:
        yield f"### {tool.name}"
        yield one_line(tool.description or "")
        schema = tool.input_schema
        needed = set(schema.get("required", ()))
        rows = [
            (code(name), _kind(one, schema), _default(name, one, needed), _about(name, one))
            for name, one in schema.get("properties", {}).items()
        ]
        yield table(("argument", "value", "default", "what it is"), rows)


def _filters(tools: Iterable[Tool]) -> Iterator[tuple[str, ...]]:
    from sift_assets.core.query.filters import Filters
    from sift_assets_tests.docs.reference.docstrings import attributes

    told = attributes(Filters)
    schema = next(one.input_schema for one in tools if "Filters" in one.input_schema["$defs"])
    for name, one in schema["$defs"]["Filters"]["properties"].items():
        yield code(name), _kind(one, schema), _default(name, one, set()), told[name]


def _kind(one: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "$ref" in one:
        name = one["$ref"].rpartition("/")[2]
        return "see below" if name == "Filters" else _kind(schema["$defs"][name], schema)
    if "anyOf" in one:
        return _kind(next(part for part in one["anyOf"] if part.get("type") != "null"), schema)
    if "enum" in one:
        return " | ".join(map(code, one["enum"]))
    if one.get("type") == "array":
        return f"list of {_kind(one['items'], schema)}"
    if one.get("type") == "object":
        return f"object of {', '.join(map(code, one.get('properties', {})))}"
    bounds = [f"{word} {one[key]:,}" for key, word in _BOUNDS.items() if key in one]
    return " ".join([one.get("type", "any"), *bounds])


_BOUNDS = {
    "minimum": "from",
    "maximum": "to",
    "maxLength": "of at most",
    "minLength": "of at least",
}


def _default(name: str, one: Mapping[str, Any], needed: set[str]) -> str:
    if name in needed:
        return "must be given"
    value = one.get("default")
    return NONE if value in (None, "", [], {}) or isinstance(value, dict) else code(_word(value))


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _about(name: str, one: Mapping[str, Any]) -> str:
    told = {"filters": "What is asked of.", "only": "One kind of result only."}
    inside = [one, *one.get("anyOf", ()), one.get("items", {})]
    said = (part["description"] for part in inside if "description" in part)
    return next(said, told.get(name, NONE))
