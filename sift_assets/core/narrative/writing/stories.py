"""The story of a community: what it is about, its centre, the others, what leads out, its time."""

from collections.abc import Iterable

from sift_assets.core.narrative.listing import listed, shown
from sift_assets.core.narrative.material import Material, MemberFacts, RelationFacts, known_names
from sift_assets.core.narrative.periods import date_words
from sift_assets.core.narrative.records import Passage, Sentence
from sift_assets.core.narrative.writing.clauses import Clause, clauses_of
from sift_assets.core.narrative.writing.kinds import counted
from sift_assets.core.narrative.writing.profiles import sentences_of, short_name
from sift_assets.core.narrative.writing.said import Said, cites_of

CENTRAL = 3
"""Members that a community is introduced and named by."""

NEAR_THE_CENTRE = 0.15
"""Share of the first one's centrality that names a community beside it: next to a hub with a
hundred relations it is chance which of those with one or two comes second."""

SMALL = 4
"""Members of a community that is introduced by naming all of them."""

MOST_OF_CENTRE = 6
"""Clauses about the most central member: two sentences."""

MOST_OF_OTHERS = 2
"""Clauses about each further member; its profile has the others."""

MOST_MEMBERS_TOLD = 6
"""Further members that the story tells of."""

MOST_OUTSIDE = 3
"""Clauses about what leads out of the community."""

LISTED_ALONE = 8
"""Names of entities in no community that are listed."""


def write_story(material: Material) -> tuple[Sentence, ...]:
    """Tell of a community from what is known of it; deterministic."""
    if material.is_unassigned:
        parts = [_alone(material)]
    else:
        told = _inside(material)
        parts = [_opening(material), *told, *_outside(material), _time(material)]
    return tuple(part.as_sentence() for part in parts if part and part.cites)


def central_members(material: Material) -> list[MemberFacts]:
    """Return the most central member and those that are not far less central, in that order."""
    weights = material.centrality
    least = max(weights.values(), default=0.0) * NEAR_THE_CENTRE
    return [member for member in material.members if weights[member.id] >= least]


def _opening(material: Material) -> Said:
    kinds = listed(counted(material.types))
    named = f"named in {material.documents:,} documents" if material.documents > 1 else ""
    if material.size <= SMALL:
        names = listed([shown(member.name) for member in material.members])
        at_hand = f", {named}" if named else ""
        return Said(f"{names} belong together{at_hand}", _first_passages(material.members))
    central = central_members(material)[:CENTRAL]
    names = listed([shown(member.name) for member in central])
    at_hand = f" {named}" if named else ""
    text = f"this community of {kinds}{at_hand} centres on {names}"
    return Said(text, _first_passages(central))


def _alone(material: Material) -> Said:
    kinds = listed(counted(material.types))
    first = material.members[:LISTED_ALONE]
    names = listed([shown(member.name) for member in first], material.size - len(first))
    verb = "are" if material.size > 1 else "is"
    return Said(f"outside every community {verb} {kinds}: {names}", _first_passages(first))


def _first_passages(members: Iterable[MemberFacts]) -> tuple[Passage, ...]:
    return tuple(passage for member in members for passage in member.passages[:1])


def _inside(material: Material) -> list[Said]:
    """Tell relations between members, each once, of the most central members first."""
    left = {one.id: one for one in material.relations if not material.leads_out(one)}
    told: list[Said] = []
    for member in material.members:
        most = MOST_OF_OTHERS if told else MOST_OF_CENTRE
        clauses = clauses_of(member, [one for one in left.values() if one.touches(member.id)])
        if clauses:
            others = set(known_names(material)) - {member.name, *member.aliases}
            again = short_name(member, others)
            told += sentences_of(clauses[:most], shown(member.name), again)
            _take(left, clauses[:most])
        if len(told) > MOST_MEMBERS_TOLD:
            break
    return told


def _take(left: dict[str, RelationFacts], clauses: Iterable[Clause]) -> None:
    for clause in clauses:
        for view in (*clause.views, *clause.rest):
            left.pop(view.relation.id, None)


def _outside(material: Material) -> list[Said]:
    leading = [one for one in material.relations if material.leads_out(one)]
    clauses = [
        clauses_of(member, [one for one in leading if one.touches(member.id)])[:1]
        for member in material.members
    ]
    first = [clause.whole() for found in clauses for clause in found][:MOST_OUTSIDE]
    if not first:
        return []
    told = "; ".join(said.text for said in first)
    return [Said(f"outside this community, {told}", cites_of(first))]


def _time(material: Material) -> Said | None:
    """Say from when to when the stated periods reach."""
    stated = _stated_dates(material)
    if not stated:
        return None
    (first, where), (last, there) = stated[0], stated[-1]
    if first[:4] == last[:4]:
        return None
    reach = f"from {date_words(first)} to {date_words(last)}"
    return Said(f"the periods stated for these relations reach {reach}", (where, there))


def _stated_dates(material: Material) -> list[tuple[str, Passage]]:
    dated = [
        (date, said.passage)
        for one in material.relations
        for said in one.statements
        for date in (said.valid_from, said.valid_to)
        if date
    ]
    return sorted(dated, key=lambda item: (item[0], item[1].id))
