"""What single documents say of an entity: the material by which homonyms are told apart."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.graph.tables import only
from sift_assets.core.resolution.subjects import ROLE_KEYS, compared
from sift_assets.core.text.dates import iso_date

ONCE = frozenset(
    listed(
        "born birth_date date_of_birth birthdate birthday dob birth_year year_of_birth died "
        "death_date date_of_death death_year birthplace birth_place place_of_birth isin lei "
        "founding_year registration_number company_number tax_id ssn passport"
    )
)
"""Attributes of which one thing has one value."""

ONCE_RELATIONS = ("BORN", "BIRTH", "DIED")
"""Beginnings of the types of relations that one thing is in once."""

EMPLOYMENT = ("WORKS", "WORKED", "EMPLOY", "MEMBER_OF", "AFFILIATED")
"""Beginnings of the types of relations that say where somebody belongs."""

MAX_VIEWS = 100
"""Documents of one entity that are held against each other, the first by code point."""


@dataclass(slots=True)
class View:
    """What one document says of one entity.

    Attributes:
        once: What can be said once, with its value.
        roles: Roles.
        employers: Entities it belongs to.
        neighbours: Entities it is related to.
        years: Years of stated validity.
    """

    once: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    roles: set[str] = field(default_factory=set[str])
    employers: set[str] = field(default_factory=set[str])
    neighbours: set[str] = field(default_factory=set[str])
    years: set[int] = field(default_factory=set[int])


def views_of(entities: pa.Table, evidence: pa.Table) -> dict[str, dict[str, View]]:
    """Return views by entity and document, of entities in several documents."""
    several = only(entities, pc.greater(entities["support"], 1))
    views: dict[str, dict[str, View]] = {}
    for row in several.select(["id", "documents", "attributes"]).to_pylist():
        documents = sorted(row["documents"])[:MAX_VIEWS]
        views[row["id"]] = {document: View() for document in documents}
        _state(views[row["id"]], row["attributes"])
    columns = ["source_id", "type", "target_id", "document", "valid_from", "valid_to"]
    for row in evidence.select(columns).to_pylist():
        _relate(views, row)
    return views


def _state(views: Mapping[str, View], attributes: Iterable[Mapping[str, str]]) -> None:
    for attribute in attributes:
        key = "_".join(attribute["key"].lower().replace("-", " ").split())
        view = views.get(attribute["document"])
        if view is None:
            continue
        if key in ROLE_KEYS:
            view.roles.add(compared(attribute["value"]))
        elif key in ONCE:
            stated = attribute["value"].strip()
            view.once[key].add(iso_date(stated) or stated.lower())


def _relate(views: Mapping[str, Mapping[str, View]], row: Mapping[str, Any]) -> None:
    ends = (("source_id", "target_id"), ("target_id", "source_id"))
    for own, other in ends:
        view = views.get(row[own], {}).get(row["document"])
        if view is None:
            continue
        view.neighbours.add(row[other])
        stated = (row["valid_from"][:4], row["valid_to"][:4])
        view.years |= {int(year) for year in stated if year.isdigit()}
        if own == "source_id" and row["type"].startswith(EMPLOYMENT):
            view.employers.add(row[other])
        if own == "source_id" and row["type"].startswith(ONCE_RELATIONS):
            view.once[row["type"]].add(row[other])
