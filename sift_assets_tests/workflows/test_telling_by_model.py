"""A language model tells of communities: once, checked, within the budget, and never instead."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.errors import ModelCallError
from sift_assets.core.extraction.llm.asking import MAX_ANSWERS
from sift_assets.core.llm.model import FinishReason, ModelAnswer
from sift_assets.core.narrative.records import Narrative
from sift_assets.core.narrative.report_labels import unique_labels
from sift_assets.core.narrative.settings import NarrativeSettings
from sift_assets.core.narrative.writing.local_writer import WRITER
from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.telling_by_model import estimated_telling, tell, tell_all
from sift_assets.workflows.telling_drafts import FAILED, WAITS, Untold, is_told_by_model
from sift_assets_tests.fakes.scripted_writer import Shown, faithful, mended, said
from sift_assets_tests.fakes.told_community import (
    ADA,
    KESTREL,
    QUOTES,
    TOM,
    community_of,
    harbour,
    owns,
    works,
)
from sift_assets_tests.fakes.writing_desk import CALL_USD, Desk

PROFILES = 3
"""Of Kestrel Ltd, Ada Varga and Tom Brandt, who have two relations at least."""

EVIL = "Mallory Grey stole the tug of Kestrel Ltd."


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(tmp_path, monkeypatch)


def texts(narrative: Narrative) -> list[str]:
    told = [*narrative.story, *(s for profile in narrative.profiles for s in profile.sentences)]
    return [sentence.text for sentence in told]


def is_cited(narrative: Narrative) -> bool:
    told = [*narrative.story, *(s for profile in narrative.profiles for s in profile.sentences)]
    cited = {cite for sentence in told for cite in sentence.cites}
    return cited == narrative.passages.keys() and all(sentence.cites for sentence in told)


def story_of(write: Callable[[Shown], str]) -> Callable[[Shown], str]:
    """Return a writer whose story is another one; its profiles are faithful."""
    return lambda shown: faithful(shown) if shown.is_profile else write(shown)


def stated(shown: Shown, *more: tuple[str, tuple[int, ...]]) -> str:
    """Return a story of one true sentence and some more."""
    return said([(QUOTES["pelagos"], (shown.number("Pelagos owns"),)), *more], "Kestrel Ltd people")


def test_a_model_tells_of_a_community_with_everything_cited(desk: Desk) -> None:
    told = desk.told()
    narrative = told.narrative
    assert narrative.label == "Kestrel Ltd and its people"
    assert set(QUOTES.values()) == {sentence.text for sentence in narrative.story}
    assert {profile.entity for profile in narrative.profiles} == {KESTREL, ADA, TOM}
    assert is_cited(narrative)
    assert (narrative.writer, narrative.rewritten, narrative.dropped) == ("scripted", 0, 0)
    assert (told.waiting, told.failed, told.reason, narrative.outdated) == (0, 0, "", "")
    assert (told.tally.calls, told.tally.cached) == (PROFILES + 1, 0)


def test_a_second_telling_asks_nothing_and_tells_the_same(desk: Desk) -> None:
    first = desk.told()
    desk.write(lambda _: ModelCallError("nobody is there"))
    again = desk.told()
    assert again.narrative.to_bytes() == first.narrative.to_bytes()
    assert (again.tally.calls, again.tally.cached, len(desk.asked)) == (0, PROFILES + 1, 0)


def test_a_new_relation_asks_anew_for_the_profiles_of_its_ends_and_the_story(desk: Desk) -> None:
    desk.told()
    desk.write(faithful)
    more = harbour() | {"c.txt": owns("Kestrel Ltd", "Heron Ltd", "Kestrel Ltd owns Heron Ltd.")}
    told = desk.told(community_of(more))
    assert sorted(shown.subject for shown in desk.asked) == [
        "Kestrel Ltd (ORGANIZATION)",
        "a group of 5: 3 ORGANIZATION, 2 PERSON",
    ]
    assert (told.tally.calls, told.tally.cached) == (2, PROFILES - 1)


def test_an_invented_name_is_sent_back_once_and_dropped_when_it_comes_again(desk: Desk) -> None:
    def write(shown: Shown) -> str:
        evil = (EVIL, (1,))
        return mended({1: evil}) if shown.is_mending else stated(shown, evil)

    desk.write(story_of(write))
    narrative = desk.told().narrative
    assert [sentence.text for sentence in narrative.story] == [QUOTES["pelagos"]]
    assert (narrative.rewritten, narrative.dropped) == (0, 1)
    (sent_back,) = [shown for shown in desk.asked if shown.is_mending]
    assert "Mallory Grey" in sent_back.text.partition("wrong:")[2]


def test_what_is_never_mended_is_left_out_after_some_answers_of_no_use(desk: Desk) -> None:
    evil = (EVIL, (1,))
    desk.write(story_of(lambda shown: "sorry" if shown.is_mending else stated(shown, evil)))
    for _ in range(MAX_ANSWERS - 1):
        assert not desk.told().is_final
    told = desk.told()
    assert told.is_final
    assert [one.text for one in told.narrative.story] == [QUOTES["pelagos"]]
    assert (told.narrative.dropped, told.narrative.writer) == (1, "scripted")
    assert len(desk.asked) == PROFILES + 1 + MAX_ANSWERS


def test_what_is_mended_takes_the_place_of_what_did_not_hold(desk: Desk) -> None:
    def write(shown: Shown) -> str:
        right = (QUOTES["ada"], (shown.number("3 May 2010"),))
        return mended({1: right}) if shown.is_mending else stated(shown, (EVIL, (1,)))

    desk.write(story_of(write))
    narrative = desk.told().narrative
    assert [one.text for one in narrative.story] == [QUOTES["pelagos"], QUOTES["ada"]]
    assert (narrative.rewritten, narrative.dropped) == (1, 0)
    assert is_cited(narrative)


def test_a_rewrite_that_drops_a_date_is_refused_and_the_first_text_stays(desk: Desk) -> None:
    phrased = "Ada Varga served as a worker for Kestrel Ltd since 3 May 2010."

    def write(shown: Shown) -> str:
        at = (shown.number("3 May 2010"),)
        poorer = ("Ada Varga has worked for Kestrel Ltd.", at)
        return mended({1: poorer}) if shown.is_mending else stated(shown, (phrased, at))

    desk.write(story_of(write))
    narrative = desk.told().narrative
    assert phrased in texts(narrative)
    assert (narrative.rewritten, narrative.dropped) == (0, 0)


def test_the_local_text_stands_in_where_no_sentence_holds_and_the_writer_says_so(
    desk: Desk,
) -> None:
    def write(shown: Shown) -> str:
        return mended({}) if shown.is_mending else said([(EVIL, (1,))], "Kestrel Ltd people")

    desk.write(story_of(write))
    narrative = desk.told().narrative
    assert narrative.story
    assert EVIL not in texts(narrative)
    assert (narrative.label, narrative.writer) == ("Kestrel Ltd people", "local, scripted")
    assert (narrative.dropped, narrative.outdated) == (1, "")
    assert is_cited(narrative)


def test_two_communities_may_be_given_one_label_and_the_manifest_tells_them_apart(
    desk: Desk,
) -> None:
    other = {"z.txt": works("Ada Varga", "Kestrel Ltd", QUOTES["ada"])}
    both = [Untold(community_of(harbour())), Untold(community_of(other, ADA))]
    told = [one.narrative for one in tell_all(desk.workspace(), both)]
    assert [one.label for one in told] == ["Kestrel Ltd and its people"] * 2
    named = {one.community: (one.label, [f"Member {n}"]) for n, one in enumerate(told)}
    assert len(set(unique_labels(named).values())) == 2


@pytest.mark.parametrize("label", ["", "Kestrel", "Ignore Kestrel Ltd", "http://kestrel.example x"])
def test_a_label_that_is_none_leaves_the_local_one(desk: Desk, label: str) -> None:
    desk.write(lambda shown: faithful(shown, label))
    narrative = desk.told().narrative
    assert narrative.label == desk.local().label
    assert narrative.writer == "scripted"


def test_a_cut_answer_gives_the_sentences_that_were_complete(desk: Desk) -> None:
    def write(shown: Shown) -> Any:
        whole = faithful(shown)
        if shown.is_profile:
            return whole
        return ModelAnswer(text=whole[:-30], model="cut", finish_reason=FinishReason.LENGTH)

    desk.write(write)
    narrative = desk.told().narrative
    assert len(narrative.story) == len(QUOTES) - 1
    assert narrative.writer == "cut, scripted"


def test_nonsense_is_asked_for_again_and_given_up_after_some_answers(desk: Desk) -> None:
    desk.write(story_of(lambda _: "Certainly! Which community do you mean?"))
    for _ in range(MAX_ANSWERS - 1):
        told = desk.told()
        assert (told.is_final, told.failed, told.narrative.writer) == (False, 1, WRITER)
        assert told.narrative.outdated == FAILED
        assert "readable" in told.reason
    given_up = desk.told()
    assert (given_up.is_final, given_up.failed) == (True, 1)
    assert given_up.narrative.writer == "local, scripted"
    calls = len(desk.asked)
    assert desk.told().narrative == given_up.narrative
    assert len(desk.asked) == calls == PROFILES + MAX_ANSWERS


def test_a_failure_costs_no_other_community_and_is_tried_again(desk: Desk) -> None:
    failing = True

    def write(shown: Shown) -> Any:
        is_hit = failing and shown.subject.startswith("a group of 4")
        return ModelCallError("the server had an error") if is_hit else faithful(shown)

    desk.write(write)
    other = {"z.txt": works("Ada Varga", "Kestrel Ltd", QUOTES["ada"])}
    both = [Untold(community_of(harbour())), Untold(community_of(other, ADA))]
    first, second = tell_all(desk.workspace(), both)
    assert (first.failed, first.reason) == (1, "the server had an error")
    assert (first.narrative.writer, first.narrative.outdated) == (WRITER, FAILED)
    assert "error" not in " ".join(texts(first.narrative))
    assert (second.failed, second.narrative.outdated, second.narrative.writer) == (
        0,
        "",
        "scripted",
    )
    failing = False
    told = desk.told()
    assert (told.narrative.writer, told.narrative.outdated, told.tally.calls) == ("scripted", "", 1)


def test_an_earlier_text_of_a_model_is_shown_meanwhile_and_marked(desk: Desk) -> None:
    before = desk.told().narrative
    more = works("Ada Varga", "Pelagos", "Ada joined.")
    changed = community_of(harbour() | {"c.txt": more})
    desk.write(lambda _: ModelCallError("the server had an error"))
    told = tell(desk.workspace(), changed, before)
    assert (told.narrative.outdated, told.is_final) == (FAILED, False)
    assert told.narrative.story == before.story
    assert told.narrative.label == before.label
    assert set(before.profiles) <= set(told.narrative.profiles)
    assert told.narrative.writer == "local, scripted"  # Pelagos has a local profile now
    assert is_cited(told.narrative)
    local = desk.local()
    assert tell(desk.workspace(), changed, local).narrative.story != local.story


def test_what_is_no_longer_stated_is_gone_from_an_earlier_text_at_once(desk: Desk) -> None:
    before = desk.told().narrative
    assert QUOTES["met"] in texts(before)
    desk.write(lambda _: ModelCallError("the server had an error"))
    left = {key: records for key, records in harbour().items() if key != "b.txt"}
    after = tell(desk.workspace(), community_of(left), before).narrative
    assert {one.text for one in after.story} == {QUOTES["ada"], QUOTES["tom"]}
    assert not {QUOTES["met"], QUOTES["pelagos"]} & set(texts(after))
    assert {passage.document for passage in after.passages.values()} == {"a.txt"}
    assert is_cited(after)
    nothing = {"z.txt": works("Ada Varga", "Kestrel Ltd", "Ada is at Kestrel now.")}
    gone = tell(desk.workspace(), community_of(nothing), before).narrative
    assert gone == desk.local(community_of(nothing)).model_copy(update={"outdated": FAILED})


def test_a_model_that_cannot_be_used_is_asked_no_more_and_costs_the_text_only(desk: Desk) -> None:
    desk.write(lambda _: ModelCallError("the key is wrong", "fatal"))
    told = desk.told(concurrency=1)
    assert (told.failed, len(desk.asked)) == (PROFILES + 1, 1)
    assert told.reason == "the key is wrong"
    assert (told.narrative.writer, told.narrative.outdated) == (WRITER, FAILED)


def test_without_a_key_nothing_is_asked_and_what_is_kept_is_told(desk: Desk) -> None:
    kept = desk.told().narrative
    desk.broken("WRITER_KEY is not set")
    assert desk.told().narrative == kept
    told = desk.told(community_of({"z.txt": works("Ada Varga", "Kestrel Ltd", QUOTES["ada"])}, ADA))
    assert (told.failed, told.narrative.outdated) == (1, FAILED)
    assert told.reason == "WRITER_KEY is not set"


def test_communities_are_handed_on_while_later_ones_are_still_to_be_asked(desk: Desk) -> None:
    workspace = desk.workspace(concurrency=1)
    more = [owns("Kestrel Ltd", f"Heron{n}", QUOTES["met"]) for n in range(9)]
    many = [Untold(community_of(harbour() | {"c.txt": records})) for records in more]
    coming = tell_all(workspace, many)
    assert next(coming).narrative.writer == "scripted"
    early = len(desk.asked)
    assert [told.narrative.writer for told in coming] == ["scripted"] * 8
    assert early < len(desk.asked)


def test_a_process_that_is_stopped_has_paid_for_nothing_twice(desk: Desk) -> None:
    answered = 0

    def write(shown: Shown) -> str:
        nonlocal answered
        if answered == 2:
            raise KeyboardInterrupt
        answered += 1
        return faithful(shown)

    desk.write(write)
    with pytest.raises(KeyboardInterrupt):
        desk.told(concurrency=1)
    desk.write(faithful)
    assert desk.told().narrative.writer == "scripted"
    assert len(desk.asked) == PROFILES + 1 - 2


@pytest.mark.parametrize(
    ("switches", "subjects"),
    [
        ({"profiles": False}, ["a group of 4: 2 ORGANIZATION, 2 PERSON"]),
        ({"profiles": False, "story": False}, ["a group of 4: 2 ORGANIZATION, 2 PERSON"]),
        ({"profiles": False, "story": False, "labels": False}, []),
        ({"story": False, "labels": False, "max_profiles": 1}, ["Kestrel Ltd (ORGANIZATION)"]),
    ],
)
def test_what_is_switched_off_is_not_asked_for(
    desk: Desk, switches: dict[str, Any], subjects: list[str]
) -> None:
    narrative = desk.told(narrative={"profiles_from": 2} | switches).narrative
    assert [shown.subject for shown in desk.asked] == subjects
    assert bool(narrative.story) is switches.get("story", True)
    assert bool(narrative.profiles) is switches.get("profiles", True)
    assert (narrative.writer == WRITER) is (not subjects)
    if switches == {"profiles": False, "story": False}:
        assert desk.asked[0].wanted == ("label",)


def test_a_label_that_is_not_wanted_is_not_taken(desk: Desk) -> None:
    narrative = desk.told(narrative={"labels": False}).narrative
    assert narrative.label == desk.local().label != "Kestrel Ltd and its people"


def test_those_in_no_community_are_given_no_story_by_a_model(desk: Desk) -> None:
    apart = community_of(harbour(), UNASSIGNED)
    told = desk.told(apart)
    assert {shown.is_profile for shown in desk.asked} <= {True}
    assert told.narrative.label == desk.local(apart).label


@pytest.mark.parametrize("model", [WRITER, "replay/recordings"])
def test_without_a_model_that_writes_the_local_writer_tells(desk: Desk, model: str) -> None:
    workspace = desk.workspace(models={"narrate": WRITER})
    assert not is_told_by_model(desk.workspace(models={"narrate": model}))
    assert is_told_by_model(desk.workspace())
    told = tell(workspace, community_of(harbour()))
    assert (told.narrative.writer, told.narrative.outdated) == (WRITER, "")
    assert (told.failed, told.waiting, len(desk.asked)) == (0, 0, 0)


def test_what_telling_takes_is_said_before_and_nothing_after(desk: Desk) -> None:
    desk.priced()
    community = community_of(harbour())
    before = estimated_telling(desk.workspace(), [community])
    assert before.documents.keys() == {KESTREL}
    assert before.total.calls == PROFILES + 1
    assert before.total.input_tokens > 1000
    assert before.cost_usd
    assert desk.asked == []
    desk.told(community)
    after = estimated_telling(desk.workspace(), [community])
    assert (after.total.calls, after.cost_usd) == (0, 0.0)


def test_what_is_too_dear_waits_for_a_person_before_anything_is_paid(desk: Desk) -> None:
    desk.priced()
    workspace = desk.workspace(confirm_above_usd=0)
    told = tell(workspace, community_of(harbour()))
    assert (told.waiting, told.failed, len(desk.asked)) == (PROFILES + 1, 0, 0)
    assert "Telling of 1 communities takes 4 calls" in told.reason
    assert (told.narrative.writer, told.narrative.outdated) == (WRITER, WAITS)
    approved = tell(workspace, community_of(harbour()), told.narrative, approved=True)
    assert (approved.waiting, approved.narrative.writer) == (0, "scripted")
    assert tell(workspace, community_of(harbour())).narrative == approved.narrative


def test_what_does_not_fit_below_the_budget_waits_and_nothing_is_overspent(desk: Desk) -> None:
    provider = desk.metered()
    workspace = desk.workspace(concurrency=1, budget_usd=2.5 * CALL_USD)
    told = tell(workspace, community_of(harbour()))
    spent, reserved = project_ledger(desk.root, workspace.settings).sums()
    assert (told.waiting, told.failed) == (PROFILES + 1 - provider.calls, 0)
    assert 0 < provider.calls <= PROFILES
    assert (reserved, spent <= 2.5 * CALL_USD * 10**9) == (0, True)
    assert (told.narrative.outdated, "budget_usd" in told.reason) == (WAITS, True)
    more = tell(desk.workspace(concurrency=1, budget_usd=5), community_of(harbour()))
    assert (more.waiting, provider.calls) == (0, PROFILES + 1)
    assert more.tally.cost_usd > 0


SCRIPT = """
model: played
rules:
  - when: "Sentences that do not hold"
    answer: {sentences: []}
  - when: "Subject: a group"
    answer:
      label: Kestrel Ltd people
      sentences: [{text: Mallory Grey owns Kestrel Ltd., cites: [1]}]
"""


def test_a_script_plays_the_writer_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    (tmp_path / "play.yaml").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    settings = Settings(model="scripted/play.yaml", narrative=NarrativeSettings(profiles=False))
    told = tell(Workspace(tmp_path, settings), community_of(harbour()))
    assert (told.narrative.label, told.narrative.dropped) == ("Kestrel Ltd people", 1)
    assert told.narrative.writer == "local, played"
