"""What people name on the command line, looked up: entities, communities, documents.

A name that is not there is an error, with names that are like it.
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import SiftError
from sift_assets.core.planning.keys import document_path
from sift_assets.core.text.folding import folded, looked_for

SUGGESTIONS = 5
"""Names that are proposed instead of an unknown one: as many as are read at a glance."""

LIKE = 0.6
"""Similarity (difflib) from which a name is proposed: below it nothing seems meant."""

LONGEST_SHOWN = 80
"""Characters of a name in a message."""


class ChoiceError(SiftError):
    """What is to be shown names something that is not there, or several things."""

    exit_code = 2


class Named(NamedTuple):
    """Communities as people name them.

    Attributes:
        members: Entity id to the key of its community.
        labels: Key to label, of those that have one.
    """

    members: Mapping[str, str]
    labels: Mapping[str, str]


def entity_named(graph: ResolvedGraph, name: str) -> str:
    """Return the id of an entity by its id, also of one that was merged, its name or an alias.

    Raises:
        ChoiceError: There is none, or several have the name.
    """
    rows = graph.entities.select(["id", "name", "aliases"]).to_pylist()
    canonical = graph.canonical_id(name)
    if any(row["id"] == canonical for row in rows):
        return canonical
    found = _called(rows, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise ChoiceError(
            f"Several entities are called {_quoted(name)}.",
            f"Name one by its id: {_listed(found)}.",
        )
    names = (one for row in rows for one in (row["name"], *row["aliases"]))
    raise ChoiceError(f"There is no entity {_quoted(name)}.", _suggest(name, names))


def _called(rows: Sequence[Mapping[str, Any]], name: str) -> list[str]:
    """Return the ids of those of a name: of their own before another, exactly before without signs.

    `C` and `C++` are two names; nobody types the `&` of a firm.
    """
    for form in (folded, looked_for):
        sought = form(name)
        by_name = [row["id"] for row in rows if form(row["name"]) == sought]
        by_alias = [row["id"] for row in rows if sought in map(form, row["aliases"])]
        if by_name or by_alias:
            return by_name or by_alias
    return []


def community_named(communities: Named, name: str) -> str:
    """Return the key of a community by its key or label.

    Raises:
        ChoiceError: There is none, or several have the label.
    """
    keys = set(communities.members.values())
    if name in keys:
        return name
    sought = looked_for(name)
    found = [
        k for k, label in communities.labels.items() if k in keys and looked_for(label) == sought
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise ChoiceError(
            f"Several communities are called {_quoted(name)}.", f"Name one: {_listed(found)}."
        )
    names = [label for key, label in communities.labels.items() if key in keys] or sorted(keys)
    raise ChoiceError(f"There is no community {_quoted(name)}.", _suggest(name, names))


def document_named(keys: Sequence[str], name: str) -> str:
    """Return the key of a document by its key, its path, or its name with or without ending.

    Raises:
        ChoiceError: There is none, or several have the name.
    """
    if name in keys:
        return name
    paths = {key: PurePosixPath(document_path(key)) for key in keys}
    by_path = [key for key, path in paths.items() if str(path) == name]
    found = by_path or [key for key, path in paths.items() if name in (path.name, path.stem)]
    if len(found) == 1:
        return found[0]
    if found:
        raise ChoiceError(
            f"Several documents are called {_quoted(name)}.", f"Name one: {_listed(found)}."
        )
    raise ChoiceError(
        f"There is no document {_quoted(name)}.", _suggest(name, map(str, paths.values()))
    )


def _suggest(name: str, known: Iterable[str]) -> str:
    by_form: dict[str, str] = {}
    for one in known:
        by_form.setdefault(looked_for(one), one)
    sought = looked_for(name)
    parts = sorted((one for one in by_form if sought and sought in one), key=lambda n: (len(n), n))
    like = difflib.get_close_matches(sought, sorted(by_form), n=SUGGESTIONS, cutoff=LIKE)
    found = list(dict.fromkeys([*like, *parts]))[:SUGGESTIONS]
    return f"Is it {' or '.join(_quoted(by_form[one]) for one in found)}?" if found else ""


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - SUGGESTIONS} more" if len(ids) > SUGGESTIONS else ""
    return ", ".join(map(_quoted, ids[:SUGGESTIONS])) + more


def _quoted(name: str) -> str:
    return repr(name if len(name) <= LONGEST_SHOWN else f"{name[:LONGEST_SHOWN]}…")
