"""What is told as JSON: the report, and the two files that tools for sift-kg read."""

from collections.abc import Iterable, Mapping

from pydantic import TypeAdapter

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.narrative.markdown import one_line
from sift_assets.core.narrative.records import Narrative, Report

_TEXTS = TypeAdapter(dict[str, str])


def report_json(report: Report) -> bytes:
    """Return a report for programs: everything as it is, without any escaping for a page."""
    return report.model_dump_json(indent=2).encode()


def entity_descriptions(narratives: Iterable[Narrative]) -> dict[str, str]:
    """Return the profile of every entity that has one as a text, by id, sorted."""
    found = {
        profile.entity: one_line(" ".join(sentence.text for sentence in profile.sentences))
        for narrative in narratives
        for profile in narrative.profiles
        if profile.sentences
    }
    return dict(sorted(found.items()))


def labels_of_members(community_map: CommunityMap, labels: Mapping[str, str]) -> dict[str, str]:
    """Return the label of its community for every entity that is in one, by id, sorted."""
    return {
        entity: one_line(labels.get(community, community))
        for entity, community in sorted(community_map.members.items())
        if community != UNASSIGNED
    }


def entity_descriptions_json(narratives: Iterable[Narrative]) -> bytes:
    """Return `entity_descriptions.json` as sift-kg writes it: entity id to text."""
    return _json(entity_descriptions(narratives))


def communities_json(community_map: CommunityMap, labels: Mapping[str, str]) -> bytes:
    """Return `communities.json` as sift-kg writes it: entity id to label; empty for none."""
    return _json(labels_of_members(community_map, labels))


def _json(texts: dict[str, str]) -> bytes:
    """Return what `json.dumps(texts, indent=2)` does, which takes ten times as long."""
    return _TEXTS.dump_json(texts, indent=2)
