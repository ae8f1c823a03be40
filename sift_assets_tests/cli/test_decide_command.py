"""`sift decide` writes down what a script says, once, and refuses what cannot be told."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets.core.review.records import ReviewQueue
from sift_assets_tests.cli.calling import Call, call, files_below
from sift_assets_tests.cli.planted_queue import decided, plant
from sift_assets_tests.fakes.project_folder import ProjectFolder

ADA_EMPLOYED = "person:ada_varga|EMPLOYED_BY|organization:kestrel_ltd"


@pytest.fixture
def queue(built: ProjectFolder) -> ReviewQueue:
    return plant(built.root)


@pytest.fixture
def root(built: ProjectFolder, queue: ReviewQueue) -> Path:  # noqa: ARG001 - it is planted
    return built.root


def decide(root: Path, *arguments: str) -> Call:
    return call("-C", root, "decide", *arguments)


def acts(root: Path) -> list[Act]:
    return [one.act for one in decided(root)]


def test_without_a_subcommand_it_says_how_much_is_open_and_writes_nothing(root: Path) -> None:
    before = files_below(root)
    assert decide(root, "--json").json == {"open": 10}
    assert "10 items are open" in decide(root).out
    assert files_below(root) == before


def test_items_are_confirmed_and_rejected_by_the_beginning_of_their_key(
    root: Path, queue: ReviewQueue
) -> None:
    first, second = queue.merges[0].key[:6], queue.relations[0].key
    assert decide(root, "confirm", first, second, "--reason", "I know her").code == 0
    found = decide(root, "reject", queue.variants[0].key, queue.splits[0].key, "--json").json
    assert [one["act"] for one in found["decisions"]] == ["reject", "whole"]
    assert found["open"] == 6
    assert acts(root) == [Act.MERGE, Act.CONFIRM, Act.REJECT, Act.WHOLE]
    assert [one.reason for one in decided(root)] == ["I know her", "I know her", "", ""]
    assert {one.channel for one in decided(root)} == {Channel.COMMAND}


def test_the_same_again_adds_nothing_and_the_opposite_has_the_last_word(
    root: Path, queue: ReviewQueue
) -> None:
    key = queue.merges[0].key
    decide(root, "confirm", key)
    again = decide(root, "confirm", key, "--json").json
    assert (again["decisions"], again["already"]) == ([], ["Ada Varga = Tom Brandt"])
    assert "is in force already" in decide(root, "confirm", key).out
    decide(root, "reject", key)
    assert acts(root) == [Act.MERGE, Act.NOT_SAME]


def test_an_item_that_is_settled_and_out_of_the_queue_is_still_known_by_its_key(
    built: ProjectFolder, queue: ReviewQueue
) -> None:
    (key, other) = (queue.relations[0].key, queue.merges[0].key)
    decide(built.root, "reject", key)
    decide(built.root, "confirm", other)
    built.run()  # makes the queue anew
    assert decide(built.root, "reject", key, "--json").json["decisions"] == []
    assert "sift decide undo" in decide(built.root, "confirm", key, "--json").error
    given = queue.relations[0].id
    assert decide(built.root, "relation", "reject", given, "--json").json["decisions"] == []
    assert "sift decide undo" in decide(built.root, "relation", "confirm", given, "--json").error
    assert acts(built.root) == [Act.REJECT, Act.MERGE]


def test_one_item_that_cannot_be_decided_leaves_the_others_undecided(
    root: Path, queue: ReviewQueue
) -> None:
    key, contradiction = queue.merges[0].key, queue.contradictions[0].key
    for wrong in ("0000000000", "ab", contradiction):
        shown = decide(root, "confirm", key, wrong, "--json")
        assert shown.code == 2
        assert shown.error
    assert decided(root) == ()


def test_of_a_contradiction_those_stand_whose_numbers_are_given(
    root: Path, queue: ReviewQueue
) -> None:
    relations, values = queue.contradictions
    assert decide(root, "keep", relations.key, "2").code == 0
    assert decide(root, "keep", values.key, "1").code == 0
    resolved, retracted = decided(root)
    assert [one.source.name for one in resolved.stands] == ["Nina Olsen"]
    assert retracted.attribute is not None
    assert retracted.attribute.value == "1980"
    for wrong in ("3", "one"):
        assert decide(root, "keep", values.key, wrong).code == 2
    assert decide(root, "keep", queue.merges[0].key, "1").code == 2
    assert decide(root, "keep", relations.key, "all").code == 0
    undo = decide(root, "undo", retracted.id)
    assert (undo.code, decide(root, "keep", values.key, "all", "--json").json["already"]) == (0, [])
    assert decide(root, "keep", values.key, "all", "--json").json["decisions"] == []
    assert decided(root)[-1].values.values == ("1970", "1980")  # type: ignore[union-attr]
    listed = call("-C", root, "review", "--list", "--kind", "contradictions", "--json").json
    assert [one["key"] for one in listed["items"]] == []


PARTS = ("--part", "a=contracts/kestrel.txt", "--part", "b=letters/first letter.txt")

BY_NAME = (
    (("merge", "ada  varga", "person:tom_brandt"), Act.MERGE),
    (("not-same", "Ada Varga", "Tom Brandt"), Act.NOT_SAME),
    (("name", "Ada Varga", "Ada V."), Act.NAME),
    (("retract", "Ada Varga"), Act.RETRACT),
    (("add", "Tom Brandt", "employed by", "Pelagos Ltd"), Act.ADD),
    (("relation", "confirm", ADA_EMPLOYED), Act.CONFIRM),
    (("relation", "reject", "Ada Varga|employed_by|Kestrel Ltd"), Act.REJECT),
    (("split", "Ada Varga", *PARTS), Act.SPLIT),
)  # fmt: skip


def test_anything_in_the_graph_can_be_decided_by_id_or_name_once(root: Path) -> None:
    for arguments, _ in BY_NAME:
        shown = decide(root, *arguments)
        assert (shown.code, shown.err) == (0, "")
        if arguments[0] != "add":  # a later word about the same thing was said in between
            assert decide(root, *arguments, "--json").json["decisions"] == []
    assert acts(root) == [act for _, act in BY_NAME]


WRONG: Sequence[tuple[tuple[str, ...], str]] = (
    (("merge", "Ada Varga", "Nobody"), "no entity 'Nobody'"),
    (("merge", "Ada Varga", "ada varga"), "or more"),
    (("merge", "Ada Varga", "Varga"), "There is person:ada_varga"),
    (("add", "Tom Brandt", "LOVES", "Pelagos Ltd"), "no relation type 'LOVES'"),
    (("add", "Pelagos Ltd", "EMPLOYED_BY", "Tom Brandt"), "does not join ORGANIZATION to PERSON"),
    (("relation", "confirm", "no such"), "no relation 'no such'"),
    (("retract", "Ada Varga", "--value", "x"), "--value needs --attribute"),
    (("retract", "Ada Varga", "--attribute", "role"), "No document states 'role'"),
    (("split", "Ada Varga", "--part", "a=none.txt", "--part", "b=notes.md"), "no document 'none"),
    (("split", "Ada Varga", "--part", "a"), "LABEL=DOCUMENT"),
    (("split", "Ada Varga", "--part", "a/b=notes.md", "--part", "b=twice.txt"), "is no label"),
    (("split", "Ada Varga", "--part", "a=notes.md"), "or more"),
    (("name", "Ada Varga", " "), "a name"),
    (("undo", "0123456789abcdef"), "no decision"),
)


def test_what_cannot_be_told_is_an_error_of_the_caller_and_decides_nothing(root: Path) -> None:
    for arguments, message in WRONG:
        shown = decide(root, *arguments, "--json")
        assert (shown.code, message in shown.error) == (2, True), (arguments, shown.error)
    assert decided(root) == ()


def test_what_was_decided_is_taken_back_once_and_given_back_by_taking_that_back(
    root: Path, queue: ReviewQueue
) -> None:
    decide(root, "confirm", queue.merges[0].key)
    (merged,) = decided(root)
    assert decide(root, "undo", merged.id[:8], merged.id, "--json").json["open"] == 10
    assert decide(root, "undo", merged.id, "--json").json["decisions"] == []
    undone = decided(root)[-1]
    assert decide(root, "undo", undone.id, "--json").json["open"] == 9
    assert acts(root) == [Act.MERGE, Act.UNDO, Act.UNDO]


def test_a_decision_that_contradicts_others_is_written_down_and_said_to(root: Path) -> None:
    decide(root, "merge", "Ada Varga", "Tom Brandt")
    decide(root, "merge", "Tom Brandt", "Karl Meier")
    found = decide(root, "not-same", "Ada Varga", "Karl Meier", "--json").json
    assert found["conflicts"] == [["person:ada_varga", "person:karl_meier", "person:tom_brandt"]]
    assert len(decided(root)) == 3
    shown = call("-C", root, "decisions", "show", "--json").json
    assert {one["standing"] for one in shown} == {"conflict"}
