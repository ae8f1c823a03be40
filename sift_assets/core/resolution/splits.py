"""Homonyms: entities whose documents state what cannot be true of one thing."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pyarrow as pa

from sift_assets.core.resolution.document_views import View, views_of
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.records import SplitProposal

LIFETIME = 100
"""Years between two dated facts that nobody spans."""

LEAST_NEIGHBOURS = 4
"""Entities around a name in a document before it can be told that they are others elsewhere. With
two, one of the 40 people of FTX who are in several documents would be split, falsely."""

Views = Mapping[str, View]
Reasons = Callable[[View, View], list[str]]


def splits_of(entities: pa.Table, evidence: pa.Table, kind: Kind) -> list[SplitProposal]:
    """Propose to split entities; only documents that say something are parted.

    Facts that are true once (a birthday) are looked at first. For people whose documents state
    none, a life apart counts: other roles, other employers and nobody in common.
    """
    found: list[SplitProposal] = []
    for id_, views in sorted(views_of(entities, evidence).items()):
        split = _parted(id_, views, _clashes, _agree_on_facts)
        if split is None and kind is Kind.PERSON:
            split = _parted(id_, views, _lives_apart, _share_surroundings)
        if split is not None:
            found.append(split)
    return found


def _parted(
    id_: str, views: Views, reasons: Reasons, agree: Callable[[View, View], bool]
) -> SplitProposal | None:
    """Join documents that agree; propose the parts between which something clashes.

    A clash inside one part is a contradiction about one thing, and no homonym.
    """
    documents = sorted(views)
    part = _joined(documents, lambda one, other: agree(views[one], views[other]))
    why: set[str] = set()
    apart: set[int] = set()
    for one, other in combinations(documents, 2):
        said = reasons(views[one], views[other])
        if said and part[one] == part[other]:
            return None
        if said:
            why.update(said)
            apart |= {part[one], part[other]}
    parts = (tuple(d for d in documents if part[d] == number) for number in sorted(apart))
    if not apart:
        return None
    return SplitProposal(entity=id_, parts=tuple(sorted(parts)), reasons=tuple(sorted(why)))


def _joined(documents: Sequence[str], agree: Callable[[str, str], bool]) -> dict[str, int]:
    part = {document: number for number, document in enumerate(documents)}
    for one, other in combinations(documents, 2):
        if part[one] != part[other] and agree(one, other):
            kept, gone = sorted((part[one], part[other]))
            part.update({d: kept for d, number in part.items() if number == gone})
    return part


def _clashes(one: View, other: View) -> list[str]:
    clashing: list[str] = []
    for key in sorted(one.once.keys() & other.once.keys()):
        mine, theirs = one.once[key], other.once[key]
        if not any(_compatible(a, b) for a in mine for b in theirs):
            first, second = sorted((" or ".join(sorted(mine)), " or ".join(sorted(theirs))))
            clashing.append(f"{key.lower().replace('_', ' ')}: {first} and {second}")
    return clashing


def _agree_on_facts(one: View, other: View) -> bool:
    shared = one.once.keys() & other.once.keys()
    return any(_compatible(a, b) for key in shared for a in one.once[key] for b in other.once[key])


def _compatible(one: str, other: str) -> bool:
    """Return whether two values may be one: 1960 and 1960-05-03, Lisbon and Lisbon, Portugal."""
    shorter, longer = sorted((one, other), key=len)
    return shorter in longer


def _lives_apart(one: View, other: View) -> list[str]:
    if one.neighbours & other.neighbours:
        return []
    if _centuries_apart(one, other):
        return [f"dated facts more than {LIFETIME} years apart"]
    known = min(len(one.neighbours), len(other.neighbours)) >= LEAST_NEIGHBOURS
    roles = bool(one.roles and other.roles) and not one.roles & other.roles
    employers = bool(one.employers and other.employers)
    return ["other roles, other employers and nobody in common"] if known and roles and (
        employers
    ) else []  # fmt: skip


def _centuries_apart(one: View, other: View) -> bool:
    if not (one.years and other.years):
        return False
    earlier, later = sorted((one.years, other.years), key=min)
    return min(later) - max(earlier) > LIFETIME


def _share_surroundings(one: View, other: View) -> bool:
    return bool(one.neighbours & other.neighbours)
