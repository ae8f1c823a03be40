"""Communities to tell of: small ones from records, and those of a whole graph."""

from collections.abc import Collection, Mapping, Sequence

from sift_assets.core.communities.cutting import cut
from sift_assets.core.communities.detecting import detect, membership
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import Community
from sift_assets.core.communities.settings import CommunityStage
from sift_assets.core.communities.weights import network_of
from sift_assets.core.domain.facets import review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.review import with_status
from sift_assets.core.narrative.checking import grounds_of, problems_of
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.material import Material, known_names
from sift_assets.core.narrative.records import Narrative, Sentence
from sift_assets.core.records.extraction import Extraction, Mention, RelationMention
from sift_assets_tests.core.graph.graph_examples import (
    alias,
    domain,
    graph_of,
    mention,
    relation,
)

OPEN = domain(schema_free=True)

Documents = Mapping[str, Extraction | Sequence[Mention | RelationMention]]


def person(name: str, start: int = 0, **fields: object) -> Mention:
    return mention("PERSON", name, start, **fields)


def company(name: str, start: int = 0, **fields: object) -> Mention:
    return mention("ORGANIZATION", name, start, **fields)


def harbour() -> dict[str, list[Mention | RelationMention]]:
    """Three people and two companies in two documents, with periods, and a place outside."""
    first = [
        person("Ada Varga", 0),
        alias("PERSON", "Ada Varga", "Varga", 40),
        company("Kestrel Ltd", 60),
        person("Tom Brandt", 90),
        relation(
            "Ada Varga",
            "EMPLOYED_BY",
            "Kestrel Ltd",
            200,
            quote="Ada Varga has worked for Kestrel Ltd since 3 May 2010.",
            valid_from="2010-05-03",
        ),
        relation(
            "Tom Brandt",
            "EMPLOYED_BY",
            "Kestrel Ltd",
            300,
            quote="Tom Brandt works for Kestrel Ltd.",
        ),
        relation(
            "Kestrel Ltd",
            "OWNS",
            "Pelagos",
            400,
            quote="Kestrel Ltd owns Pelagos.",
        ),
        company("Pelagos", 120),
    ]
    second = [
        person("Ada Varga", 0),
        person("Karl Meier", 30),
        mention("LOCATION", "Oslo", 60),
        relation(
            "Ada Varga",
            "MET",
            "Karl Meier",
            100,
            quote="Ada Varga met Karl Meier in 2012.",
            valid_from="2012",
        ),
        relation("Karl Meier", "LOCATED_IN", "Oslo", 200, quote="Karl Meier lives in Oslo."),
    ]
    return {"a.txt": first, "b.txt": second}


def graph(documents: Documents) -> KnowledgeGraph:
    return with_status(graph_of(documents, OPEN), review_facet(Domain()))


def community_of(documents: Documents, outside: Collection[str] = (), key: str = "") -> Community:
    """Make one community of all entities but some, which are in none."""
    whole = graph(documents)
    ids = whole.entities["id"].to_pylist()
    inside = key or next(one for one in ids if one not in outside)
    members = {one: UNASSIGNED if one in outside else inside for one in ids}
    return next(one for one in cut(whole, members) if one.key == inside)


def communities_of(whole: KnowledgeGraph) -> list[Community]:
    """Find the communities of a graph as the pipeline does."""
    network = network_of(whole.entities, whole.relations)
    return list(cut(whole, membership(network, detect(network, CommunityStage()))))


def sentences(narrative: Narrative) -> list[Sentence]:
    told = [sentence for profile in narrative.profiles for sentence in profile.sentences]
    return [*narrative.story, *told]


def false_alarms(material: Material, narrative: Narrative) -> list[tuple[str, tuple[str, ...]]]:
    """Return sentences of the local writer that the check objects to, counts of ours granted."""
    grounds, names = grounds_of(material), known_names(material)
    counts = range(1, 1 + max(material.size, material.documents, len(material.relations)))
    found = [(one.text, problems_of(one, grounds, names, counts)) for one in sentences(narrative)]
    return [item for item in found if item[1]]


def material(documents: Documents, outside: Collection[str] = (), key: str = "") -> Material:
    return material_of(community_of(documents, outside, key))
