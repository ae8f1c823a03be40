"""The general-purpose domain that evaluations extract with."""

from sift_assets.core.domain.facets import PromptFacet, prompt_facet
from sift_assets.core.domain.model import Domain, EntityType, RelationType

_PERSON, _ORGANIZATION, _LOCATION = "PERSON", "ORGANIZATION", "LOCATION"
_ANY = (_PERSON, _ORGANIZATION, _LOCATION)


def general() -> PromptFacet:
    """Return five entity types and eight relation types without hints or cues."""
    entity_types = (*_ANY, "EVENT", "DOCUMENT")
    return prompt_facet(
        Domain(
            fallback_relation="ASSOCIATED_WITH",
            entity_types={name: EntityType() for name in entity_types},
            relation_types={
                "ASSOCIATED_WITH": _relation(_ANY, _ANY, symmetric=True),
                "MEMBER_OF": _relation((_PERSON,), (_ORGANIZATION,)),
                "EMPLOYED_BY": _relation((_PERSON,), (_ORGANIZATION,)),
                "LOCATED_IN": _relation((_ORGANIZATION, _LOCATION, "EVENT"), (_LOCATION,)),
                "PARTICIPATED_IN": _relation((_PERSON, _ORGANIZATION), ("EVENT",)),
                "OWNS": _relation((_PERSON, _ORGANIZATION), (_ORGANIZATION, _LOCATION)),
                "CREATED": _relation((_PERSON, _ORGANIZATION), ("DOCUMENT", _ORGANIZATION)),
                "RELATED_TO": _relation((_PERSON,), (_PERSON,), symmetric=True),
            },
        )
    )


def _relation(
    source: tuple[str, ...], target: tuple[str, ...], *, symmetric: bool = False
) -> RelationType:
    return RelationType(source_types=source, target_types=target, symmetric=symmetric)
