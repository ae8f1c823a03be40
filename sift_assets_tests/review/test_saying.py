"""What somebody says on the page is in the log, once, and never about what they have not seen."""

import threading
from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets.core.review.records import ReviewQueue
from sift_assets.core.review.signature import Signature
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.review import project as reviewed
from sift_assets.workflows.resolution import load_queue
from sift_assets.workflows.reviewing import desk_of
from sift_assets_tests.cli.planted_queue import decided, plant_proposals
from sift_assets_tests.review.page_client import PageClient


@pytest.fixture
def queue(root: Path) -> ReviewQueue:
    return load_queue(Workspace.open(root, environment={}))


def said(root: Path) -> list[tuple[Act, tuple[str, ...]]]:
    """Return what was decided, as act and names."""
    return [(one.act, tuple(ref.name for ref in one.entities)) for one in decided(root)]


def test_each_word_is_the_decision_that_the_terminal_would_make(
    page: PageClient, queue: ReviewQueue
) -> None:
    first, group, _ = queue.merges
    page.decide(first.key, reason="  the minutes say so ")
    page.decide(group.key, "reject")
    page.decide(queue.variants[0].key)
    page.decide(queue.splits[0].key, "reject")
    page.decide(queue.relations[-1].key)
    found = decided(page.root)
    assert [one.act for one in found] == [
        Act.MERGE, Act.NOT_SAME, Act.ADD, Act.WHOLE, Act.CONFIRM,
    ]  # fmt: skip
    assert {(one.actor, one.channel) for one in found} == {("Marta", Channel.PAGE)}
    assert found[0].reason == "the minutes say so"
    assert all(one.shown for one in found)
    assert page.get("queue")["open"] == len(page.open_keys())


def test_of_facts_that_contradict_each_other_numbers_say_which_stand(
    page: PageClient, queue: ReviewQueue
) -> None:
    employed, born = queue.contradictions
    wrong = page.saying(employed.key, "keep", facts=(3,))
    assert "has the facts 1 to 2" in page.post("decide", wrong, 422)["error"]
    page.decide(employed.key, "keep", facts=(1,))
    page.decide(born.key)
    (resolved, stand) = decided(page.root)
    assert [one.source.name for one in resolved.stands] == [employed.relations[0].source_name]
    assert len(resolved.falls) == 1
    assert stand.values
    assert stand.values.values == ("1970", "1980")
    merge = page.saying(queue.merges[0].key, "keep", facts=(1,))
    assert "is no contradiction" in page.post("decide", merge, 422)["error"]


def test_the_second_of_two_reviewers_is_told_what_the_first_said(root: Path) -> None:
    with PageClient.of(root) as first, PageClient.of(root) as second:
        key = first.open_keys()[0]
        approving, rejecting = first.saying(key), second.saying(key, "reject")
        first.post("decide", approving)
        refused = second.post("decide", rejecting, 409)
        assert refused["error"].startswith("Decided meanwhile by ")
        assert refused["by"]["says"] == "Ada Varga = Tom Brandt"
        seen = second.get("item", key=key)
        assert (seen["settled"], seen["by"]["act"]) == (True, "merge")
    assert [act for act, _ in said(root)] == [Act.MERGE]


def test_of_many_who_decide_at_the_same_moment_one_does(root: Path, queue: ReviewQueue) -> None:
    """Each in a process of its own as far as the log goes; half of them say no."""
    key = queue.merges[0].key
    ready = threading.Barrier(4)
    answers: list[int] = []

    def decide(word: str) -> None:
        with PageClient.of(root) as page:
            saying = page.saying(key, word, reason=f"{threading.get_ident()}")
            ready.wait()
            own = {"Origin": "http://127.0.0.1:3001", "X-Sift-CSRF": page.csrf}
            answers.append(page.client.post("/api/decide", json=saying, headers=own).status_code)

    threads = [threading.Thread(target=decide, args=(w,)) for w in ("approve", "reject") * 2]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(answers) == [200, 409, 409, 409]
    assert len(decided(root)) == 1


def test_what_is_sent_again_because_its_answer_was_lost_counts_once(page: PageClient) -> None:
    saying = page.saying(page.open_keys()[0])
    first = page.post("decide", saying)
    again = page.post("decide", saying)
    assert again["repeated"]
    assert again["written"][0]["id"] == first["written"][0]["id"]
    undoing = {"decisions": [first["written"][0]["id"]], "after": first["written"][0]["id"]}
    page.post("undo", undoing)
    assert page.post("undo", undoing)["repeated"]
    assert page.post("decide", saying)["written"][0]["standing"] == "undone"
    assert [act for act, _ in said(page.root)] == [Act.MERGE, Act.UNDO]
    page.decide(saying["key"])  # looked at again, and meant
    assert [act for act, _ in said(page.root)] == [Act.MERGE, Act.UNDO, Act.MERGE]


def test_undo_takes_back_and_the_second_who_does_is_told(root: Path) -> None:
    with PageClient.of(root) as first, PageClient.of(root) as second:
        key = first.open_keys()[0]
        (written,) = first.decide(key)["written"]
        assert key not in second.open_keys()
        after = second.get("decided")["latest"]
        second.post("undo", {"decisions": [written["id"]], "after": after, "reason": "no"})
        latest = first.get("decided")
        refused = first.post("undo", {"decisions": [written["id"]], "after": latest["latest"]}, 409)
        assert refused["error"].startswith("Taken back already by ")
        assert first.open_keys()[0] == key
        assert "There is no decision" in first.post("undo", {"decisions": ["x"]}, 422)["error"]
    assert [act for act, _ in said(root)] == [Act.MERGE, Act.UNDO]


