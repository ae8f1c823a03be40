"""A domain: which types of entities and relations a graph may hold, and how to find them.

One strict model. What belongs here: the fields, their defaults and the cross-references between
them. Reading a file into it is in `loading`, cutting it into facets in `facets`.
"""

from typing import Annotated

from pydantic import Field, StringConstraints

from sift_assets.core.config.text_rules import TYPE_NAME
from sift_assets.core.records.record import Record

TypeName = Annotated[str, StringConstraints(pattern=TYPE_NAME, max_length=64)]
"""Types are upper snake case; the loader upper-cases what a file says before it validates."""

DEFAULT_REVIEW_THRESHOLD = 0.7
"""Relations of a language model below this wait for a person; the customary value of the field."""

DEFAULT_LOCAL_REVIEW_THRESHOLD = 0.5
"""The local model's scale is lower (see the tier table in `core.extraction.local`): a threshold
made for language models would leave most of a first graph pending. At .5 the weakest tiers wait
when they speak through a pronoun: 13 % of the relations of the FTX example."""


class LocalPattern(Record):
    """A way for the local model to find something that its statistical model does not know.

    Attributes:
        pattern: Regular expression (Python syntax) matched against the text, case-sensitive.
        name: Name to give the entity; empty takes the matched text.
    """

    pattern: str
    name: str = ""


class EntityType(Record):
    """One type of entity.

    Attributes:
        description: One sentence for a model and for people.
        hints: What to look for and what to record.
        vocabulary: The only names allowed, spelled as they should appear (closed vocabulary).
        fallback_type: What an entity outside the vocabulary becomes; empty keeps its type.
        synonyms: Other type names that mean this one when a model uses them.
        gazetteer: Names that the local model must know as this type.
        patterns: Regular expressions by which the local model finds this type.
        labels: Labels of the local statistical model that mean this type, for example `ORG`.
        identity_hints: What tells two entities of this type apart, for resolution.
        renamed_from: Earlier names of this type, so that decisions keep holding.
        functional_attributes: Keys of attributes that have one value at a time, for example
            `birth date`; two values are a contradiction that a person is shown.
    """

    description: str = ""
    hints: tuple[str, ...] = ()
    vocabulary: tuple[str, ...] = ()
    fallback_type: TypeName | None = None
    synonyms: tuple[TypeName, ...] = ()
    gazetteer: tuple[str, ...] = ()
    patterns: tuple[LocalPattern, ...] = ()
    labels: tuple[str, ...] = ()
    identity_hints: tuple[str, ...] = ()
    renamed_from: tuple[TypeName, ...] = ()
    functional_attributes: tuple[str, ...] = ()


class RelationType(Record):
    """One type of relation.

    Attributes:
        description: One sentence for a model and for people.
        hints: Cue phrases.
        source_types: Entity types it may start from; empty allows every type.
        target_types: Entity types it may end at; empty allows every type.
        symmetric: Whether direction has no meaning.
        inverse: Name of the same relation read backwards; a model may use it, the graph stores
            this one. It must not be a type of its own.
        functional: Whether a source has at most one target at a time; two targets are a conflict
            that a person is shown.
        review_required: Whether every relation of this type waits for a person.
        synonyms: Other relation names that mean this one, in the same direction.
        cues: Words or short phrases (lemmas) by which the local model recognises it: nouns as in
            "director of", verbs as in "acquire" or "work for".
        renamed_from: Earlier names of this type.
    """

    description: str = ""
    hints: tuple[str, ...] = ()
    source_types: tuple[TypeName, ...] = ()
    target_types: tuple[TypeName, ...] = ()
    symmetric: bool = False
    inverse: TypeName | None = None
    functional: bool = False
    review_required: bool = False
    synonyms: tuple[TypeName, ...] = ()
    cues: tuple[str, ...] = ()
    renamed_from: tuple[TypeName, ...] = ()


class ReviewThresholds(Record):
    """When a relation waits for a person.

    Attributes:
        llm: Confidence of a language model below which it waits.
        local: Likewise of the local model.
        reopen_after: So many documents that state a decided relation, and did not when it was
            decided, let it wait again; without it a decision stands whatever comes.
    """

    llm: float = Field(default=DEFAULT_REVIEW_THRESHOLD, ge=0, le=1)
    local: float = Field(default=DEFAULT_LOCAL_REVIEW_THRESHOLD, ge=0, le=1)
    reopen_after: int | None = Field(default=None, ge=1)


class Domain(Record):
    """A whole domain file.

    Attributes:
        name: For people; shapes no value.
        version: For people; shapes no value.
        description: For people; shapes no value.
        system_context: What the corpus is about; feeds extraction, resolution and narrative
            unless each is given its own.
        extraction_context: Instead of `system_context`, for extraction.
        resolution_context: Instead of `system_context`, for resolution.
        narrative_context: Instead of `system_context`, for narratives.
        narrative_style: Style rules for narratives.
        schema_free: Whether the types are to be discovered from the corpus.
        fallback_relation: Relation type for a stated link that fits no other type.
        review: Review thresholds by extractor.
        disjoint: Groups of entity types of which a thing is of one at most, for example
            `[PERSON, ORGANIZATION]`; what is stated under two is put before a person.
        entity_types: By name.
        relation_types: By name.
    """

    name: str = ""
    version: str = ""
    description: str = ""
    system_context: str = ""
    extraction_context: str = ""
    resolution_context: str = ""
    narrative_context: str = ""
    narrative_style: tuple[str, ...] = ()
    schema_free: bool = False
    fallback_relation: TypeName | None = None
    review: ReviewThresholds = ReviewThresholds()
    disjoint: tuple[tuple[TypeName, ...], ...] = ()
    entity_types: dict[TypeName, EntityType] = {}
    relation_types: dict[TypeName, RelationType] = {}
