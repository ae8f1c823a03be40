"""The profile of one entity: what it is, what it has to do with others, which dates are stated."""

from collections.abc import Iterable, Sequence

from sift_assets.core.narrative.listing import shown
from sift_assets.core.narrative.material import MemberFacts, ProfileMaterial
from sift_assets.core.narrative.records import Profile
from sift_assets.core.narrative.tokens import forms_of
from sift_assets.core.narrative.writing.clauses import Clause, clauses_of, role_of
from sift_assets.core.narrative.writing.describing import dates_of, details_of, what_it_is
from sift_assets.core.narrative.writing.kinds import is_person
from sift_assets.core.narrative.writing.said import Said, joined

NAMES_TOGETHER = 6
"""Names in one sentence, of all its clauses: more is a table without lines."""

CLAUSES_TOGETHER = 4
"""Clauses in one sentence."""

MOST_CLAUSES = 12
"""Clauses of one profile: every kind of relation of nearly all entities; the graph has the rest."""


def write_profile(material: ProfileMaterial) -> Profile:
    """Tell of one entity from what is known of it; deterministic."""
    member, relations = material.member, material.relations
    clauses = clauses_of(member, relations)[:MOST_CLAUSES]
    told = {role_of(one).casefold() for one in relations if one.source == member.id}
    others = {one.name_of(one.other(member.id)) for one in relations}
    parts = [
        what_it_is(member, told),
        *sentences_of(clauses, *[short_name(member, others)] * 2),
        dates_of(member),
        details_of(member, others),
    ]
    return Profile(
        entity=member.id,
        name=shown(member.name),
        type=member.type,
        sentences=tuple(part.as_sentence() for part in parts if part and part.cites),
    )


def short_name(member: MemberFacts, others: Iterable[str]) -> str:
    """Return what an entity is called once it was named: "it", or its surname.

    Args:
        member: The entity. Of a person the surname counts if documents use it alone.
        others: Names of whom else is spoken of: one of the same surname wants the whole name.
    """
    if not is_person(member.type):
        return "it"
    last = forms_of(member.name)[-1:]
    is_shared = any(forms_of(name)[-1:] == last for name in others)
    surnames = [alias for alias in member.aliases if forms_of(alias) == last]
    return shown(member.name if is_shared or not surnames else surnames[0])


def sentences_of(clauses: Sequence[Clause], first: str, again: str) -> list[Said]:
    """Put clauses of one subject together, so that a sentence has not too many names.

    Args:
        clauses: In the order in which they are told.
        first: What the subject is called in the first sentence.
        again: What it is called in the others.
    """
    rows: list[list[Clause]] = []
    for clause in clauses:
        if clause.is_flipped:
            continue
        if rows and _fits(rows[-1], clause):
            rows[-1].append(clause)
        else:
            rows.append([clause])
    told = [_together(row, again if at else first) for at, row in enumerate(rows)]
    return told + [clause.whole() for clause in clauses if clause.is_flipped]


def _fits(row: Sequence[Clause], clause: Clause) -> bool:
    names = sum(len(one.views) for one in (*row, clause))
    return len(row) < CLAUSES_TOGETHER and names <= NAMES_TOGETHER


def _together(clauses: Sequence[Clause], subject: str) -> Said:
    said = joined([clause.predicate() for clause in clauses])
    return Said(f"{subject} {said.text}", said.cites)
