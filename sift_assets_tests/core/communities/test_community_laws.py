"""Laws of the whole way from a graph to its communities."""

import hashlib
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.communities.cutting import cut
from sift_assets.core.communities.detecting import detect
from sift_assets.core.communities.mapping import community_map
from sift_assets_tests.core.communities.community_examples import EVERY, circle, graph, stage
from sift_assets_tests.core.decisions.decision_examples import LAW
from sift_assets_tests.evals.communities.planted import planted
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

NAMES = "ABCDEFGHIJKLMNOPQRST"


@LAW
@given(
    st.lists(st.lists(st.sampled_from(NAMES), min_size=2, max_size=6), min_size=1, max_size=6),
    st.sets(st.sampled_from("ABUVWXYZ")),
)
def test_who_knows_nobody_comes_and_goes_without_moving_anyone(
    documents: Sequence[Sequence[str]], newcomers: set[str]
) -> None:
    """Newcomers stand between others in every order that there is."""
    said = {f"{n}.txt": [*pairwise(dict.fromkeys(names))] for n, names in enumerate(documents)}
    strangers = {f"stranger {name}.txt": [(f"{name}{name}", f"{name}o")] for name in newcomers}
    before = community_map(graph(said), stage())
    after = community_map(graph(said | strangers), stage())
    assert {one: after.members[one] for one in before.members} == before.members
    assert (after.groups, after.connections) == (before.groups, before.connections)


def test_neither_the_hash_seed_nor_the_process_shapes_anything() -> None:
    script = (
        "from sift_assets_tests.core.communities.test_community_laws import digest_of_examples;"
        "print(digest_of_examples())"
    )
    assert printed_under_hash_seeds(script) == {digest_of_examples()}


def digest_of_examples() -> str:
    known = planted(300, 0.3, seed=4).network
    found = [detect(known, stage(algorithm=algorithm, max_size=25)) for algorithm in EVERY]
    assert all(any(one.divided for one in each) for each in found)
    whole = graph(
        {"a": circle("ABCD"), "b": [*circle("MNOP"), ("D", "M")], "c": [("Bank Q", "Bank R")]}
    )
    where = community_map(whole, stage())
    assert (len(where.told), len(where.proposed_links)) == (2, 0)
    parts = [part.to_bytes() for part in cut(whole, where.members)]
    return hashlib.sha256(b"".join([repr(found).encode(), where.to_bytes(), *parts])).hexdigest()
