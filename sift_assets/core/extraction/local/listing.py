"""Finds what a domain names: entries of gazetteers and matches of patterns, with bounded work."""

import re
from collections.abc import Iterable, Iterator

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.domain.pattern_sharing import LONGEST
from sift_assets.core.domain.patterns import pattern_problem
from sift_assets.core.errors import ConfigError
from sift_assets.core.extraction.local.schema import Schema
from sift_assets.core.extraction.local.spots import Spot

MAX_MATCHES = 5000
"""Matches of one pattern in one document; more is a pattern that matches everything."""

_WORD = re.compile(r"\w+")


def from_gazetteers(text: str, prompt: PromptFacet, schema: Schema) -> Iterator[Spot]:
    """Yield where the names that a domain lists stand in a text."""
    owners: dict[str, str] = {}
    for type_name, entity_type in sorted(prompt.entity_types.items()):
        for entry in entity_type.gazetteer:
            owners.setdefault(entry.strip(), type_name)
    for start, end, entry in find_entries(text, owners):
        yield Spot(start, end, owners[entry], schema.kind_of(owners[entry]), fixed=True)


def find_entries(text: str, entries: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, entry) where an entry stands as whole words.

    Each word of the text is looked up once, and then once for each length that entries with this
    first word have: the cost is linear in the text, however many entries there are.
    """
    index: dict[str, dict[tuple[int, int], set[str]]] = {}
    for entry in entries:
        first = _WORD.search(entry)
        if first:
            sizes = index.setdefault(first.group(), {})
            sizes.setdefault((first.start(), len(entry)), set()).add(entry)
    for word in _WORD.finditer(text) if index else ():
        for (lead, size), known in sorted(index.get(word.group(), {}).items()):
            start = word.start() - lead
            end = start + size
            if start >= 0 and text[start:end] in known and _bounded(text, start, end):
                yield start, end, text[start:end]


def _bounded(text: str, start: int, end: int) -> bool:
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    inner = text[start].isalnum() and before.isalnum()
    return not inner and not (text[end - 1].isalnum() and after.isalnum())


def from_patterns(text: str, prompt: PromptFacet, schema: Schema) -> Iterator[Spot]:
    """Yield what the patterns of a domain match, line by line.

    Raises:
        ConfigError: A pattern cannot be used.
    """
    for type_name, entity_type in sorted(prompt.entity_types.items()):
        for pattern in entity_type.patterns:
            field = f"entity_types.{type_name}.patterns"
            rule = _compile(pattern.pattern, field)
            for count, (start, end) in enumerate(_pattern_spans(text, rule)):
                if count >= MAX_MATCHES:
                    break
                kind = schema.kind_of(type_name)
                yield Spot(start, end, type_name, kind, pattern.name, fixed=True)


def _pattern_spans(text: str, rule: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    at = 0
    for line in text.splitlines(keepends=True):
        for piece in range(0, len(line), LONGEST):
            for match in rule.finditer(line[piece : piece + LONGEST].rstrip("\n")):
                if match.group().strip():
                    yield at + piece + match.start(), at + piece + match.end()
        at += len(line)


def _compile(pattern: str, field: str) -> re.Pattern[str]:
    problem = pattern_problem(pattern)
    if problem:
        raise ConfigError(f"the pattern {problem}", field=field)
    return re.compile(pattern)
