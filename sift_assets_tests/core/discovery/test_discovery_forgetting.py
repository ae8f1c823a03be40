"""What a proposed domain says of a forgotten document is taken out, and nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.discovery.forgetting import (
    names_in,
    proposed_text,
    without_words,
    words_in,
)
from sift_assets.core.discovery.writing import HEAD, domain_text, rewritten
from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import EntityType, RelationType

OWN_TEXT = """\
# Ours.
schema_free: true
system_context: Ships.
entity_types:
  VESSEL: A ship.
"""
OWN = read_domain(OWN_TEXT, "own.yaml")
FOUND = OWN.model_copy(
    update={
        "schema_free": False,
        "entity_types": {
            **OWN.entity_types,
            "PERSON": EntityType(description="A human being.", hints=("met zorbax", "a name")),
            "ZORBAX_CASE": EntityType(description="A case in court."),
        },
        "relation_types": {
            "MET": RelationType(
                description="As Quellheim met others.",
                source_types=("PERSON", "ZORBAX_CASE"),
                target_types=("PERSON",),
            ),
            "TRIED_IN": RelationType(source_types=("PERSON",), target_types=("ZORBAX_CASE",)),
        },
    }
)
TEXT = domain_text(FOUND, OWN_TEXT, OWN)
ONLY = frozenset({"zorbax", "quellheim"})


def test_words_are_folded_and_names_are_those_never_written_small() -> None:
    assert words_in("The Kestrel, KESTREL_2 of ÉTÉ") == {"the", "kestrel", "été"}
    assert names_in("Zorbax Quellheim (zorbax is a fish), A17B") == {"quellheim", "a17b"}


def test_descriptions_and_hints_go_and_types_stay_unless_their_name_is_a_name() -> None:
    clean = without_words(FOUND, OWN, ONLY, ONLY)
    assert list(clean.entity_types) == ["VESSEL", "PERSON"]
    person = EntityType(description="A human being.", hints=("a name",))
    assert clean.entity_types["PERSON"] == person
    assert clean.relation_types == {
        "MET": RelationType(source_types=("PERSON",), target_types=("PERSON",))
    }
    assert not ONLY & words_in(proposed_text(clean, OWN))
    kept = without_words(FOUND, OWN, ONLY, frozenset())
    assert list(kept.entity_types) == list(FOUND.entity_types)


def test_the_users_own_types_are_theirs() -> None:
    words = words_in("A ship. VESSEL")
    assert without_words(FOUND, OWN, words, words).entity_types["VESSEL"].description == "A ship."


def test_a_cleaned_file_keeps_every_line_that_is_not_of_a_cleaned_type() -> None:
    old = read_domain(TEXT, "")
    after = rewritten(TEXT, old, without_words(old, OWN, ONLY, ONLY))
    assert not ONLY & words_in(after)
    assert after.startswith(HEAD)
    for line in ("system_context: Ships.", "  VESSEL: A ship.", "    description: A human being."):
        assert line in after.splitlines()


@given(st.frozensets(st.sampled_from(sorted(words_in(proposed_text(FOUND, OWN)))), max_size=6))
def test_whatever_is_taken_out_the_file_says_just_the_rest(words: frozenset[str]) -> None:
    old = read_domain(TEXT, "")
    new = without_words(old, OWN, words, frozenset())
    after = rewritten(TEXT, old, new)
    assert read_domain(after, "") == new
    told = [t for name, t in new.entity_types.items() if name not in OWN.entity_types]
    for kind in (*told, *new.relation_types.values()):
        assert not words & words_in(" ".join((kind.description, *kind.hints)))
