"""What a person's edits of `contradiction_review.yaml` decide."""

import pytest

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.domain.model import ReviewThresholds
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.review.files.contradiction_file import read_contradictions
from sift_assets.core.review.files.review_files import Ground, ReviewFile, read_changes
from sift_assets.core.review.signature import Signature
from sift_assets_tests.core.decisions.decision_examples import said
from sift_assets_tests.core.graph.graph_examples import attribute, graph_of, mention, relation
from sift_assets_tests.core.review.files.desk import ADA, TYPES, Desk, acts

REVIEW = ReviewFacet(
    thresholds=ReviewThresholds(),
    review_required=(),
    functional_attributes={"PERSON": ("born",)},
    disjoint=(("ORGANIZATION", "PERSON"),),
)

BORN = "kind: attribute"
BIRTHPLACE = "kind: relation"
NAME = "kind: name"

SIGNED = Signature(actor="Ada", channel=Channel.FILE)


def at_odds(*dates: str) -> KnowledgeGraph:
    """Return a graph with a contradiction of every kind but of one that a merge made."""
    places = [
        [mention("LOCATION", place), relation("Ada", "BORN_IN", place)]
        for place in ("Oslo", "Bergen")
    ]
    born = [[mention("PERSON", "Ada", attributes=attribute("born", date))] for date in dates]
    names = [[mention("ORGANIZATION", "Mercury")], [mention("PERSON", "Mercury")]]
    stated = [[mention("PERSON", "Ada"), *one] for one in places]
    return graph_of({f"{at}.txt": one for at, one in enumerate([*born, *stated, *names])})


@pytest.fixture
def desk() -> Desk:
    return Desk(ReviewFile.CONTRADICTIONS, at_odds("1970", "1980"), REVIEW)


def edit(desk: Desk, entry: str, status: str, stands: str = "all") -> None:
    """Change status and stands of the entry in which a line stands."""
    (old,) = [one for one in desk.entries() if f"  {entry}\n" in one]
    new = old.replace("status: DRAFT", f"status: {status}").replace(
        "stands: all", f"stands: {stands}"
    )
    desk.text = desk.text.replace(old, new)


def open_kinds(desk: Desk) -> list[str]:
    return [one.entry.kind for one in read_contradictions(desk.text, "").entries]


def test_what_contradicts_is_listed_with_its_facts_and_left_alone_decides_nothing(
    desk: Desk,
) -> None:
    (born,) = [one for one in desk.entries() if BORN in one]
    for line in (f"entity_id: {ADA}", "about: born", "- fact: '1970'", "documents: 0.txt"):
        assert f"{line}\n" in born
    assert sorted(open_kinds(desk)) == ["attribute", "name", "relation"]
    assert desk.read() == ([], ())


@pytest.mark.parametrize(
    ("entry", "status", "stands", "expected"),
    [
        (BORN, "CONFIRMED", "all", [Act.RESOLVE]),
        (BORN, "CONFIRMED", "2", [Act.RETRACT]),
        (BORN, "REJECTED", "all", [Act.RETRACT, Act.RETRACT]),
        (BIRTHPLACE, "CONFIRMED", "1, 2", [Act.RESOLVE]),
        (BIRTHPLACE, "REJECTED", "all", [Act.REJECT, Act.REJECT]),
        (NAME, "CONFIRMED", "2", [Act.MERGE, Act.RESOLVE]),
        (NAME, "CONFIRMED", "all", [Act.NOT_SAME]),
    ],
)
def test_a_changed_status_is_written_down_once_and_not_asked_again(
    desk: Desk, entry: str, status: str, stands: str, expected: list[Act]
) -> None:
    edit(desk, entry, status, stands)
    made, _ = desk.read(killed=True)
    assert acts(made) == expected
    assert all(one.shown for one in made)
    assert desk.read() == ([], ())
    assert desk.read() == ([], ())
    desk.refresh()
    assert entry.removeprefix("kind: ") not in open_kinds(desk)
    assert len(open_kinds(desk)) == 2


