"""What is shown of an entity, of a community, and of the whole: made from what writers know."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sift_assets.core.narrative.asking.brief import Brief, Fact
from sift_assets.core.narrative.checking import Ground, grounds_of
from sift_assets.core.narrative.material import (
    Material,
    MemberFacts,
    ProfileMaterial,
    RelationFacts,
    StatedValue,
    known_names,
)
from sift_assets.core.narrative.records import Passage, Sentence
from sift_assets.core.narrative.relation_words import predicate, relation_sentence
from sift_assets.core.records.record import Record

STORY_MEMBERS = 15
"""Members whose properties and relations are shown for a story: who reads it remembers fewer."""

STORY_VALUES = 3
"""Properties shown of each of them; the rest belongs to their profiles."""

PROFILE_VALUES = 20
"""Properties shown for a profile."""

MOST_ALIASES = 5
"""Other names that are shown; of an entity with more, most are spellings of one."""

CHAPTER_SENTENCES = 2
"""Sentences of each story that are shown for the overview: what a community is about comes
first."""

MOST_CHAPTERS = 25
"""Communities that are shown for the overview, the largest ones; more fill no page."""


class Chapter(Record):
    """What the report tells of one community.

    Attributes:
        label: What it is called.
        size: Number of members.
        story: Its story.
        passages: By id, at least those that the story cites.
    """

    label: str
    size: int
    story: tuple[Sentence, ...]
    passages: dict[str, Passage]


class _Evidence(Record):
    """A fact with its passages, the best first."""

    text: str
    passages: tuple[Passage, ...]
    also: str = ""


class _Checks(NamedTuple):
    """What sentences are checked with; see `Brief`."""

    names: tuple[str, ...]
    grounds: dict[str, Ground]
    counts: tuple[int, ...]


def profile_brief(material: ProfileMaterial) -> Brief:
    """Return what is shown for a profile: nothing but what the profile depends on."""
    member = material.member
    facts = [*_member_facts(member, PROFILE_VALUES), *map(_relation_fact, material.relations)]
    counts = (member.relation_count,)
    checks = _Checks(names=known_names(material), grounds=grounds_of(material), counts=counts)
    return _brief(f"{member.name} ({member.type})", facts, checks)


def story_brief(material: Material) -> Brief:
    """Return what is shown for the story and the label of a community."""
    central = material.members[:STORY_MEMBERS]
    ids = {member.id for member in central}
    touching = [one for one in material.relations if ids & {one.source, one.target}]
    ordered = sorted(touching, key=material.leads_out)  # stable: the best supported stay first
    facts = [fact for member in central for fact in _member_facts(member, STORY_VALUES)]
    kinds = ", ".join(f"{count} {name}" for name, count in sorted(material.types.items()))
    about = f"a group of {material.size}: {kinds}"
    counts = (material.size, *material.types.values())
    checks = _Checks(names=known_names(material), grounds=grounds_of(material), counts=counts)
    return _brief(about, [*map(_relation_fact, ordered), *facts], checks)


def overview_brief(chapters: Sequence[Chapter], names: Iterable[str]) -> Brief:
    """Return what is shown for the overview of a report.

    Args:
        chapters: By descending size.
        names: Every name that occurs in their stories.
    """
    facts = [
        _Evidence(
            text=f"{chapter.label} (a group of {chapter.size}): {sentence.text}",
            passages=tuple(chapter.passages[one] for one in sentence.cites),
        )
        for chapter in chapters[:MOST_CHAPTERS]
        for sentence in chapter.story[:CHAPTER_SENTENCES]
    ]
    said: dict[str, Ground] = {}
    for fact in facts:
        for one in fact.passages:
            known = said.get(one.id, Ground(one.quote))
            said[one.id] = known._replace(values=(*known.values, fact.text))
    counts = (len(chapters), *(chapter.size for chapter in chapters))
    checks = _Checks(names=tuple(sorted(set(names))), grounds=said, counts=counts)
    return _brief(f"{len(chapters)} groups", facts, checks)


def _brief(about: str, facts: Sequence[_Evidence], checks: _Checks) -> Brief:
    """Number passages so that every fact has its best one before any has a second."""
    rounds = zip_longest(*(fact.passages for fact in facts))
    found = {one.id: one for turn in rounds for one in turn if one is not None}
    told = (
        Fact(text=fact.text, cites=tuple(passage.id for passage in fact.passages)) for fact in facts
    )
    brief = Brief(
        about=about,
        facts=tuple(told),
        passages=tuple(found.values()),
        names=checks.names,
        grounds=checks.grounds,
        counts=checks.counts,
    )
    return brief.bounded()


def _member_facts(member: MemberFacts, most: int) -> list[_Evidence]:
    facts = [_value_fact(member, one) for one in member.values[:most]]
    if member.aliases:
        called = ", ".join(member.aliases[:MOST_ALIASES])
        also = f"{member.name} is also called {called}"
        facts.append(_Evidence(text=also, passages=member.passages))
    return facts


def _value_fact(member: MemberFacts, stated: StatedValue) -> _Evidence:
    text = f"{member.name} – {stated.key.replace('_', ' ')}: {stated.value}"
    return _Evidence(text=text, passages=stated.passages)


def _relation_fact(relation: RelationFacts) -> _Evidence:
    said = relation_sentence(
        relation.source_name,
        relation.type,
        relation.target_name,
        relation.period,
        source_type=relation.source_type,
        status=relation.status,
    )
    stated = dict.fromkeys(pair for one in relation.statements for pair in one.attributes)
    with_it = "; ".join(f"{key}: {value}" for key, value in stated)
    text = f"{said} ({with_it})" if with_it else said
    return _Evidence(text=text, passages=relation.passages, also=_turned(relation))


def _turned(relation: RelationFacts) -> str:
    """Return what the target of a relation does: who works for a firm is employed by it."""
    kind, period = relation.source_type, relation.period
    return predicate(relation.type, period, source_type=kind, backward=True)
