"""Each kind of decision has a version of its own."""

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets.core.decisions.kinds import Kind, decision_versions
from sift_assets_tests.core.decisions.decision_examples import person, said


def test_every_kind_has_a_version_even_without_decisions() -> None:
    versions = decision_versions({})
    assert set(versions) == {"merges", "relations", "facts", "promotions"}
    assert len(set(versions.values())) == len(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_an_entry_moves_the_version_of_its_kind_only(kind: Kind) -> None:
    entry = said(Act.MERGE, entities=(person("Ada"), person("Bo")))
    before, after = decision_versions({}), decision_versions({kind: [entry]})
    assert {name for name in before if before[name] != after[name]} == {str(kind)}


def test_taking_an_entry_back_gives_the_old_version() -> None:
    assert decision_versions({Kind.MERGES: []}) == decision_versions({})
