"""How a report came about: what was read by what, how much of it is grounded, who wrote."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import pyarrow.compute as pc

from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.review import LOCAL_PREFIX
from sift_assets.core.narrative.listing import listed, sentence
from sift_assets.core.narrative.records import Narrative
from sift_assets.core.records.extraction import Alignment, QuarantineReason
from sift_assets.core.records.record import Record

LOCAL_WRITER = "local"
"""Stands as the writer of a text that no language model has written."""

_FOUND = {
    Alignment.EXACT: "word for word",
    Alignment.NORMALISED: "but for case, white space or quotation marks",
    Alignment.ALIGNED: "in similar words",
}

_KEPT_OUT = {
    QuarantineReason.UNKNOWN_TYPE: "of a type that the domain does not know",
    QuarantineReason.EMPTY_NAME: "without a name",
    QuarantineReason.UNGROUNDED: "with a quote that is not in the text",
    QuarantineReason.NEGATED: "denied, planned or alleged",
    QuarantineReason.INVALID_RECORD: "not readable",
    QuarantineReason.UNRESOLVED_ENDPOINT: "with an end that is no entity",
    QuarantineReason.AMBIGUOUS_ENDPOINT: "with an end that may be several entities",
    QuarantineReason.ENDPOINT_TYPES: "between types that the domain does not connect so",
    QuarantineReason.SELF_RELATION: "from an entity to itself",
}


class MethodFacts(Record):
    """What a graph and its narratives do not say of how they came about.

    Attributes:
        models: Models that found mentions and relations, as the settings or providers name them;
            those that the graph itself names as extractors are not said twice.
        overview_writer: Who wrote the overview: `local`, or the model that did.
    """

    models: tuple[str, ...] = ()
    overview_writer: str = LOCAL_WRITER


def method_of(
    graph: ResolvedGraph,
    community_map: CommunityMap,
    narratives: Mapping[str, Narrative],
    facts: MethodFacts,
) -> tuple[str, ...]:
    """Say how a report came about, in sentences of ours: counts, and names of programs."""
    told = list(narratives.values())
    lines = (
        _reading(graph, facts),
        _grounding(graph),
        _quarantine(graph),
        _refusals(graph),
        _communities(community_map),
        _writing(told, facts.overview_writer),
        _checking(told),
        _outdated(told),
    )
    return tuple(sentence(line) for line in lines if line)


def _reading(graph: ResolvedGraph, facts: MethodFacts) -> str:
    extractors = sorted({*_values(graph, "extractor")})
    names = [
        f"the local model {one}" if one.startswith(LOCAL_PREFIX) else "a language model"
        for one in extractors
    ]
    by = f" by {listed(list(dict.fromkeys(names)))}" if names else ""
    others = sorted({*facts.models} - {*extractors})
    models = f" (models: {listed(others)})" if others else ""
    found = (
        f"{_many(len(graph.mentions), 'mention')} of {_many(len(graph.entities), 'entity')} and "
        f"{_many(len(graph.evidence), 'statement')} of {_many(len(graph.relations), 'relation')}"
    )
    return f"in {_many(len(graph.documents), 'document')}, {found} were found{by}{models}"


def _grounding(graph: ResolvedGraph) -> str:
    counts = Counter(_values(graph, "alignment"))
    parts = [(f"{counts[one]:,}", words) for one, words in _FOUND.items() if counts[one]]
    if len(parts) < 2:
        return "".join(f"all {count} quotes stand in the text {words}" for count, words in parts)
    (count, words), *others = parts
    told = [f"{count} stand in the text {words}", *(" ".join(part) for part in others)]
    return f"of {_many(sum(counts.values()), 'quote')}, {listed(told)}"


def _quarantine(graph: ResolvedGraph) -> str:
    counted = pc.value_counts(graph.quarantine["reason"]).to_pylist()
    order = sorted(counted, key=lambda one: (-one["counts"], one["values"]))
    parts = [(one["counts"], _KEPT_OUT[QuarantineReason(one["values"])]) for one in order]
    if not parts:
        return "no record was kept out of the graph"
    total = sum(count for count, _ in parts)
    told = [words if count == total else f"{count:,} {words}" for count, words in parts]
    return f"{_many(total, 'record')} {'was' if total == 1 else 'were'} kept out: {listed(told)}"


def _refusals(graph: ResolvedGraph) -> str:
    refused = pc.sum(graph.refused["statements"]).as_py() or 0
    return f"decisions of people keep out {_many(refused, 'statement')}" if refused else ""


def _communities(community_map: CommunityMap) -> str:
    told = community_map.told
    if not told:
        return "no group of entities is large enough to be a community"
    return (
        f"{_many(len(told), 'community')} with {community_map.coverage:.0%} of the entities were "
        f"found by {community_map.algorithm} (modularity {community_map.modularity:.2f})"
    )


def _writing(told: Iterable[Narrative], overview_writer: str) -> str:
    writers = Counter(narrative.writer for narrative in told)
    models = sorted({*writers, overview_writer} - {LOCAL_WRITER})
    if not models:
        return "the text was written by rules, without a language model"
    by_rule = writers[LOCAL_WRITER]
    rest = f"; {_many(by_rule, 'narrative')} by rules" if by_rule else ""
    return f"the text was written by {listed(models)}{rest}"


def _checking(told: list[Narrative]) -> str:
    rewritten = sum(narrative.rewritten for narrative in told)
    dropped = sum(narrative.dropped for narrative in told)
    if not rewritten + dropped:
        return "every sentence names the passages that it rests on"
    return (
        "every sentence names the passages that it rests on; of those that did not hold against "
        f"them {rewritten} were written once more and {dropped} left out"
    )


def _outdated(told: Iterable[Narrative]) -> str:
    outdated = sum(bool(narrative.outdated) for narrative in told)
    if not outdated:
        return ""
    return f"{_many(outdated, 'narrative')} could not be told anew; what is shown is earlier text"


def _values(graph: ResolvedGraph, column: str) -> Iterator[str]:
    for table in (graph.mentions, graph.evidence):
        yield from table[column].to_pylist()


def _many(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun[:-1]}ies" if noun.endswith("y") else f"{count:,} {noun}s"
