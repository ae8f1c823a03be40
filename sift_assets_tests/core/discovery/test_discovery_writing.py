"""The file that people edit: it says what was discovered, and keeps the user's own lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.discovery.writing import HEAD, domain_text
from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain, EntityType

OWN_TEXT = """\
# Words about the file, which are about the other file.

name: Ours
schema_free: true
# Why we say this.
system_context: >-
  About
  ships.
review:
  llm: 0.9   # strict

entity_types:
  VESSEL: A ship.  # by any name
"""


def with_types(own: Domain, **found: str) -> Domain:
    types = {name: EntityType(description=text) for name, text in found.items()}
    update = {"schema_free": False, "entity_types": {**own.entity_types, **types}}
    return own.model_copy(update=update)


def written(own_text: str, **found: str) -> tuple[str, Domain]:
    own = read_domain(own_text, "own.yaml")
    text = domain_text(with_types(own, **found), own_text, own)
    return text, read_domain(text, "discovered.yaml")


def test_comments_of_the_users_own_fields_and_types_are_kept() -> None:
    text, domain = written(OWN_TEXT, PORT="A harbour.")
    for comment in ("# Why we say this.", "# strict", "# by any name"):
        assert comment in text
    assert text.startswith(HEAD)
    assert "which are about the other file" not in text
    assert "schema_free" not in text
    assert domain.entity_types.keys() == {"VESSEL", "PORT"}
    assert (domain.system_context, domain.review.llm) == ("About ships.", 0.9)


@pytest.mark.parametrize(
    "own_text",
    [
        "schema_free: true\nentity_types: {VESSEL: A ship.}\n",
        "domain:\n  schema_free: true\n  entity_types:\n    VESSEL: A ship.\n",
        "{schema_free: true, entity_types: {VESSEL: A ship.}}",
        '"schema_free": true\nentity_types:\n      vessel:\n        description: A ship.\n',
        'schema_free: true\n"narrative_style": [short]\nentity_types:\n  VESSEL: A ship.\n',
        "schema_free: true\nentity_types: &a\n  VESSEL: A ship.\nrelation_types:\n  OWNS: x\n",
    ],
)
def test_in_whatever_layout_the_users_file_is_the_types_are_the_same(own_text: str) -> None:
    _, domain = written(own_text, PORT="A harbour.")
    descriptions = {name: kind.description for name, kind in domain.entity_types.items()}
    assert descriptions == {"VESSEL": "A ship.", "PORT": "A harbour."}


LINES = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=150)
AWKWARD = st.sampled_from(["yes", "~", "1e3", "0o7", "null", "- a", "a: b", "# c", "'", '"', "&a"])


@given(LINES.map(lambda line: " ".join(line.split())) | AWKWARD)
def test_a_description_is_read_back_as_it_was_said(line: str) -> None:
    _, domain = written("schema_free: true\n", PORT=line)
    assert domain.entity_types["PORT"].description == line
