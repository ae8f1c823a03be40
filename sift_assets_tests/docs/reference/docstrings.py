"""What docstrings say of attributes, members and themselves."""

import inspect
import re
from collections.abc import Callable
from enum import StrEnum

from sift_assets_tests.docs.reference.markdown import one_line

_SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Yields):\n", re.MULTILINE)

_ENTRY = re.compile(r"^    (\w+): (.*(?:\n {5,}.*)*)", re.MULTILINE)
"""`    name: text`, with further lines that are indented deeper."""

_MEMBER = re.compile(r"`([\w-]+)`: (.*?)(?=\s+`[\w-]+`:|\Z)", re.DOTALL)
"""`member`: text, up to the next one."""


def told(one: type | Callable[..., object]) -> str:
    """Return what a docstring says before its sections, in one line."""
    return one_line(_SECTION.split(inspect.getdoc(one) or "")[0])


def attributes(record: type) -> dict[str, str]:
    """Return what the docstring of a record says of each attribute, in one line each."""
    parts = _SECTION.split(inspect.getdoc(record) or "")
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    found = _ENTRY.findall(sections.get("Attributes", ""))
    return {name: one_line(text) for name, text in found}


def members(enum: type[StrEnum]) -> dict[str, str]:
    """Return what the docstring of an enum says of its members, where it tells of them."""
    found = _MEMBER.findall(inspect.getdoc(enum) or "")
    return {name: one_line(text).rstrip(".") for name, text in found}
