"""What a domain asks for, prepared for the rules: labels to entity types, concepts to relations."""

from enum import StrEnum
from typing import NamedTuple

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.extraction.local.lexicon import RELATION_NAMES, Concept
from sift_assets.core.extraction.local.wordlists import listed


class Kind(StrEnum):
    """What the grammar of relations must know of an entity; `other` may stand anywhere."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    OTHER = "other"


KIND_OF_LABEL = {
    "PERSON": Kind.PERSON,
    "ORG": Kind.ORGANIZATION,
    "GPE": Kind.PLACE,
    "LOC": Kind.PLACE,
    "FAC": Kind.PLACE,
}

DEFAULT_LABELS = {
    "PERSON": ("PERSON",),
    "ORGANIZATION": ("ORG",),
    "LOCATION": ("GPE", "LOC", "FAC"),
    "EVENT": ("EVENT",),
}
"""Labels of the model for types of the usual name, when the domain gives none."""


class Mapped(NamedTuple):
    """A relation type of the domain, and whether source and target change places."""

    type: str
    swapped: bool
    original: str


class Cue(NamedTuple):
    """A cue of a domain: its words as lemmas and the relation type it stands for."""

    words: tuple[str, ...]
    type: str


class Schema:
    """A prompt facet, indexed.

    Attributes:
        by_label: Label of the statistical model → (entity type, kind).
        cues: Last content word of a cue → cues, the longer first.
    """

    def __init__(self, prompt: PromptFacet) -> None:
        self._prompt = prompt
        self.by_label: dict[str, tuple[str, Kind]] = {}
        for name, entity_type in sorted(prompt.entity_types.items()):
            for label in entity_type.labels or DEFAULT_LABELS.get(name, ()):
                self.by_label.setdefault(label, (name, KIND_OF_LABEL.get(label, Kind.OTHER)))
        self.cues = _cues(prompt)

    def kind_of(self, type_name: str) -> Kind:
        """Return what an entity type is for the grammar, by its labels."""
        return next((k for name, k in self.by_label.values() if name == type_name), Kind.OTHER)

    def type_of(self, kind: Kind) -> str | None:
        """Return the entity type for a kind, by the usual label of that kind."""
        labels = [label for label, known in KIND_OF_LABEL.items() if known is kind]
        return next((self.by_label[label][0] for label in labels if label in self.by_label), None)

    def by_cue(self, names: tuple[str, ...], source: str, target: str) -> Mapped | None:
        """Return the first of some relation types that may hold between two entity types."""
        for name in names:
            if self._fits(name, source, target):
                return Mapped(name, False, "")
        for name in names:
            if self._fits(name, target, source):
                return Mapped(name, True, "")
        return None

    def by_concept(self, concept: Concept, source: str, target: str) -> Mapped | None:
        """Return the domain's relation type for a concept of the lexicon, or its fallback."""
        for name in RELATION_NAMES[concept]:
            if self._fits(name, source, target):
                return Mapped(name, False, "")
            for other, relation in sorted(self._prompt.relation_types.items()):
                if relation.inverse == name and self._fits(other, target, source):
                    return Mapped(other, True, "")
        return self.fallback(str(concept), source, target)

    def fallback(self, original: str, source: str, target: str) -> Mapped | None:
        """Return the domain's fallback relation when its end types allow it."""
        name = self._prompt.fallback_relation
        if name is None:
            return None
        for swapped in (False, True):
            ends = (target, source) if swapped else (source, target)
            if name not in self._prompt.relation_types or self._fits(name, *ends):
                return Mapped(name, swapped, "" if original == name else original)
        return None

    def _fits(self, name: str, source: str, target: str) -> bool:
        relation = self._prompt.relation_types.get(name)
        if relation is None:
            return False
        return (not relation.source_types or source in relation.source_types) and (
            not relation.target_types or target in relation.target_types
        )


SMALL_WORDS = listed("of at for with in to by on from as the a an")


def _cues(prompt: PromptFacet) -> dict[str, list[Cue]]:
    """Index cues by the word that carries them: the last that is no preposition."""
    index: dict[str, list[Cue]] = {}
    for name, relation in sorted(prompt.relation_types.items()):
        for phrase in relation.cues:
            parts = tuple(phrase.lower().split())
            content = [part for part in parts if part not in SMALL_WORDS]
            if content:
                index.setdefault(content[-1], []).append(Cue(parts, name))
    for cues in index.values():
        cues.sort(key=lambda cue: (-len(cue.words), cue.words, cue.type))
    return index
