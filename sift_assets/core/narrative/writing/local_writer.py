"""The narrative of a community without a language model: same facts, same bytes."""

from sift_assets.core.communities.records import Community
from sift_assets.core.domain.facets import NarrativeFacet
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.listing import listed, shown
from sift_assets.core.narrative.material import (
    Material,
    MemberFacts,
    passages_of,
    profile_material,
)
from sift_assets.core.narrative.records import Narrative, Passage, Profile, Sentence, all_sentences
from sift_assets.core.narrative.settings import NarrativeSettings, NarrativeStage
from sift_assets.core.narrative.writing.kinds import noun_of
from sift_assets.core.narrative.writing.profiles import write_profile
from sift_assets.core.narrative.writing.stories import CENTRAL, central_members, write_story

WRITER = "local"
"""Stands as the writer in what this writes."""

UNASSIGNED_LABEL = "Not in any community"
"""What the group of the entities in no community is called."""

_HARDLY_NAMING = frozenset({"document", "event"})
"""Kinds of members that name a community only where they are its very centre."""

_NOT_NAMING = _HARDLY_NAMING | {"place", "year", "date"}
"""Kinds that name it for want of others: many communities have the same place."""


def write_narrative(
    community: Community, facet: NarrativeFacet, stage: NarrativeStage
) -> Narrative:
    """Tell of a community; deterministic, and cheap where the settings switch parts off.

    Args:
        community: What is told of.
        facet: Of the domain. Its context and its style are for a language model; the words of this
            writer are fixed.
        stage: Which parts are told.
    """
    del facet
    return narrative_of(material_of(community), stage.settings)


def narrative_of(material: Material, settings: NarrativeSettings) -> Narrative:
    """Tell of a community from its material; see `write_narrative`."""
    story = write_story(material) if settings.story else ()
    profiles = tuple(
        write_profile(profile_material(material, member.id))
        for member in notable_members(material, settings)
    )
    return Narrative(
        community=material.community,
        label=label_of(material),
        story=story,
        profiles=profiles,
        passages=_cited(material, story, profiles),
        writer=WRITER,
    )


def label_of(material: Material) -> str:
    """Name a community by its most central members; one name may be that of another community."""
    if material.is_unassigned:
        return UNASSIGNED_LABEL
    central = central_members(material)
    first = [one for one in central[:1] if noun_of(one.type) in _HARDLY_NAMING]
    naming = [*first, *(one for one in central if noun_of(one.type) not in _NOT_NAMING)]
    names = dict.fromkeys(shown(member.name) for member in (naming or central)[:CENTRAL])
    return listed(list(names)) or material.community


def notable_members(material: Material, settings: NarrativeSettings) -> tuple[MemberFacts, ...]:
    """Return the members that get a profile, by descending centrality; none where it is off."""
    if not settings.profiles:
        return ()
    enough = [one for one in material.members if one.relation_count >= settings.profiles_from]
    return tuple(enough[: settings.max_profiles])


def _cited(
    material: Material, story: tuple[Sentence, ...], profiles: tuple[Profile, ...]
) -> dict[str, Passage]:
    cited = {one for sentence in all_sentences(story, profiles) for one in sentence.cites}
    return {one: passage for one, passage in passages_of(material).items() if one in cited}
