"""`sift review` decides what a key or a threshold says, at once, and nothing without one."""

import io
import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from sift_assets.cli.reviewing_panel import one_line, panel
from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.kinds import decision_versions
from sift_assets.core.review.agenda import Shown
from sift_assets.core.review.records import ReviewQueue
from sift_assets_tests.cli.calling import Call, call, files_below
from sift_assets_tests.cli.planted_queue import decided, plant, plant_proposals
from sift_assets_tests.core.review.review_examples import types_at_odds
from sift_assets_tests.fakes.project_folder import ProjectFolder


@pytest.fixture
def queue(built: ProjectFolder) -> ReviewQueue:
    return plant(built.root)


@pytest.fixture
def root(built: ProjectFolder, queue: ReviewQueue) -> Path:  # noqa: ARG001 - it is planted
    return built.root


def review(root: Path, keys: str, *arguments: str) -> Call:
    """Review with these keys, one a line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("".join(f"{key}\n" for key in keys.split())))
        return call("-C", root, "review", *arguments)


def said(root: Path) -> list[tuple[Act, tuple[str, ...]]]:
    """Return what was decided, as act and names."""
    return [(one.act, tuple(ref.name for ref in one.entities)) for one in decided(root)]


def test_without_a_terminal_or_a_key_nothing_is_decided_and_nothing_is_written(root: Path) -> None:
    before = files_below(root)
    shown = review(root, "")
    assert shown.code == 1
    assert "nothing was decided" in shown.err
    assert files_below(root) == before


def test_each_key_decides_its_item_and_a_settled_item_is_not_shown_again(root: Path) -> None:
    shown = review(root, "a r q", "--kind", "merges")
    assert shown.code == 0
    assert said(root) == [
        (Act.MERGE, ("Ada Varga", "Tom Brandt")),
        (Act.NOT_SAME, ("Ada Varga", "Karl Meier", "Nina Olsen")),
    ]
    assert {one.channel for one in decided(root)} == {Channel.TERMINAL}
    assert "2 decided. 8 items are open. `sift run` applies" in shown.out
    again = review(root, "s", "--kind", "merges")
    assert "1/1" in again.out
    assert "0 decided, 1 skipped" in again.out


def test_undo_takes_back_the_last_and_shows_it_again(root: Path) -> None:
    shown = review(root, "a u u r q", "--kind", "merges")
    assert [act for act, _ in said(root)] == [Act.MERGE, Act.UNDO, Act.NOT_SAME]
    assert "Nothing was decided in this sitting" in shown.out


def test_a_group_is_decided_pair_by_pair(root: Path) -> None:
    review(root, "2 o o a r q", "--kind", "merges")
    assert [act for act, _ in said(root)] == [Act.MERGE, Act.NOT_SAME]
    assert all(len(names) == 2 for _, names in said(root))


def test_of_facts_that_contradict_each_other_numbers_say_which_stand(root: Path) -> None:
    shown = review(root, "3 1 all", "--kind", "contradictions")
    (resolved, stand) = decided(root)
    assert resolved.act is Act.RESOLVE
    assert [one.source.name for one in resolved.stands] == ["Ada Varga"]
    assert [one.source.name for one in resolved.falls] == ["Nina Olsen"]
    assert "has the facts 1 to 2" in shown.out
    assert (stand.act, "1970 and 1980 all stand" in shown.out) == (Act.RESOLVE, True)
    assert shown.code == 0


@pytest.mark.parametrize(("kind", "meaning"), [("name", "one thing"), ("type", "wrong to merge")])
def test_types_that_exclude_each_other_are_shown_with_where_they_are_stated(
    kind: Literal["name", "type"], meaning: str
) -> None:
    shown = "\n".join(line.text for line in panel(Shown(types_at_odds(kind), 1, 1)))
    for part in ("Which of these stand?", "1  ORGANIZATION", "2  PERSON", "a.txt", meaning):
        assert part in shown
    assert one_line(types_at_odds(kind)) == "Bo entity type: ORGANIZATION or PERSON"


def test_an_empty_line_or_a_word_that_is_no_key_decides_nothing(root: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("\n,\nab\n\n"))
        assert call("-C", root, "review", "--kind", "contradictions").code == 1
    assert decided(root) == ()


def test_relations_variants_and_splits_are_decided_by_the_same_keys(root: Path) -> None:
    review(root, "a r", "--kind", "variants")
    review(root, "r", "--kind", "splits")
    review(root, "a n p r s", "--kind", "relations", "--type", "employed_by")
    assert [act for act, _ in said(root)] == [Act.ADD, Act.WHOLE, Act.CONFIRM, Act.REJECT]


def test_hostile_text_reaches_the_terminal_as_what_it_is(root: Path) -> None:
    shown = review(root, "n n n n n n n n ? zz 99 q").out
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    assert not [c for c in shown if c != "\n" and unicodedata.category(c) in hidden]
    assert "a\\u001b[2J\\u202eb\\u200b[/note] c\\u0007" in shown


def test_a_panel_shows_the_evidence_of_both_sides(root: Path) -> None:
    shown = review(root, "q", "--kind", "merges").out
    for part in (
        "likely 97%", "person:ada_varga", "person:tom_brandt", "also called", "first letter.txt",
        "found by acronym, letters", "name typo +4.2", "both related to Oslo", "notes.md, page 1",
    ):  # fmt: skip
        assert part in " ".join(shown.split())


def test_thresholds_decide_only_when_given_and_are_logged_as_rules(root: Path) -> None:
    shown = review(root, "", "--auto-approve", "0.9", "--auto-reject", "0.7")
    assert shown.code == 0
    found = decided(root)
    assert {one.channel for one in found} == {Channel.RULE}
    assert [rule_of(one) for one in found if one.act is Act.MERGE] == [("auto-approve", 0.9)]
    rejected = [one for one in found if one.act is Act.REJECT]
    assert {rule_of(one) for one in rejected} == {("auto-reject", 0.7)}
    assert len(rejected) == 3
    assert "--auto-reject 0.7: 3 × reject" in shown.out


def test_what_agents_propose_is_reviewed_by_the_same_keys_and_a_no_changes_no_version(
    root: Path, built: ProjectFolder
) -> None:
    merge, wrong = plant_proposals(root)
    before = decision_versions(built.workspace.decisions_by_kind)
    shown = review(root, "n p r u s r q", "--kind", "proposals", "--type", "person")
    assert said(root) == [
        (Act.DROP, ("Nina Olsen", "Karl Meier")), (Act.UNDO, ()), (Act.DROP, ("Tom Brandt",)),
    ]  # fmt: skip
    assert decision_versions(built.workspace.decisions_by_kind) == before
    assert [one.proposal for one in decided(root)] == [merge.id, "", wrong.id]
    assert f"drop proposal {merge.id}: Nina Olsen = Karl Meier" in shown.out
    words = " ".join(shown.out.split())
    for part in (
        "One and the same? proposed by an agent", "the agent “ag\\u200bent”", "twice.txt",
        f"as {merge.id}", "“a\\u001b[2J\\u202eb\\u200b[/note] c\\u0007”", "Is this wrong?",
    ):  # fmt: skip
        assert part in words
    listed = review(root, "", "--list", "--kind", "proposals").out
    assert "Nina Olsen = Karl Meier" in listed
    assert "retract Tom Brandt" not in listed
    review(root, "", "--kind", "proposals", "--auto-approve", "0", "--auto-reject", "0")
    assert len(decided(root)) == 3  # no threshold answers an agent
    review(root, "a", "--kind", "proposals")
    (yes,) = decided(root)[3:]
    assert (yes.act, yes.proposal, yes.channel) == (Act.MERGE, merge.id, Channel.TERMINAL)
    assert [one.id for one in yes.entities] == ["person:nina_olsen", "person:karl_meier"]
    (first, second) = call("-C", root, "proposals", "--json").json
    assert (first["open"], second["open"]) == (False, False)


def test_neither_a_proposal_nor_its_refusal_makes_anything_stale(built: ProjectFolder) -> None:
    before = built.versions(), built.plan()
    one, _ = plant_proposals(built.root)
    assert (built.versions(), built.plan()) == before
    assert call("-C", built.root, "proposals", "--drop", one.id).code == 0
    assert (built.versions(), built.plan()) == before


def rule_of(one: Decision) -> tuple[str, float | None]:
    return one.rule, one.threshold


def test_a_threshold_joins_no_chain_and_nothing_that_only_a_person_may(root: Path) -> None:
    """Tom is Ada, and Ada is Karl and Nina; but nobody compared Tom with Karl."""
    review(root, "", "--auto-approve", "0.9", "--kind", "merges")
    assert said(root) == [(Act.MERGE, ("Ada Varga", "Tom Brandt"))]


def test_a_rule_has_no_second_word(root: Path, queue: ReviewQueue) -> None:
    call("-C", root, "decide", "confirm", queue.merges[0].key)
    call("-C", root, "decide", "undo", decided(root)[0].id)
    review(root, "", "--auto-approve", "0.95", "--kind", "merges")
    assert [act for act, _ in said(root)] == [Act.MERGE, Act.UNDO]


def test_a_confidence_at_the_threshold_is_not_rejected_and_one_and_zero_are_off(root: Path) -> None:
    assert review(root, "", "--auto-reject", "0.6", "--auto-approve", "1").code == 0
    assert review(root, "", "--auto-reject", "0").code == 0
    assert decided(root) == ()


@pytest.mark.parametrize("thresholds", [("0.5", "0.6"), ("nan", "0.1"), ("2", "0"), ("high", "0")])
def test_thresholds_that_make_no_sense_are_errors_of_the_caller(
    root: Path, thresholds: tuple[str, str]
) -> None:
    approve, reject = thresholds
    shown = review(root, "", "--auto-approve", approve, "--auto-reject", reject)
    assert shown.code == 2
    assert decided(root) == ()


def test_what_is_open_is_listed_by_key_without_writing(root: Path, queue: ReviewQueue) -> None:
    before = files_below(root)
    listed = call("-C", root, "review", "--list", "--limit", "2").out
    assert queue.merges[0].key in listed
    assert "10 items are open" in listed
    found = call("-C", root, "review", "--json").json
    assert [one["key"] for one in found["items"]] == [one.key for one in queue.items]
    assert found["open"] == 10
    assert files_below(root) == before


def test_thresholds_and_json_give_what_was_decided_and_what_is_left(root: Path) -> None:
    found = call("-C", root, "review", "--auto-reject", "0.7", "--json").json
    assert [one["act"] for one in found["decisions"]] == ["reject"] * 3
    assert {one["kind"] for one in found["items"]} == {
        "merges", "variants", "splits", "contradictions"
    }  # fmt: skip


def test_before_the_first_run_there_is_nothing_to_review(project: ProjectFolder) -> None:
    assert "sift run" in call("-C", project.root, "review", "--json").error
