"""Merge proposals of one entity type: the one function that the rest of the house calls."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sift_assets.core.domain.facets import ResolutionFacet
from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.resolution.auto_rules import rule_for
from sift_assets.core.resolution.candidates import Pair
from sift_assets.core.resolution.compared_names import ComparedNames
from sift_assets.core.resolution.comparisons import SHARED, STATED
from sift_assets.core.resolution.encoder import NO_VECTORS, Encoder
from sift_assets.core.resolution.groups import grouped
from sift_assets.core.resolution.names import Kind, kind_of
from sift_assets.core.resolution.pairs import LIKELY, Candidate, ScoredPairs, scored_pairs
from sift_assets.core.resolution.records import (
    GroupProposal,
    PairProposal,
    Proposals,
    Quote,
    VariantProposal,
)
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets.core.resolution.sides import sides_of
from sift_assets.core.resolution.splits import splits_of
from sift_assets.core.resolution.stated import stated_names
from sift_assets.core.resolution.subjects import Subject, subjects_of
from sift_assets.core.resolution.variants import variants_of

MAX_PROPOSED = 12
"""Pairs of one entity that are proposed unless the other side wants them: the best ones. Nobody
decides about more at a time, and what is decided makes room."""

MAX_SHARED = 6
"""Shared neighbours that are named."""


def propose(
    part: TypeGraph,
    facet: ResolutionFacet,
    stage: ResolutionStage,
    encoder: Encoder | None,
    known: ComparedNames | None = None,
) -> tuple[Proposals, ComparedNames]:
    """Propose what may be one, what extends what, and what is several things of one name.

    Args:
        part: The type's part of the graph.
        facet: The domain as resolution reads it; its hints are for who judges pairs, a person or
            a language model.
        stage: The settings.
        encoder: What makes vectors; None where the settings ask for none.
        known: Comparisons of names that were made before, which save work and shape nothing.

    Returns:
        The proposals, the same for the same part whatever the order of its rows, and the
        comparisons of names to be known the next time.
    """
    del facet
    kind = kind_of(part.type)
    subjects = subjects_of(part)
    candidates = scored_pairs(subjects, kind, encoder, known)
    variants = _variants(subjects, part.type, candidates)
    kept = _kept(candidates, stage.propose_from, _unordered(variants, subjects))
    splits = splits_of(part.entities, part.evidence, kind)
    pairs = _pairs(kept, subjects, part, kind)
    groups = _groups(kept, subjects)
    ids = {id_ for pair in pairs for id_ in (pair.left, pair.right)}
    ids |= {id_ for variant in variants for id_ in (variant.child, variant.parent)}
    ids |= {split.entity for split in splits}
    proposals = Proposals(
        type=part.type,
        encoder=encoder.version if encoder is not None else NO_VECTORS,
        sides=sides_of(ids, part.entities, part.mentions, part.relations, part.evidence),
        pairs=pairs,
        groups=groups,
        variants=tuple(variants),
        splits=tuple(splits),
    )
    return proposals, candidates.names


def _variants(
    subjects: Sequence[Subject], type_name: str, candidates: Mapping[Pair, Candidate]
) -> list[VariantProposal]:
    """Propose variants, but for pairs that are likely one."""
    place = {subject.id: at for at, subject in enumerate(subjects)}
    found: list[VariantProposal] = []
    for variant in variants_of(subjects, type_name):
        one, other = sorted((place[variant.child], place[variant.parent]))
        candidate = candidates.get((one, other))
        if candidate is None or candidate.scored.score < LIKELY:
            found.append(variant)
    return found


def _unordered(variants: Iterable[VariantProposal], subjects: Sequence[Subject]) -> set[Pair]:
    place = {subject.id: at for at, subject in enumerate(subjects)}
    ends = (sorted((place[variant.child], place[variant.parent])) for variant in variants)
    return {(one, other) for one, other in ends}


def _kept(candidates: ScoredPairs, least: float, variants: set[Pair]) -> dict[Pair, Candidate]:
    """Keep pairs from a score on, the best of each entity; a variant is asked about once."""
    ranked: defaultdict[int, list[tuple[float, Pair]]] = defaultdict(list)
    above = {pair: found for pair, found in candidates.above(least) if pair not in variants}
    for pair, candidate in above.items():
        for at in pair:
            ranked[at].append((-candidate.scored.score, pair))
    best = {pair for held in ranked.values() for _, pair in sorted(held)[:MAX_PROPOSED]}
    return {pair: above[pair] for pair in sorted(best)}


def _pairs(
    kept: Mapping[Pair, Candidate], subjects: Sequence[Subject], part: TypeGraph, kind: Kind
) -> tuple[PairProposal, ...]:
    names = dict(zip(part.relations["source_id"].to_pylist(), part.relations["source_name"]
                     .to_pylist(), strict=True))  # fmt: skip
    names |= dict(zip(part.relations["target_id"].to_pylist(), part.relations["target_name"]
                      .to_pylist(), strict=True))  # fmt: skip
    called = ((subjects[a], subjects[b]) for (a, b), held in kept.items() if _is_called(held))
    stated = stated_names(called, part.mentions, kind)
    return tuple(
        _pair(subjects[one], subjects[other], candidate, kind, names, stated)
        for (one, other), candidate in kept.items()
    )


def _is_called(candidate: Candidate) -> bool:
    levels = candidate.compared.levels
    return levels.get("name") in (STATED, SHARED) or "short form" in levels


def _pair(
    one: Subject,
    other: Subject,
    candidate: Candidate,
    kind: Kind,
    names: Mapping[str, str],
    stated: Mapping[tuple[str, str], tuple[Quote, ...]],
) -> PairProposal:
    shared = sorted({names.get(id_, id_) for id_ in candidate.compared.shared})
    return PairProposal(
        left=one.id,
        right=other.id,
        score=candidate.scored.score,
        blocked_by=candidate.blocked_by,
        levels=candidate.scored.levels(),
        shared_neighbours=tuple(shared[:MAX_SHARED]),
        stated=stated.get((one.id, other.id), ()),
        rule=rule_for(one, other, candidate.compared, kind) or "",
    )


def _groups(
    kept: Mapping[Pair, Candidate], subjects: Sequence[Subject]
) -> tuple[GroupProposal, ...]:
    scores = {
        (subjects[one].id, subjects[other].id): candidate.scored.score
        for (one, other), candidate in kept.items()
    }
    by_id = {subject.id: subject for subject in subjects}
    return tuple(_group(*found, by_id) for found in grouped(scores, LIKELY))


def _group(members: tuple[str, ...], score: float, by_id: Mapping[str, Subject]) -> GroupProposal:
    """Suggest the member that most documents name; of equals the fullest name."""
    best = min(
        (by_id[id_] for id_ in members),
        key=lambda s: (-s.support, -len(s.neighbours), -len(s.name.words), s.id),
    )
    return GroupProposal(
        members=members,
        score=score,
        canonical=best.id,
        reason=f"named by {best.support} documents, related to {len(best.neighbours)} entities",
    )
