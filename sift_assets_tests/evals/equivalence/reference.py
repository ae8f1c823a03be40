"""The reference model: what a sequence of edits has to compute, told without the planner.

It knows two things. From the design's table of assets: what each value is made from. And: a thing
once computed is never computed again. The versions of the inputs are those of clean builds.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from sift_assets.core.planning.keys import document_key
from sift_assets.core.records.record import content_hash
from sift_assets_tests.evals.equivalence.clean_builds import Built, Name
from sift_assets_tests.evals.equivalence.situation import Situation

Work = tuple[object, ...]
"""A computation: its kind and what it is computed from."""

Works = Mapping[Work, str]
"""Computations with the version of what each gives, empty where that is not known."""

Versions = Callable[[str, str], str]
"""Asset and partition to the version of a value."""

ALL_PARTS = "*"
"""Stands for all partitions by type or by community, which are made together."""


@dataclass(frozen=True)
class Expected:
    """What bringing a project up to date has to do.

    Attributes:
        read: Content hash to how often a document of it is read.
        asked: Text to how often the extractor answers.
        results: How many results the store holds then.
        recorded: Values whose record is new or of other inputs.
    """

    read: Counter[str]
    asked: Counter[str]
    results: int
    recorded: frozenset[Name]


@dataclass
class Reference:
    """What has been computed so far, and what each value was last made from."""

    computed: dict[Work, str] = field(default_factory=dict)
    made: dict[Name, Work] = field(default_factory=dict)

    def bring_to(
        self, situation: Situation, built: Built, also: Works = MappingProxyType({})
    ) -> Expected:
        """Say what has to be done, and take it for done.

        Args:
            situation: What should be.
            built: The clean build of it.
            also: Work that a person asked for on the way.
        """
        wanted_works = {**also, **work_of(situation, built)}
        new = wanted_works.keys() - self.computed.keys()
        wanted = made_from(built)
        moved = {name for name, inputs in wanted.items() if self.made.get(name) != inputs}
        self.computed |= wanted_works
        self.made = wanted
        return Expected(
            read=Counter(str(work[1]) for work in new if work[0] == "text"),
            asked=Counter(str(work[1]) for work in new if work[0] == "extraction" and work[1]),
            results=len(self.computed),
            recorded=frozenset(moved),
        )

    def lose_records(self) -> None:
        """Forget what values were made from; what was computed stays."""
        self.made.clear()

    def lose_store(self) -> None:
        """Forget everything."""
        self.made.clear()
        self.computed.clear()

    def works_giving(self, version: str) -> list[Work]:
        """Return the computations that are known to have given a version."""
        return [work for work, given in self.computed.items() if given == version]

    def lose_object(self, version: str) -> None:
        """Forget what gave a version: it is computed again when it is needed."""
        for work in self.works_giving(version):
            del self.computed[work]


def work_of(situation: Situation, built: Built) -> dict[Work, str]:
    """Return every computation that a situation's graph rests on."""
    works = {
        work: version
        for path, content in situation.documents.items()
        for work, version in document_work(path, content, built).items()
    }
    return {**works, **spine_work(built.version, built.types, built.communities)}


def spine_work(
    version: Versions, types: Iterable[str], communities: Iterable[str]
) -> dict[Work, str]:
    """Return every computation below the documents.

    Args:
        version: Of everything: those of a clean build, or what is recorded.
        types: The entity types that occur.
        communities: The communities that occur.
    """
    proposals = zip(proposing(version, version, types), types, strict=True)
    told = zip(telling(version, version, communities), communities, strict=True)
    return {
        graph_building(version, version): version("graph_manifest", ""),
        resolving(version, version): version("resolved_graph", ""),
        **{work: version("merge_proposals", name) for work, name in proposals},
        ("cross", version("graph_manifest", "")): version("cross_type_proposals", ""),
        mapping(version, version): version("community_map", ""),
        **{work: version("narratives", name) for work, name in told},
    }


def document_work(path: str, content: str, built: Built) -> dict[Work, str]:
    """Return the reading of a document and the extraction from it."""
    reader = built.version("settings", "reader")
    key, suffix = document_key(path), path.rpartition(".")[2]
    text = built.version("document_texts", key)
    return {
        ("text", content_hash(content.encode()), suffix, reader): text,
        extracting(content, text, built): built.version("extractions", key),
    }


def extracting(content: str, text_version: str, now: Built) -> Work:
    """Return the extraction from a text under the domain and settings of a build."""
    prompt, stage = now.version("domain", "prompt"), now.version("settings", "extraction")
    return ("extraction", content.strip(), text_version, prompt, stage)


def graph_building(before: Versions, now: Versions) -> Work:
    """Return building the graph of one corpus under another domain."""
    return ("graph", before("corpus", ""), now("domain", "graph"))


