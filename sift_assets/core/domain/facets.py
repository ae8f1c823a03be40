"""The five facets of a domain: what each step reads of it, so that an edit re-runs just that.

`name`, `version`, `description` and comments are in no facet and shape nothing. Order of types
has no meaning, order inside a list of hints has (it is the order in the prompt).
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import combinations
from typing import TypeVar

from sift_assets.core.domain.model import (
    Domain,
    LocalPattern,
    ReviewThresholds,
    TypeName,
)
from sift_assets.core.records.record import Record

PartT = TypeVar("PartT", bound=Record)


class Facet(StrEnum):
    """The partition keys of the asset `domain`."""

    PROMPT = "prompt"
    GRAPH = "graph"
    REVIEW = "review"
    RESOLUTION = "resolution"
    NARRATIVE = "narrative"


class PromptEntityType(Record):
    """What an extractor reads of an entity type; see `EntityType`."""

    description: str
    hints: tuple[str, ...]
    vocabulary: tuple[str, ...]
    gazetteer: tuple[str, ...]
    patterns: tuple[LocalPattern, ...]
    labels: tuple[str, ...]


class PromptRelationType(Record):
    """What an extractor reads of a relation type; see `RelationType`."""

    description: str
    hints: tuple[str, ...]
    source_types: tuple[TypeName, ...]
    target_types: tuple[TypeName, ...]
    symmetric: bool
    inverse: TypeName | None
    cues: tuple[str, ...]


class PromptFacet(Record):
    """Read by the extractors. An edit re-runs every extraction."""

    context: str
    schema_free: bool
    fallback_relation: TypeName | None
    entity_types: dict[TypeName, PromptEntityType]
    relation_types: dict[TypeName, PromptRelationType]


class GraphEntityType(Record):
    """What the graph reads of an entity type; see `EntityType`."""

    vocabulary: tuple[str, ...]
    fallback_type: TypeName | None
    synonyms: tuple[TypeName, ...]
    renamed_from: tuple[TypeName, ...]


class GraphRelationType(Record):
    """What the graph reads of a relation type; see `RelationType`."""

    source_types: tuple[TypeName, ...]
    target_types: tuple[TypeName, ...]
    symmetric: bool
    inverse: TypeName | None
    functional: bool
    synonyms: tuple[TypeName, ...]
    renamed_from: tuple[TypeName, ...]


class GraphFacet(Record):
    """Read by the graph. An edit re-builds the graph and what hangs on it, without a model."""

    schema_free: bool
    fallback_relation: TypeName | None
    entity_types: dict[TypeName, GraphEntityType]
    relation_types: dict[TypeName, GraphRelationType]


class ReviewFacet(Record):
    """Read where facts are flagged and put before people. An edit moves flags.

    Attributes:
        thresholds: See `ReviewThresholds`.
        review_required: Relation types that always wait.
        functional_attributes: By entity type; only types that have some.
        disjoint: Pairs of entity types that exclude each other, each sorted, and all sorted.
    """

    thresholds: ReviewThresholds
    review_required: tuple[TypeName, ...]
    functional_attributes: dict[TypeName, tuple[str, ...]] = {}
    disjoint: tuple[tuple[TypeName, TypeName], ...] = ()


class ResolutionFacet(Record):
    """Read by merge proposals."""

    context: str
    identity_hints: dict[TypeName, tuple[str, ...]]


class NarrativeFacet(Record):
    """Read by narratives and the report."""

    context: str
    style: tuple[str, ...]


def prompt_facet(domain: Domain) -> PromptFacet:
    """Cut out what extractors read."""
    return PromptFacet(
        context=domain.extraction_context or domain.system_context,
        schema_free=domain.schema_free,
        fallback_relation=domain.fallback_relation,
        entity_types=_cut(domain.entity_types, PromptEntityType),
        relation_types=_cut(domain.relation_types, PromptRelationType),
    )


def graph_facet(domain: Domain) -> GraphFacet:
    """Cut out what the graph reads."""
    return GraphFacet(
        schema_free=domain.schema_free,
        fallback_relation=domain.fallback_relation,
        entity_types=_cut(domain.entity_types, GraphEntityType),
        relation_types=_cut(domain.relation_types, GraphRelationType),
    )


def review_facet(domain: Domain) -> ReviewFacet:
    """Cut out what flags facts for review."""
    required = (name for name, kind in domain.relation_types.items() if kind.review_required)
    functional = {
        name: tuple(sorted(kind.functional_attributes))
        for name, kind in domain.entity_types.items()
        if kind.functional_attributes
    }
    return ReviewFacet(
        thresholds=domain.review,
        review_required=tuple(sorted(required)),
        functional_attributes=functional,
        disjoint=_pairs(domain.disjoint),
    )


def resolution_facet(domain: Domain) -> ResolutionFacet:
    """Cut out what resolution reads."""
    hints = {n: kind.identity_hints for n, kind in domain.entity_types.items()}
    return ResolutionFacet(
        context=domain.resolution_context or domain.system_context, identity_hints=hints
    )


def narrative_facet(domain: Domain) -> NarrativeFacet:
    """Cut out what narratives read."""
    context = domain.narrative_context or domain.system_context
    return NarrativeFacet(context=context, style=domain.narrative_style)


FACETS = {
    Facet.PROMPT: prompt_facet,
    Facet.GRAPH: graph_facet,
    Facet.REVIEW: review_facet,
    Facet.RESOLUTION: resolution_facet,
    Facet.NARRATIVE: narrative_facet,
}
"""How to cut each facet out of a domain."""


def facets_of(domain: Domain) -> dict[str, Record]:
    """Return every facet of a domain by name: what its readers see."""
    return {str(facet): cut(domain) for facet, cut in FACETS.items()}


def facet_versions(facets: Mapping[str, Record]) -> dict[str, str]:
    """Return the data version of every facet: the hash of what its readers see."""
    return {name: facet.content_hash() for name, facet in facets.items()}


def _pairs(groups: Iterable[Iterable[TypeName]]) -> tuple[tuple[TypeName, TypeName], ...]:
    return tuple(sorted({pair for one in groups for pair in combinations(sorted({*one}), 2)}))


def _cut(types: Mapping[TypeName, Record], part: type[PartT]) -> dict[TypeName, PartT]:
    fields = set(part.model_fields)
    return {n: part.model_validate(whole.model_dump(include=fields)) for n, whole in types.items()}
