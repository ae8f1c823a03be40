"""Each kind of decision has a version of its own."""

import pytest

from sift_assets.core.decisions.kinds import Kind, decision_versions


def test_every_kind_has_a_version_even_without_decisions() -> None:
    versions = decision_versions({})
    assert set(versions) == {"merges", "relations", "facts", "promotions"}
    assert len(set(versions.values())) == len(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_an_entry_moves_the_version_of_its_kind_only(kind: Kind) -> None:
    before, after = decision_versions({}), decision_versions({kind: [{"keys": ["a", "b"]}]})
    assert {name for name in before if before[name] != after[name]} == {str(kind)}


def test_taking_an_entry_back_gives_the_old_version() -> None:
    assert decision_versions({Kind.MERGES: []}) == decision_versions({})
