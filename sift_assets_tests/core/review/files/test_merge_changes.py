"""What a person's edits of `merge_proposals.yaml` decide."""

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets.core.resolution.opinions import Opinion
from sift_assets.core.review.files.merge_file import listed_merges
from sift_assets.core.review.files.review_files import ReviewFile
from sift_assets.core.review.queue import review_queue
from sift_assets.core.review.records import PairOpinion
from sift_assets_tests.core.decisions.decision_examples import REVIEW, person, said, undo
from sift_assets_tests.core.review.files.desk import (
    ADA,
    ADAH,
    BO,
    CY,
    TYPES,
    Desk,
    about,
    acts,
    proposals,
    small_graph,
)


@pytest.fixture
def desk() -> Desk:
    return Desk(ReviewFile.MERGES)


def test_an_untouched_file_decides_nothing(desk: Desk) -> None:
    assert desk.text.count("status: DRAFT") == 2
    assert desk.read() == ([], ())


def test_a_confirmed_entry_merges_and_stays_listed(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    (one,), problems = desk.read()
    assert (one.act, about(one), problems) == (Act.MERGE, [ADA, ADAH], ())
    assert one.entities[0].anchors
    assert one.shown
    desk.refresh()
    assert desk.groups() == {frozenset({ADA, ADAH})}
    assert [entry.count("CONFIRMED") for entry in desk.entries() if ADAH in entry][-1] == 1
    assert desk.read() == ([], ())


def test_a_rejected_entry_is_never_proposed_again_and_stays_listed(desk: Desk) -> None:
    desk.mark("REJECTED", ADA, ADAH)
    (one,), _ = desk.read()
    assert (one.act, about(one)) == (Act.NOT_SAME, [ADA, ADAH])
    desk.refresh()
    assert [("DRAFT" in one, "REJECTED" in one) for one in desk.entries()] == [
        (True, False),
        (False, True),
    ]


def test_what_is_confirmed_can_be_rejected_and_taken_back(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.read()
    desk.refresh()
    desk.mark("REJECTED", ADA, ADAH)
    (refusal,), _ = desk.read()
    assert refusal.act is Act.NOT_SAME
    assert desk.groups() == set()
    desk.refresh()
    desk.mark("DRAFT", ADA, ADAH)
    undone, _ = desk.read()
    assert acts(undone) == [Act.UNDO, Act.UNDO]  # else the merge before it would count again
    assert {one.undoes for one in undone} == {one.id for one in desk.log[:2]}
    desk.refresh()
    assert desk.text.count("status: DRAFT") == 2
    assert desk.resolved.links.num_rows == 0


def test_a_change_of_mind_before_the_next_refresh_counts_too(desk: Desk) -> None:
    for status, expected in (
        ("CONFIRMED", [Act.MERGE]),
        ("DRAFT", [Act.UNDO]),
        ("REJECTED", [Act.NOT_SAME]),
        ("CONFIRMED", [Act.MERGE]),
    ):
        desk.mark(status, ADA, ADAH)
        assert acts(desk.read()[0]) == expected
    assert desk.groups() == {frozenset({ADA, ADAH})}


@pytest.mark.parametrize("status", ["CONFIRMED", "REJECTED"])
def test_a_kill_between_the_log_and_the_memory_appends_nothing_twice(
    desk: Desk, status: str
) -> None:
    desk.mark(status, ADA, ADAH)
    assert len(desk.read(killed=True)[0]) == 1
    assert desk.read() == ([], ())
    desk.mark("DRAFT", ADA, ADAH)
    assert acts(desk.read(killed=True)[0]) == [Act.UNDO]
    assert desk.read() == ([], ())
    desk.mark(status, ADA, ADAH)
    assert len(desk.read()[0]) == 1


def test_an_entry_left_alone_decides_nothing_though_the_log_has_moved_on(desk: Desk) -> None:
    desk.say(said(Act.MERGE, entities=(person("Ada"), person("Adah"))))
    desk.mark("CONFIRMED", ADAH, BO)
    (one,), _ = desk.read()
    assert about(one) == [ADAH, BO]
    assert desk.groups() == {frozenset({ADA, ADAH, BO})}


def test_what_was_decided_elsewhere_meanwhile_is_not_said_twice(desk: Desk) -> None:
    desk.say(said(Act.MERGE, entities=(person("Ada"), person("Adah"))))
    desk.mark("CONFIRMED", ADA, ADAH)
    assert desk.read() == ([], ())


def test_an_old_text_saved_over_a_new_one_takes_nothing_back(desk: Desk) -> None:
    in_editor = desk.text
    desk.say(said(Act.MERGE, entities=(person("Ada"), person("Adah"))))
    desk.refresh()
    desk.text = in_editor  # saved by an editor that has been open since
    desk.mark("REJECTED", ADAH, BO)
    (one,), problems = desk.read()
    assert (one.act, about(one), problems) == (Act.NOT_SAME, [ADAH, BO], ())
    assert desk.groups() == {frozenset({ADA, ADAH})}


def test_of_a_file_of_elsewhere_the_log_has_the_last_word(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.mark("REJECTED", ADAH, BO)
    refusal = desk.say(said(Act.NOT_SAME, entities=(person("Ada"), person("Adah"))))
    desk.snapshots = ()  # another clone of the project wrote it
    (one,), problems = desk.read()
    assert (one.act, about(one), problems) == (Act.NOT_SAME, [ADAH, BO], ())
    desk.mark("CONFIRMED", ADAH, BO)  # from now on it is known what was shown
    assert acts(desk.read()[0]) == [Act.MERGE]
    assert refusal in desk.log


def test_members_taken_out_before_confirming_stay_apart(desk: Desk) -> None:
    desk.edit(f"  members:\n  - id: {ADAH}\n", f"  members:\n  - id: {CY}\n  - id: {ADAH}\n")
    desk.mark("CONFIRMED", ADA, CY)
    (one,), _ = desk.read()
    assert about(one) == [ADA, CY, ADAH]
    desk.refresh()
    desk.edit(f"  - id: {CY}\n    name: Cy\n    confidence: 1.0\n", "")
    decisions, _ = desk.read()
    assert acts(decisions) == [Act.UNDO, Act.MERGE]
    assert desk.groups() == {frozenset({ADA, ADAH})}
    assert desk.read() == ([], ())


def test_a_regrouped_entry_survives_a_kill(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.read()
    desk.refresh()
    desk.edit(f"- id: {ADAH}", f"- id: {BO}")
    assert acts(desk.read(killed=True)[0]) == [Act.UNDO, Act.MERGE]
    assert desk.read() == ([], ())
    assert desk.groups() == {frozenset({ADA, BO})}


def test_members_of_a_draft_that_differ_wait_for_a_word(desk: Desk) -> None:
    desk.edit(f"- id: {ADAH}", f"- id: {CY}")
    decisions, (problem,) = desk.read()
    assert decisions == []
    assert ADA in desk.text.split("\n")[problem.line - 1]
    assert "still DRAFT" in problem.message


def test_another_canonical_entity_names_the_whole(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.read()
    desk.refresh()
    desk.edit(f"canonical_id: {ADA}\n", f"canonical_id: {ADAH}\n")
    desk.edit(f"- id: {ADAH}\n", f"- id: {ADA}\n")
    assert acts(desk.read(killed=True)[0]) == [Act.UNDO, Act.MERGE]
    assert desk.read() == ([], ())
    assert desk.resolved.canonical_id(ADA) == ADAH


def test_a_name_that_a_person_writes_is_given(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.edit("canonical_name: Ada\n", "canonical_name: Countess Ada\n")
    decisions, _ = desk.read(killed=True)
    assert acts(decisions) == [Act.MERGE, Act.NAME]
    assert desk.read() == ([], ())
    desk.refresh()
    assert "canonical_name: Countess Ada\n" in desk.text
    assert "Countess Ada" in desk.resolved.entities["name"].to_pylist()
    assert desk.read() == ([], ())


def test_a_reason_that_a_person_writes_is_kept(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.mark("REJECTED", ADAH, BO)
    desk.edit("reason: Alike by name.", "reason: Her sister says so.")
    reasons = sorted(one.reason[:20] for one in desk.read()[0])
    assert reasons == ["", "Her sister says so. "]


def test_deleted_entries_decide_nothing_and_come_back(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.read()
    desk.refresh()
    before = desk.text
    desk.clear()
    assert desk.dropped() == 2
    assert desk.read() == ([], ())
    desk.text = before  # the person brings them back
    assert desk.read() == ([], ())
    desk.clear()
    desk.refresh()
    assert desk.text == before


def test_a_word_about_what_is_not_in_the_graph_waits_for_its_return(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.graph = small_graph(("Ada", "Bo"))
    (one,), problems = desk.read()
    assert (about(one), problems) == ([ADA, ADAH], ())
    assert desk.resolved.unapplied["standing"].to_pylist() == ["parked"]
    desk.graph = small_graph()
    assert desk.groups() == {frozenset({ADA, ADAH})}


def test_several_wrong_entries_are_reported_by_line_and_the_others_count(desk: Desk) -> None:
    desk.mark("CONFIRMD", ADA, ADAH)
    desk.text += (
        f"- canonical_id: {BO}\n  status: CONFIRMED\n  members:\n  - id: person:nobody\n"
        f"- canonical_id: {BO}\n  status: CONFIRMED\n  members:\n  - id: {BO}\n"
        "- canonical_id:\n  status: REJECTED\n"
        "- just a word\n"
        f"- {{canonical_id: {BO}, status: confirmed, members: [{{id: {CY}}}]}}\n"
        f"- {{canonical_id: {BO}, status: [], members: [{{id: {CY}}}]}}\n"
    )
    desk.mark("CONFIRMED", ADAH, BO)
    decisions, problems = desk.read()
    assert [about(one) for one in decisions] == [[ADAH, BO], [BO, CY]]
    lines = desk.text.split("\n")
    assert [lines[one.line - 1].strip() for one in problems] == [
        "status: CONFIRMD",
        f"- canonical_id: {BO}",
        "members:",
        "- canonical_id:",
        "- just a word",
        f"- {{canonical_id: {BO}, status: [], members: [{{id: {CY}}}]}}",
    ]
    assert "CONFIRMED is meant" in problems[0].message
    assert desk.read() == ([], problems)
    desk.edit("CONFIRMD", "CONFIRMED")
    assert [about(one) for one in desk.read()[0]] == [[ADA, ADAH]]


def test_of_entries_about_the_same_none_counts(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.text += f"- {{canonical_id: {ADAH}, status: REJECTED, members: [{{id: {ADA}}}]}}\n"
    decisions, (problem,) = desk.read()
    assert decisions == []
    assert "keep one" in problem.message
    assert problem.line == desk.text.count("\n")


@pytest.mark.parametrize(
    "text", ["proposals: [", "proposals: {}\n", "other: []\n", "a: 1\na: 2\n", "<<<<<<< HEAD\n"]
)
def test_a_file_that_is_none_loses_nothing(desk: Desk, text: str) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    desk.read()
    desk.refresh()
    whole, desk.text = desk.text, text
    decisions, (problem,) = desk.read()
    assert (decisions, problem.file) == ([], ReviewFile.MERGES)
    desk.text = whole
    assert desk.read() == ([], ())
    assert desk.groups() == {frozenset({ADA, ADAH})}


def test_an_undone_decision_can_be_made_again(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, ADAH)
    (one,), _ = desk.read()
    desk.say(undo(one, 1))
    desk.refresh()
    desk.mark("CONFIRMED", ADA, ADAH)
    assert acts(desk.read()[0]) == [Act.MERGE]


def test_decisions_that_contradict_each_other_are_listed_and_say_so(desk: Desk) -> None:
    for act, names in (
        (Act.MERGE, ("Ada", "Adah")),
        (Act.MERGE, ("Adah", "Bo")),
        (Act.NOT_SAME, ("Ada", "Bo")),
    ):
        desk.say(said(act, entities=tuple(person(name) for name in names)))
    desk.refresh()
    assert desk.text.count("Does not count now") == 3
    desk.mark("DRAFT", ADA, BO)
    desk.read()
    assert desk.groups() == {frozenset({ADA, ADAH, BO})}


def test_a_refusal_that_was_partly_overridden_is_listed_pair_by_pair(desk: Desk) -> None:
    trio = tuple(person(name) for name in ("Ada", "Adah", "Bo"))
    desk.say(said(Act.NOT_SAME, entities=trio))
    desk.say(said(Act.MERGE, entities=trio[:2]))
    desk.refresh()
    found = [(one.count("CONFIRMED"), one.count("REJECTED")) for one in desk.entries()]
    assert sorted(found) == [(0, 1), (0, 1), (1, 0)]
    assert desk.read() == ([], ())


def test_an_open_entry_says_why_and_what_a_model_thinks(desk: Desk) -> None:
    queue = review_queue([proposals(desk.graph)], desk.resolved, REVIEW, TYPES, desk.log)
    thinks = Opinion(verdict="different", reason="Two sisters.")
    merges = [
        one.model_copy(update={"opinions": (PairOpinion(left=ADA, right=ADAH, opinion=thinks),)})
        for one in queue.merges
        if {*one.members} == {ADA, ADAH}
    ]
    asked = queue.model_copy(update={"merges": tuple(merges)})
    (known,) = listed_merges(asked, desk.resolved, [])
    said = known.entry.reason
    assert said.startswith("Alike by name. It is in more documents")
    assert said.endswith("A model says different: Two sisters.")


def test_a_comment_above_an_entry_stays_while_the_entry_is_listed(desk: Desk) -> None:
    entries = desk.entries()
    desk.text = desk.head() + "# ask Bo\n# on Monday\n" + entries[0] + "".join(entries[1:])
    assert desk.read() == ([], ())
    desk.refresh()
    assert f"# ask Bo\n# on Monday\n{entries[0]}" in desk.text
    desk.mark("CONFIRMED", ADAH, ADA)
    desk.read()
    desk.refresh()
    assert "# on Monday\n- canonical_id" in desk.text
