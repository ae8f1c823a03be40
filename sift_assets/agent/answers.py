"""Answers and errors as a tool returns them: one JSON text, and the same as structured content."""

import json
import re
from collections.abc import Callable
from typing import Any

from mcp_types import CallToolResult, TextContent

from sift_assets.core.errors import SiftError
from sift_assets.core.query.errors import error_for_programs

_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
"""Control characters, what turns the order of text around, and tag characters, which no person sees
and a language model reads."""


def answer(ask: Callable[[], dict[str, Any]]) -> CallToolResult:
    """Return the answer to a question, or its error, as a tool does.

    Args:
        ask: Gives the answer, or raises an error of ours.
    """
    try:
        return _result(ask(), is_error=False)
    except SiftError as error:
        return _result(error_for_programs(error), is_error=True)


def visible(value: Any) -> Any:
    r"""Return plain data with every hidden character of its texts written as `\u202e`."""
    if isinstance(value, str):
        return _HIDDEN.sub(lambda found: f"\\u{ord(found.group()):04x}", value)
    if isinstance(value, list):
        return [visible(one) for one in value]
    if isinstance(value, dict):
        return {name: visible(one) for name, one in value.items()}
    return value


def _result(said: dict[str, Any], *, is_error: bool) -> CallToolResult:
    shown = visible(said)
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=shown, is_error=is_error
    )
