"""Laws of proposals: the same whatever the order, bounded, and of entities that exist."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.resolution.encoder import Vectors
from sift_assets.core.resolution.pairs import LIKELY
from sift_assets.core.resolution.proposing import MAX_PROPOSED, propose
from sift_assets.core.resolution.records import Proposals
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets_tests.core.resolution.resolution_examples import (
    FACET,
    Known,
    pair_of,
    part_of,
    proposed,
)
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

LAW = settings(max_examples=40, deadline=None)

NAMES = ("Ada Quill", "Ada Quil", "A. Quill", "Dr. Ada Quill", "Quill", "Bo Marsh", "Marsh, Bo",
         "Boo Marsh", "Bo Marsh Jr.", "Robert Ode", "Bob Ode", "→", "Юлия", "Yuliya")  # fmt: skip

KNOWN = st.builds(
    Known,
    st.sampled_from(NAMES),
    aliases=st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
    attributes=st.lists(
        st.tuples(st.sampled_from(("born", "role", "aka")), st.sampled_from(("1970", "chief"))),
        max_size=2,
    ),
    documents=st.lists(st.sampled_from(("a", "b", "c")), min_size=1, max_size=3, unique=True),
    related=st.lists(
        st.tuples(st.just("KNOWS"), st.sampled_from(("Acme", "Chess Club"))), max_size=2
    ),
    id=st.just(""),
)
PEOPLE = st.lists(KNOWN, max_size=7, unique_by=lambda known: known.name.casefold())


def shuffled(part: TypeGraph, seed: int) -> TypeGraph:
    random = np.random.default_rng(seed)
    tables: list[pa.Table] = [
        table.take(pa.array(random.permutation(len(table))))
        for table in (part.entities, part.mentions, part.relations, part.evidence)
    ]
    return TypeGraph(part.type, *tables)


@LAW
@given(PEOPLE, st.integers(0, 9))
def test_the_order_of_rows_does_not_matter(known: list[Known], seed: int) -> None:
    part = part_of("PERSON", *known)
    stage = ResolutionStage()
    found, _ = propose(part, FACET, stage, None)
    again, _ = propose(shuffled(part, seed), FACET, stage, None)
    assert again.to_bytes() == found.to_bytes()
    assert Proposals.from_bytes(found.to_bytes()) == found


@LAW
@given(PEOPLE)
def test_proposals_are_sorted_bounded_and_about_what_exists(known: list[Known]) -> None:
    part = part_of("PERSON", *known)
    stage = ResolutionStage(propose_from=0.05)
    found, _ = propose(part, FACET, stage, None)
    ids = set(part.entities["id"].to_pylist())
    pairs = [(pair.left, pair.right) for pair in found.pairs]
    assert pairs == sorted(set(pairs))
    assert all(left < right for left, right in pairs)
    assert all(stage.propose_from <= pair.score < 1 and pair.blocked_by for pair in found.pairs)
    named = {id_ for pair in pairs for id_ in pair} | {s.entity for s in found.splits}
    assert set(found.sides) == named <= ids
    scores = {(p.left, p.right): p.score for p in found.pairs}
    for group in found.groups:
        held = [
            scores[one, other]
            for at, one in enumerate(group.members)
            for other in group.members[at + 1 :]
        ]
        assert min(held) == group.score >= LIKELY
        assert group.canonical in group.members


def test_an_entity_is_not_proposed_with_everybody() -> None:
    names = [f"Ada {chr(97 + at) * 4}son Quill" for at in range(20)]
    found = proposed("PERSON", "Ada Quill", *names, least=0.01)
    partners = Counter(id_ for pair in found.pairs for id_ in (pair.left, pair.right))
    assert len(found.pairs) <= MAX_PROPOSED * 21
    assert partners["person:ada_quill"] == 20  # each of the others wants it among its best


@pytest.mark.parametrize("type_", ["PERSON", "LOCATION", "PRODUCT"])
def test_a_type_of_one_or_of_none_has_no_proposals(type_: str) -> None:
    assert proposed(type_) == Proposals(type=type_, encoder="ngrams")
    assert proposed(type_, "Ada Quill").pairs == ()


def test_places_are_one_only_by_spelling_or_a_stated_name() -> None:
    found = proposed(
        "LOCATION", "New York", "New York City", "São Paulo", "Sao Paulo", "Bombay",
        Known("Mumbai", aliases=("Bombay",)), "Austria", "Australia",
    )  # fmt: skip
    assert pair_of(found, "São Paulo", "Sao Paulo") is not None
    assert pair_of(found, "Mumbai", "Bombay") is not None
    assert len(found.pairs) == 2


def test_a_group_is_named_after_whom_most_documents_name() -> None:
    often = Known("Holloway, Jane", documents=("a", "b"))
    found = proposed("PERSON", "Dr. Jane Holloway", often)
    (group,) = found.groups
    assert found.sides[group.canonical].name == "Holloway, Jane"
    assert group.reason == "named by 2 documents, related to 0 entities"


def test_sides_show_roles_neighbours_and_quotes_within_bounds() -> None:
    many = tuple(f"d{at}" for at in range(20))
    known = Known(
        "Dr. Jane Holloway",
        aliases=[f"J{at} Holloway" for at in range(20)],
        attributes=(("role", "surgeon"), ("aka", "JH"), ("born", "1970")),
        documents=many,
        related=[("WORKS_FOR", f"Clinic {at}") for at in range(20)],
    )
    found = proposed("PERSON", known, "Jane Holloway")
    side = found.sides["person:jane_holloway"]
    assert [quote.quote for quote in side.quotes] == ["Jane Holloway"]
    side = next(s for s in found.sides.values() if s.name == "Dr. Jane Holloway")
    assert [(fact.key, fact.value) for fact in side.roles] == [("aka", "JH"), ("role", "surgeon")]
    assert (len(side.aliases), len(side.documents), side.support) == (12, 8, 20)
    assert (len(side.neighbours), len(side.quotes)) == (8, 4)
    assert side.neighbours[0].name == "Clinic 0"


class Meanings:
    """An encoder that knows two names for one thing."""

    version = "meanings 1"

    def encode(self, names: Sequence[str]) -> Vectors:
        rows = [(1.0, 0.0) if name in ("global warming", "climate change") else (0.0, 1.0)
                for name in names]  # fmt: skip
        return np.array(rows, np.float32)


def test_vectors_find_a_pair_and_do_not_decide_it() -> None:
    names = ("global warming", "climate change", "zebra")
    found = proposed("CONCEPT", *names, encoder=Meanings())
    (pair,) = found.pairs
    assert pair_of(found, "global warming", "climate change") == pair
    assert (pair.blocked_by, pair.levels[0].comparison) == (("vectors",), "meaning")
    assert pair.score < LIKELY
    assert (found.groups, found.encoder) == ((), "meanings 1")
    assert proposed("CONCEPT", *names).pairs == ()
    assert proposed("PERSON", *names, encoder=Meanings()).pairs == ()


def test_every_hash_seed_gives_the_same_bytes() -> None:
    code = (
        "from sift_assets_tests.core.resolution.resolution_examples import proposed;"
        f"print(proposed('PERSON', *{NAMES!r}, least=0.01).content_hash())"
    )
    expected = proposed("PERSON", *NAMES, least=0.01).content_hash()
    assert printed_under_hash_seeds(code) == {expected}