def resolving(before: Versions, now: Versions) -> Work:
    """Return applying other decisions and another domain to a graph."""
    return ("resolved", before("graph_manifest", ""), *_judging(now))


def proposing(before: Versions, now: Versions, types: Iterable[str]) -> list[Work]:
    """Return proposing of each type of a graph under another domain and other settings."""
    under = now("domain", "resolution"), now("settings", "resolution")
    return [("proposals", name, before("knowledge_graph", name), *under) for name in types]


def mapping(before: Versions, now: Versions) -> Work:
    """Return finding the communities of a resolved graph under other settings."""
    return ("map", before("resolved_graph", ""), now("settings", "community"))


def telling(before: Versions, now: Versions, communities: Iterable[str]) -> list[Work]:
    """Return telling of each community under another domain and other settings."""
    under = now("domain", "narrative"), now("settings", "narrative")
    return [("narrative", before("communities", name), *under) for name in communities]


def _judging(now: Versions) -> tuple[str, ...]:
    """Return what a graph is judged by: decisions, and the domain's rules."""
    kinds = (now("decisions", kind) for kind in ("merges", "relations", "facts"))
    return (*kinds, now("domain", "graph"), now("domain", "review"))


def made_from(built: Built) -> dict[Name, Work]:
    """Say what every value is made from, after the design's table of assets."""
    found: dict[Name, Work] = {}
    prompt, graph, hints = (built.version("domain", f) for f in ("prompt", "graph", "resolution"))
    stages = ("reader", "extraction", "resolution", "export")
    reader, extraction, alike, export = (built.version("settings", stage) for stage in stages)
    extractions: list[tuple[str, str, str]] = []
    for (asset, key), entry in sorted(built.values.items()):
        if asset == "documents":
            found["document_texts", key] = (entry.version, reader)
            found["extractions", key] = (built.version("document_texts", key), prompt, extraction)
            made = built.version("extractions", key), built.version("document_texts", key)
            extractions.append((key, *made))
    parts = {p: e.version for (asset, p), e in built.values.items() if asset == "knowledge_graph"}
    everything = built.version("document_set")
    found["corpus", ""] = (tuple(extractions), everything, prompt, reader, extraction)
    found["knowledge_graph", ALL_PARTS] = (built.version("corpus"), graph)
    found["graph_manifest", ""] = tuple(sorted(parts.items()))
    found["resolved_graph", ""] = (built.version("graph_manifest"), *_judging(built.version))
    told = _told_from(built)
    graphs = (built.version("resolved_graph"), built.version("corpus"))
    summed_up = (built.version("community_map"), built.version("narrative_manifest"))
    kinds = (built.version("decisions", kind) for kind in ("merges", "relations", "facts"))
    found["agent_index", ""] = (*graphs, *summed_up, built.version("settings", "search"))
    found["viewer", ""] = (*graphs, *summed_up)
    found["graph_exports", ""] = (*graphs, *summed_up, *kinds, export)
    return found | _proposals_made_from(built, parts, hints, alike) | told


def _proposals_made_from(
    built: Built, parts: dict[str, str], hints: str, alike: str
) -> dict[Name, Work]:
    proposals = {t: built.version("merge_proposals", t) for t in parts}
    across = built.version("cross_type_proposals")
    everything = built.version("proposal_manifest"), built.version("graph_manifest")
    return {
        **{("merge_proposals", name): (part, hints, alike) for name, part in parts.items()},
        ("merge_proposals", ALL_PARTS): (tuple(sorted(parts.items())), hints, alike),
        ("cross_type_proposals", ""): (built.version("graph_manifest"),),
        ("proposal_manifest", ""): (tuple(sorted(proposals.items())), across),
        ("review_queue", ""): (*everything, hints, alike, *_judging(built.version)),
    }


def _told_from(built: Built) -> dict[Name, Work]:
    found = (built.version("resolved_graph"), built.version("settings", "community"))
    under = built.version("domain", "narrative"), built.version("settings", "narrative")
    parts = {name: built.version("communities", name) for name in built.communities}
    told = {name: built.version("narratives", name) for name in built.communities}
    every, everything = tuple(sorted(parts.items())), tuple(sorted(told.items()))
    summed_up = built.version("narrative_manifest"), built.version("community_map")
    return {
        **{("communities", name): found for name in (*parts, ALL_PARTS)},
        ("community_map", ""): (every, *found),
        **{("narratives", name): (part, *under) for name, part in parts.items()},
        ("narratives", ALL_PARTS): (every, *under),
        ("narrative_manifest", ""): (everything, every),
        ("report", ""): (*summed_up, built.version("resolved_graph"), *under),
    }
