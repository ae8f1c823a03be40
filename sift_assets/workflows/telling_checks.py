"""What the checks of communities and narratives look at."""

from collections import Counter

from sift_assets.core.narrative.citing import citation_finding
from sift_assets.core.planning.keys import community_partition
from sift_assets.workflows.communities import ENTITIES, MEMBERS, FoundCommunities
from sift_assets.workflows.findings import SHOWN, CheckFinding
from sift_assets.workflows.telling import ToldNarratives


def membership_check(communities: FoundCommunities) -> CheckFinding:
    """Hold the communities against the map: no entity lost, none twice, none too many."""
    entities = int(communities.made.whole.facts[ENTITIES])
    found = {one.partition: int(one.provenance.facts[MEMBERS]) for one in communities.made.parts}
    mapped = Counter(communities.mapped.members.values())
    wanted = {community_partition(key): count for key, count in mapped.items()}
    rows = [
        {"community": name, "members": found.get(name, 0), "on the map": wanted.get(name, 0)}
        for name in sorted(found.keys() | wanted.keys())
        if found.get(name, 0) != wanted.get(name, 0)
    ]
    total = sum(found.values())
    passed = not rows and total == entities
    summary = f"{total} of {entities} entities are in a community or unassigned."
    return CheckFinding(passed, summary, entities, rows[:SHOWN])


def citation_check(told: ToldNarratives) -> CheckFinding:
    """Look for sentences that cite nothing, or a passage that is not there or holds nothing."""
    found = citation_finding(*told.narratives)
    rows = [
        {
            "community": one.community,
            "profile": one.entity,
            "sentence": str(one.index + 1),
            "problem": one.reason,
        }
        for one in found.failed
    ]
    summary = f"{len(rows)} of {found.sentences} do not." if rows else "Every sentence does."
    return CheckFinding(not rows, summary, found.sentences, rows[:SHOWN])