def test_of_what_was_merged_all_types_stand_or_it_is_parted_again(desk: Desk) -> None:
    edit(desk, NAME, "CONFIRMED", "2")
    (merged, stands), _ = desk.read()
    desk.say(said(Act.UNDO, undoes=stands.id))
    desk.refresh()
    assert "type" in open_kinds(desk)
    edit(desk, "kind: type", "REJECTED")
    assert acts(desk.read()[0]) == [Act.NOT_SAME]
    assert merged.act is Act.MERGE
    assert desk.groups() == set()


def test_a_new_value_asks_again_and_an_old_text_decides_nothing_more(desk: Desk) -> None:
    edit(desk, BORN, "CONFIRMED")
    desk.read()
    old = desk.text
    desk.refresh()
    desk.text = old
    assert desk.read() == ([], ())
    desk.graph = at_odds("1970", "1980", "1990")
    desk.refresh()
    assert "attribute" in open_kinds(desk)


def test_a_word_may_be_changed_or_taken_back_before_the_file_is_written_anew(desk: Desk) -> None:
    edit(desk, BORN, "CONFIRMED")
    desk.read()
    desk.edit("status: CONFIRMED\n  stands: all", "status: CONFIRMED\n  stands: '1'")
    assert acts(desk.read()[0]) == [Act.UNDO, Act.RETRACT]
    desk.edit("status: CONFIRMED\n  stands: '1'", "status: DRAFT\n  stands: all")
    assert acts(desk.read()[0]) == [Act.UNDO]
    desk.refresh()
    assert "attribute" in open_kinds(desk)


def test_a_reason_is_written_down(desk: Desk) -> None:
    edit(desk, BORN, "CONFIRMED")
    desk.edit(
        "CONFIRMED\n  stands: all\n  reason: ''",
        "CONFIRMED\n  stands: all\n  reason: two calendars",
    )
    (one,), _ = desk.read()
    assert one.reason == "two calendars"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("stands: all", "stands: '1'", "still DRAFT"),
        ("stands: all", "stands: '3'", "numbers from 1 to 2"),
        ("stands: all", "stands: some", "numbers from 1 to 2"),
        ("status: DRAFT", "status: CONFIRMD", "CONFIRMED is meant"),
        ("fact: '1970'", "fact: '1971'", "other facts than it did"),
        ("kind: attribute", "kind: thing", "must be one of relation"),
        ("kind: name", "kind: ''", "has no `kind`"),
    ],
)
def test_what_cannot_be_read_is_named_and_costs_no_other(
    desk: Desk, old: str, new: str, problem: str
) -> None:
    edit(desk, BIRTHPLACE, "CONFIRMED")
    desk.edit(old, new)
    made, problems = desk.read()
    assert acts(made) == [Act.RESOLVE]
    assert [problem in one.message for one in problems] == [True]


def test_of_types_of_one_name_one_stands_at_least(desk: Desk) -> None:
    edit(desk, NAME, "REJECTED")
    made, (problem,) = desk.read()
    assert made == []
    assert "one of its types stands" in problem.message


def test_before_the_first_graph_nothing_can_be_decided(desk: Desk) -> None:
    edit(desk, BORN, "CONFIRMED")
    ground = Ground(log=(), naming=None, types=TYPES, signature=SIGNED)
    found = read_changes(desk.file, desk.text, desk.snapshots, desk.file, ground)
    assert found.changes.decisions == ()
    assert [one.message for one in found.changes.problems] == ["There is no graph yet."]


def test_without_memory_of_what_was_shown_the_log_has_the_last_word(desk: Desk) -> None:
    edit(desk, BORN, "CONFIRMED")
    desk.read()
    desk.snapshots = ()
    desk.edit("CONFIRMED\n  stands: all", "CONFIRMED\n  stands: '1'")
    assert desk.read() == ([], ())
