"""The page put together: one file, that loads nothing and runs nothing but its own script.

Everything from documents is in one inert block of JSON and reaches the page as text alone.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from sift_assets.core.records.record import Record

_POLICY = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
)
"""Nothing may be loaded, sent or run but the one script and the one style sheet, by their hashes;
nor can a script turn text into HTML."""

_MARK = re.compile(r"\{\{(\w+)\}\}")

_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
"""Characters by which data could end its block, begin a comment or a tag in it, or end a line of
script, and the halves of characters by which Python writes a file name that is no UTF-8. Each only
stands inside of strings, where JSON may write it by its number."""


class PageParts(Record):
    """The files that a page is made of.

    Attributes:
        template: HTML with `{{policy}}`, `{{style}}`, `{{licences}}`, `{{data}}` and `{{script}}`.
        style: CSS.
        script: JavaScript, bundled.
        licences: Of the libraries in it.
    """

    template: str
    style: str
    script: str
    licences: str


def page(parts: PageParts, data: Mapping[str, Any]) -> bytes:
    """Put a page together; the same data gives the same bytes.

    Args:
        parts: The files that it is made of.
        data: As from `shown.view_data`.
    """
    policy = _POLICY.format(script=_hash(parts.script), style=_hash(parts.style))
    values = {
        "policy": policy,
        "style": parts.style,
        "licences": inert(parts.licences),
        "data": inert(data),
        "script": parts.script,
    }
    # in one pass, for what stands in a value is no mark
    return _MARK.sub(lambda found: values[found.group(1)], parts.template).encode()


def inert(value: Any) -> str:
    """Write plain data as JSON for a block of data in a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