def test_what_has_other_evidence_by_now_is_not_decided_but_shown_again(
    page: PageClient, queue: ReviewQueue
) -> None:
    key = queue.merges[0].key
    saying = page.saying(key)
    workspace = Workspace.open(page.root, environment={})
    changed = queue.merges[0].model_copy(update={"score": 0.5})
    newer = queue.model_copy(update={"merges": (changed,)})
    entry = workspace.provenance.read("review_queue")[""]
    version = workspace.store.put(newer.to_bytes())
    workspace.provenance.record("review_queue", {"": entry.model_copy(update={"version": version})})
    assert "has changed since you saw it" in page.post("decide", saying, 409)["error"]
    gone = {**saying, "key": queue.merges[1].key}
    assert "is asked no more" in page.post("decide", gone, 409)["error"]
    assert "is asked no more" in page.get("item", 404, key=queue.merges[1].key)["error"]
    page.decide(key)
    assert len(decided(page.root)) == 1


def test_a_group_is_decided_pair_by_pair(page: PageClient, queue: ReviewQueue) -> None:
    group = queue.merges[1]
    pairs = page.get("item", key=group.key)["item"]["pairs"]
    assert len(pairs) == 3
    assert set(pairs) <= set(page.open_keys(apart=group.key, kind="merges"))
    page.decide(pairs[0])
    seen = page.get("item", key=group.key)
    assert seen["settled"]
    assert set(page.open_keys(kind="merges")).isdisjoint({group.key, pairs[0]})


def test_a_log_that_is_locked_or_cannot_be_read_is_said_and_nothing_is_lost(
    page: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewed, "LOG_SECONDS", 0)
    saying = page.saying(page.open_keys()[0])
    lock = Workspace.open(page.root, environment={}).lock_path("decisions")
    page.get("queue")
    with PageClient.of(page.root) as other:
        with held(lock, "The log", on_wait=print):
            assert "in use" in other.post("decide", saying, 503)["error"]
        log = page.root / "decisions" / "log.jsonl"
        log.mkdir(parents=True)
        assert "cannot be read" in other.post("decide", saying, 503)["error"]
        assert "cannot be read" in other.get("queue", 503)["error"]
        log.rmdir()
        other.post("decide", saying)
    assert len(decided(page.root)) == 1


def test_decisions_that_contradict_each_other_are_pointed_out(page: PageClient) -> None:
    workspace = Workspace.open(page.root, environment={})
    deciding = desk_of(workspace).deciding(Signature(actor="Bo", channel=Channel.COMMAND))
    ada, tom, nina = "person:ada_varga", "person:tom_brandt", "person:nina_olsen"
    joined = [deciding.merge((ada, tom)), deciding.merge((tom, nina))]
    workspace.decision_log.append([*joined, deciding.not_same((ada, nina))])
    assert page.get("queue")["conflicts"] == [[ada, nina, tom]]
    standings = [row["standing"] for row in page.get("decided")["decisions"]]
    assert standings == ["conflict"] * 3


def test_what_an_agent_proposes_meanwhile_is_shown_and_answered_without_another_look_at_the_graph(
    page: PageClient,
) -> None:
    assert page.open_keys(kind="proposals") == []
    pulse = page.get("pulse")
    merge, wrong = plant_proposals(page.root)
    assert page.get("pulse")["pulse"] != pulse["pulse"]
    assert page.get("pulse")["open"] == pulse["open"] + 2
    first, second = page.open_keys(kind="proposals", type="person")
    seen = page.get("item", key=first)["item"]
    assert (seen["short"], seen["proposed"]["id"]) == ("Nina Olsen = Karl Meier", merge.id)
    assert seen["proposed"]["agent"] == "ag\\u200bent"
    assert "\\u001b[2J\\u202e" in seen["proposed"]["reason"]
    assert [len(side["quotes"]) > 0 for side in seen["sides"]] == [True, True]
    (no,) = page.decide(first, "reject", reason="two people")["written"]
    (yes,) = page.decide(second)["written"]
    assert [(one.act, one.proposal) for one in decided(page.root)] == [
        (Act.DROP, merge.id), (Act.RETRACT, wrong.id),
    ]  # fmt: skip
    assert (no["standing"], no["keys"], yes["proposal"]) == ("in_force", [first], wrong.id)
    settled = page.get("item", key=first)
    assert (settled["settled"], settled["because"]) == (True, "it was refused")
    assert settled["by"]["reason"] == "two people"
    assert page.get("queue")["asked"] == page.get("queue", kind="merges")["asked"] == pulse["open"]
    page.post("undo", {"decisions": [no["id"]], "after": yes["id"]})
    assert page.open_keys(kind="proposals") == [first]


def test_bad_words_are_refused_with_what_is_wrong(page: PageClient) -> None:
    saying = page.saying(page.open_keys()[0])
    assert "word" in page.post("decide", {**saying, "word": "maybe"}, 400)["error"]
    assert "colour" in page.post("decide", {**saying, "colour": 1}, 400)["error"]
    page.post("decide", {**saying, "reason": "x" * 2001}, 400)
    page.post("decide", [], 400)
