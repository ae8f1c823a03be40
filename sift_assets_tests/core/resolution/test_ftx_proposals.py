"""What people decided about a real graph is proposed to them, and what they refused is not."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import yaml

from sift_assets.core.graph.identity import entity_id
from sift_assets.core.graph.partition import cut
from sift_assets.core.resolution.proposing import propose
from sift_assets.core.resolution.records import Proposals
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets_tests.core.graph.graph_examples import graph_of
from sift_assets_tests.core.graph.test_ftx_graph import FTX, OPEN, answers
from sift_assets_tests.core.resolution.resolution_examples import FACET

pytestmark = pytest.mark.skipif(
    not FTX.is_dir(), reason="the recorded answers are not beside the repository"
)


class Decided(NamedTuple):
    """A person's decision of two entities."""

    one: str
    other: str
    confirmed: bool


def decided() -> Iterator[Decided]:
    """Yield the decisions of sift-kg's own example, each member with its canonical entity."""
    file = yaml.safe_load((FTX / "merge_proposals.yaml").read_text("utf-8"))
    for proposal in file["proposals"]:
        yield from _members(proposal)


def _members(proposal: dict[str, Any]) -> Iterator[Decided]:
    type_ = proposal["entity_type"]
    canonical = entity_id(type_, proposal["canonical_name"])
    for member in proposal["members"]:
        other = entity_id(type_, member["name"])
        yield Decided(canonical, other, proposal["status"] == "CONFIRMED")


@pytest.fixture(scope="module")
def proposals() -> list[Proposals]:
    stage = ResolutionStage()
    return [propose(part, FACET, stage, None)[0] for part in cut(graph_of(answers(), OPEN))]


def reachable(proposals: list[Proposals], start: str) -> set[str]:
    """Return what one comes to by proposed pairs, two steps far."""
    near: dict[str, set[str]] = {}
    for pair in (pair for found in proposals for pair in found.pairs):
        near.setdefault(pair.left, set()).add(pair.right)
        near.setdefault(pair.right, set()).add(pair.left)
    first = near.get(start, set())
    return first.union(*(near[id_] for id_ in first))


def test_most_of_what_people_confirmed_is_proposed(proposals: list[Proposals]) -> None:
    confirmed = [one for one in decided() if one.confirmed]
    assert len(confirmed) == 17
    missed = {one.other for one in confirmed if one.other not in reachable(proposals, one.one)}
    assert missed <= {
        "event:sam_bankman-fried_trial",  # "Bankman-Fried fraud trial": each has another word
        "event:sentencing_of_caroline_ellison",  # called one with her guilty plea, months before
        "person:zhao_shengkai",  # his passport's name; no recorded answer states that it is his
    }


def test_nothing_that_people_refused_is_proposed(proposals: list[Proposals]) -> None:
    refused = {tuple(sorted((one.one, one.other))) for one in decided() if not one.confirmed}
    proposed = {(pair.left, pair.right) for found in proposals for pair in found.pairs}
    assert len(refused) == 3
    assert refused.isdisjoint(proposed)


def test_there_are_few_enough_to_decide(proposals: list[Proposals]) -> None:
    """758 entities; sift-kg proposed 59 merges of them in three passes of a language model."""
    assert sum(len(found.pairs) for found in proposals) <= 110
    assert sum(len(found.splits) for found in proposals) == 0
