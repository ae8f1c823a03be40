"""What an entity has to do with others: its relations, those of one kind in one clause."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed as listed_words
from sift_assets.core.narrative.inflection import Tense
from sift_assets.core.narrative.listing import listed, shown
from sift_assets.core.narrative.material import (
    MOST_RELATIONS,
    MemberFacts,
    RelationFacts,
    Statement,
)
from sift_assets.core.narrative.periods import OPEN, Period
from sift_assets.core.narrative.records import Passage
from sift_assets.core.narrative.relation_words import UNCONFIRMED, predicate, when, words_of
from sift_assets.core.narrative.writing.kinds import noun_of
from sift_assets.core.narrative.writing.said import Said
from sift_assets.core.narrative.writing.tenses import tense_of

MOST_LISTED = 4
"""Names in a row; of more a reader remembers none."""

ROLE_KEYS = listed_words("role roles title titles position positions occupation occupations")
"""Properties of a statement that say in which part the source takes part."""

WITH_ROLE = listed_words("EMPLOYED_BY WORKS_FOR WORKS_AT WORKED_FOR WORKED_AT MEMBER_OF")
"""Types whose role is the source's: works for somebody as something."""

LONGEST_ROLE = 60
"""Characters of a role that is told in a clause."""

VAGUE = listed_words(
    "ASSOCIATED_WITH LINKED_TO CONNECTED_TO RELATED_TO AFFILIATED_WITH MENTIONED_IN MENTIONS "
    "NAMED_IN LISTED_IN INVOLVED_IN"
)
"""Types that say only that there is something. They come last, and are left out where another type
says of the same two what it is."""

PLAIN = listed_words(
    "PARTICIPATED_IN TOOK_PART_IN ATTENDED LOCATED_IN BASED_IN OCCURRED_IN HELD_IN BELONGS_TO"
)
"""Types that nearly everything has: they come after what sets an entity apart."""

_ROLE = re.compile(r"^[^\W\d_]+(?:[ ,'’-]{1,2}[^\W\d_]+)*$")


class View(NamedTuple):
    """A relation as seen from one of its ends.

    Attributes:
        relation: The relation.
        entity: Id of the end that is spoken of.
        backward: Whether that is its target, of a relation that has a direction.
    """

    relation: RelationFacts
    entity: str
    backward: bool

    @property
    def other_name(self) -> str:
        """Return the name of the other end, with what it is where both are called the same."""
        one = self.relation
        other = one.other(self.entity)
        name = shown(one.name_of(other))
        if name.casefold() != shown(one.name_of(self.entity)).casefold():
            return name
        return f"the {noun_of(one.target_type if other == one.target else one.source_type)} {name}"


class Clause(NamedTuple):
    """Relations of one kind and one period.

    Attributes:
        subject: Name of what is spoken of.
        views: Those that are named.
        rest: Those that are only counted.
        is_cut: Whether there may be still more that were not looked at.
    """

    subject: str
    views: tuple[View, ...]
    rest: tuple[View, ...] = ()
    is_cut: bool = False

    @property
    def is_flipped(self) -> bool:
        """Return whether the others have to be the subject, for want of words."""
        return not self._predicate(backward=self.views[0].backward)

    def predicate(self) -> Said:
        """Say it without its subject: "works for Kestrel Ltd since 2010"."""
        does = self._predicate(backward=self.views[0].backward, many_objects=self._has_many)
        return Said(f"{does} {self._others()}{self._when()}", self._cites())

    def whole(self) -> Said:
        """Say it with its subject."""
        if not self.is_flipped:
            return Said(f"{self.subject} {self.predicate().text}", self._cites())
        does = self._predicate(backward=False, many_subjects=self._has_many)
        return Said(f"{self._others()} {does} {self.subject}{self._when()}", self._cites())

    @property
    def _has_many(self) -> bool:
        return len(self.views) + len(self.rest) > 1

    def _predicate(
        self, *, backward: bool, many_subjects: bool = False, many_objects: bool = False
    ) -> str:
        one = self.views[0].relation
        return predicate(
            one.type,
            one.period,
            source_type=one.source_type,
            backward=backward,
            many_subjects=many_subjects,
            many_objects=many_objects,
            tense=tense_of(one),
        )

    def _others(self) -> str:
        names = [f"{view.other_name}{_remark(view)}" for view in self.views]
        is_many = self.is_cut and bool(self.rest)
        return listed([*names, "others"]) if is_many else listed(names, len(self.rest))

    def _when(self) -> str:
        one = self.views[0].relation
        return when(one.type, one.period, one.source_type)

    def _cites(self) -> tuple[Passage, ...]:
        return tuple(passage for view in self.views for passage in _cites(view))


