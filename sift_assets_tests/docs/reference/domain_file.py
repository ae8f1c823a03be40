"""docs/reference/domain-file.md: every field of a domain file, and the facet that reads it."""

from sift_assets.core.domain.facets import FACETS, Facet, facet_versions, facets_of
from sift_assets.core.domain.model import Domain
from sift_assets_tests.docs.reference.docstrings import told
from sift_assets_tests.docs.reference.fields import NONE, Told, fields
from sift_assets_tests.docs.reference.markdown import code, codes, page, table
from sift_assets_tests.docs.reference.moving import is_section, moved
from sift_assets_tests.docs.reference.settings import assets_reading

_EXAMPLE = Domain.model_validate(
    {
        "entity_types": {"PERSON": {"patterns": [{"pattern": "x"}]}},
        "relation_types": {"WORKS_FOR": {}},
    }
)
"""Has an item in every list on the way to a field."""


def domain_page() -> str:
    """Return the page."""
    rows = [
        (code(one.name), one.kind, one.default, _facets(one), one.about)
        for one in fields(Domain)
        if not is_section(one)
    ]
    return page(
        "The domain file",
        "A domain says which types of entities and relations there are. It is a YAML file in "
        "`domains/`, named by `domain:` in `sift.yaml`; `sift show domain prompt` prints a part of "
        "the one in force, and [your own domain](../how-to/your-own-domain.md) shows how to write "
        "one. Types are in capitals, `<name>` is the name of a type. An unknown key, an endpoint "
        "that is no type and a pattern that cannot be read are errors with their line, and the "
        "last good domain stays in force.",
        "**Facet** is the part of the asset `domain` that moves when the field does, found by "
        "moving it; what is in no facet shapes nothing.",
        table(("field", "value", "default", "facet", "what it does"), rows),
        "## Facets",
        table(
            ("facet", "what it is", "read by"),
            [
                (code(one), told(_record_of(one)), codes(assets_reading("domain", one)))
                for one in Facet
            ],
        ),
    )


def _record_of(facet: Facet) -> type:
    return type(FACETS[facet](Domain()))


def _facets(field: Told) -> str:
    return codes(moved(_EXAMPLE, field, lambda one: facet_versions(facets_of(one)))) or NONE