def clauses_of(member: MemberFacts, relations: Iterable[RelationFacts]) -> list[Clause]:
    """Group relations of a member into clauses, the best supported and the largest first.

    Args:
        member: Of whom they are.
        relations: Some or all of its relations, the best supported first.
    """
    views = _telling([_view(member, one) for one in relations])
    ordered = sorted(enumerate(views), key=lambda item: (_group(item[1]), item[0]))
    groups = [
        [view for _, view in group] for _, group in groupby(ordered, lambda item: _group(item[1]))
    ]
    kinds = Counter[tuple[str, bool]]()
    for view in views:
        kinds[view.relation.type, view.backward] += view.relation.support
    groups.sort(key=lambda group: _group_rank(group, kinds))
    return [_clause(member, group) for group in groups]


def _view(member: MemberFacts, one: RelationFacts) -> View:
    is_symmetric = words_of(one.type, one.source_type).is_symmetric
    return View(one, member.id, backward=one.target == member.id and not is_symmetric)


def _telling(views: Sequence[View]) -> list[View]:
    """Leave out what says nothing that another relation of the same two does not say better."""
    sure = [view for view in views if not view.relation.is_pending]
    best: dict[str, str] = {}
    for view in sorted(sure, key=lambda view: view.relation.type in VAGUE):
        best.setdefault(view.other_name, view.relation.type)
    return [
        view
        for view in views
        if view.relation.type not in VAGUE
        or best.get(view.other_name, view.relation.type) == view.relation.type
    ]


def _group(view: View) -> tuple[str, str, str, bool, Tense, Period]:
    """Return what relations of one clause have in common."""
    one = view.relation
    words = words_of(one.type, one.source_type)
    is_open = one.period == OPEN and not words.is_event
    tense = tense_of(one) if is_open else Tense.PRESENT
    return one.type, words.forward, words.backward, view.backward, tense, one.period


def _group_rank(group: Sequence[View], kinds: Mapping[tuple[str, bool], int]) -> tuple[object, ...]:
    """Order what tells most before what tells little; clauses of one kind stay together."""
    is_pending = all(view.relation.is_pending for view in group)
    weight = sum(view.relation.support for view in group)
    type_, backward = group[0].relation.type, group[0].backward
    kind = (-kinds[type_, backward], type_, backward)
    return is_pending, type_ in VAGUE, type_ in PLAIN, kind, -weight, _group(group[0])


def _clause(member: MemberFacts, group: Sequence[View]) -> Clause:
    first = {view.other_name.casefold(): view for view in reversed(group)}
    views = [view for view in group if first[view.other_name.casefold()] is view]
    shown_first, rest = tuple(views[:MOST_LISTED]), tuple(views[MOST_LISTED:])
    is_cut = member.relation_count > MOST_RELATIONS
    return Clause(shown(member.name), shown_first, rest, is_cut)


def _remark(view: View) -> str:
    one = view.relation
    role = role_of(one)
    doubt = UNCONFIRMED if one.is_pending else ""
    if not role:
        return doubt
    if one.type in WITH_ROLE:
        return f" ({role}){doubt}" if view.backward else f" as {role}{doubt}"
    return f" (“{role}”){doubt}" if words_of(one.type).is_symmetric else doubt


def role_of(relation: RelationFacts) -> str:
    """Return the role that most of its statements give, empty where there is none to tell."""
    roles = [role for said in relation.statements for role in _roles(said)]
    return min(roles, key=lambda role: (-roles.count(role), role), default="")


def _roles(said: Statement) -> list[str]:
    return [
        value
        for key, value in said.attributes
        if key in ROLE_KEYS and len(value) <= LONGEST_ROLE and _ROLE.match(value)
    ]


def _cites(view: View) -> tuple[Passage, ...]:
    """Return the best passage, and those that state the period and the role."""
    one = view.relation
    role = role_of(one)
    stating = [one.statements[0]]
    if one.valid_from:
        stating.append(next(said for said in one.statements if said.valid_from == one.valid_from))
    if one.valid_to:
        stating.append(next(said for said in one.statements if said.valid_to == one.valid_to))
    if role:
        stating.append(next(said for said in one.statements if role in _roles(said)))
    return tuple(dict.fromkeys(said.passage for said in stating))
