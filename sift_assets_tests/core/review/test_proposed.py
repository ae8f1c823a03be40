"""What agents propose is asked with evidence, until somebody or the graph says yes or no."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, Decision, digest_of
from sift_assets.core.decisions.folding import by_kind, counting, in_force
from sift_assets.core.decisions.kinds import decision_versions
from sift_assets.core.decisions.meaning import meaning
from sift_assets.core.review.about import is_about, kind_of
from sift_assets.core.review.agent_proposal import AgentProposal, NamedPassage, ProposedAct
from sift_assets.core.review.asking import answers_mean, asked, in_short, passages_named
from sift_assets.core.review.filtering import Wanted
from sift_assets.core.review.keys import keys_of
from sift_assets.core.review.proposed import why_closed
from sift_assets.core.review.records import OpenProposal
from sift_assets.core.review.said import Grounds, Said
from sift_assets.core.review.showing import shown_item
from sift_assets.core.review.still_open import still_open
from sift_assets_tests.core.decisions.decision_examples import LAW
from sift_assets_tests.core.review.proposed_examples import (
    ADD,
    ALL,
    HOSTILE,
    MERGE,
    TEXT,
    items,
    proposal,
)
from sift_assets_tests.core.review.review_examples import (
    ADA,
    ADAH,
    BO,
    CY,
    DEE,
    TYPES,
    deciding,
    logged,
    resolved_after,
)


def said_in(log: Sequence[Decision], *, is_resolved: bool = False) -> Said:
    """Return what a log says, of the village before or after it was resolved with it."""
    graph = resolved_after(*(in_force(log) if is_resolved else ()))
    return Said(Grounds(graph, TYPES), counting(log))


def closed_by(one: OpenProposal, *log: Decision, is_resolved: bool = False) -> str:
    found = why_closed(one, said_in(log, is_resolved=is_resolved))
    return found.because if found else ""


def test_each_proposal_shows_its_subjects_with_evidence_and_the_words_of_the_agent() -> None:
    merge, add, wrong = items()
    assert [side.id for side in merge.sides] == [ADA, BO]
    assert {quote.document for side in add.sides for quote in side.quotes} == {"a.txt", "b.txt"}
    assert [side.id for side in wrong.sides] == [CY]
    assert (merge.reason, merge.agent, add.type) == (HOSTILE, "a\u200bgent", "KNOWS")
    assert [kind_of(one) for one in items()] == ["proposals"] * 3
    assert [in_short(one) for one in items()] == ["Ada = Bo", "Bo KNOWS Dee", "retract Cy"]
    assert all("proposed by an agent" in asked(one) for one in items())
    assert all("Reject" in answers_mean(one) for one in items())
    assert (is_about(add, "knows"), is_about(merge, "knows")) == (True, False)
    assert is_about(wrong, "person")
    for words, found in (("agent", [merge]), ("rules", [*items()]), ("dee", [add])):
        wanted = Wanted(kind="proposals", text=words)
        assert [one for one in items() if wanted.matches(one)] == found, words
    assert not any(Wanted(least=0.5).matches(one) for one in items())


def test_passages_are_read_out_of_the_document_and_one_that_is_gone_is_counted() -> None:
    start = TEXT.index("Bo knows Dee")
    there = NamedPassage(
        document="a.txt", start=start, end=start + 12, digest=digest_of("Bo knows Dee")
    )
    changed = there.model_copy(update={"start": 0})
    gone = there.model_copy(update={"document": "z.txt"})
    (one,) = items(ADD.model_copy(update={"passages": (there, changed, gone)}))
    assert ([(q.quote, q.page) for q in one.passages], one.lost) == ([("Bo knows Dee", 1)], 2)
    shown = shown_item(one, str.upper, lambda *_: ()).proposed
    assert shown is not None
    (quote,) = shown.passages
    assert (quote.path, [p.text for p in quote.pieces if p.marked]) == ("A.TXT", ["Bo", "Dee"])
    assert (shown.wants_passages, shown.lost, shown.reason) == (True, 2, HOSTILE)
    assert passages_named(0, 0) == "The agent names no passage."
    assert passages_named(1, 2).endswith("2 of those that it names are gone or changed.")
    assert passages_named(0, 1).startswith("No passage is left:")


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.act))
def test_yes_is_what_the_command_writes_and_no_says_nothing_of_the_graph(
    one: AgentProposal,
) -> None:
    (item,) = items(one)
    by_command = {
        ProposedAct.MERGE: deciding().merge((ADA, BO)),
        ProposedAct.ADD: deciding().add(BO, "KNOWS", DEE),
        ProposedAct.RETRACT: deciding().retract(CY),
    }[one.act]
    (yes,) = logged(deciding().confirm(item))
    (no,) = logged(deciding().reject(item))
    assert meaning(yes) == meaning(by_command)
    assert (yes.proposal, no.proposal, no.act) == (one.id, one.id, Act.DROP)
    assert yes.shown == no.shown == item.content_hash()
    assert item.key in keys_of(yes) & keys_of(no)
    assert decision_versions(by_kind(in_force([no]))) == decision_versions({})
    assert closed_by(item, yes) == closed_by(item, yes, is_resolved=True) == "it was approved"
    assert closed_by(item, no) == closed_by(item, no, is_resolved=True) == "it was refused"
    for answer in (yes, no):
        back = logged([deciding().undo(answer.id)], at=5)
        assert still_open([item], said_in([answer, *back])) == (item,)
        assert said_in([answer]).holds(answer)


def test_of_what_is_refused_nothing_else_is_settled() -> None:
    no = logged(deciding().reject(items(MERGE)[0]))
    assert not said_in(no).is_settled(ADA, BO)
    assert keys_of(no[0]) == {items(MERGE)[0].key}


def test_what_is_gone_or_decided_otherwise_is_not_open_and_says_why() -> None:
    merge, add, wrong = items()
    (nobody, lost) = items(
        proposal(ProposedAct.RETRACT, "person:nobody"),
        proposal(ProposedAct.MERGE, ADA, "person:nobody"),
    )
    apart = logged([deciding().not_same((ADA, BO))])
    assert closed_by(merge, *apart) == "people called them different"
    assert closed_by(merge, *logged([deciding().merge((BO, ADA))])) == "they are one"
    assert closed_by(wrong, *logged([deciding().retract(CY)])) == "it is called wrong"
    assert closed_by(add, *logged([deciding().retract(DEE)])).startswith(DEE)
    assert closed_by(add, *logged([deciding().merge((BO, DEE))])) == "both ends are one"
    assert closed_by(nobody) == closed_by(lost) == "person:nobody is not in the graph any more"
    assert nobody.names == ("person:nobody",)


def test_a_relation_that_the_graph_states_or_people_spoke_of_is_not_open() -> None:
    stated, unknown, unfit = items(
        proposal(ProposedAct.ADD, ADA, CY, type="KNOWS"),
        proposal(ProposedAct.ADD, ADA, CY, type="OUTRANKS"),
        proposal(ProposedAct.ADD, ADA, CY, type="WORKS_FOR"),
    )
    assert closed_by(stated) == "the graph says so"
    assert "no relation type 'OUTRANKS'" in closed_by(unknown)
    assert "does not join" in closed_by(unfit)
    rejected = logged([deciding().relation(Act.REJECT, f"{ADA}|KNOWS|{CY}")])
    assert closed_by(stated, *rejected) == "people rejected it"
    (add,) = items(ADD)
    assert closed_by(add, *logged([deciding().add(BO, "KNOWS", DEE)])) == "people said so"


def test_a_proposal_about_what_was_merged_shows_what_it_is_now() -> None:
    one = logged([deciding().merge((ADAH, ADA))])
    (merge,) = items(MERGE, resolved_with=one)
    assert [side.id for side in merge.sides] == [ADAH, BO]
    assert closed_by(merge, *one, is_resolved=True) == ""
    three, two = items(
        proposal(ProposedAct.MERGE, ADA, ADAH, BO), proposal(ProposedAct.MERGE, ADA, ADAH)
    )
    assert (closed_by(three, *one), closed_by(two, *one)) == ("", "they are one")
    parted = logged([deciding().merge((ADA, BO)), deciding().merge((BO, CY))], at=1)
    odd = (*parted, *logged([deciding().not_same((ADA, CY))], at=4))
    assert closed_by(items(MERGE)[0], *odd) == "people have decided otherwise"


@LAW
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(("yes", "no", "undo"))), max_size=6))
def test_nothing_answered_is_open_and_a_run_leaves_the_same_open(
    words: list[tuple[int, str]],
) -> None:
    """Whatever is said of proposals that are open: answered ones are not, others still are."""
    log: list[Decision] = []
    for number, word in words:
        item = items()[number]
        now = said_in(log)
        if word == "undo" and item.proposal in now.answered:
            log += logged([deciding().undo(now.answered[item.proposal].id)], len(log))
        elif word != "undo" and still_open([item], now):
            log += logged(
                getattr(deciding(), "confirm" if word == "yes" else "reject")(item), len(log)
            )
    now, later = said_in(log), said_in(log, is_resolved=True)
    for item in items():
        assert (why_closed(item, now) is None) == (why_closed(item, later) is None)
        assert item.proposal not in now.answered or why_closed(item, now) is not None
    dropped = [one for one in counting(log) if one.act is Act.DROP]
    assert decision_versions(by_kind(in_force(log))) == decision_versions(
        by_kind(in_force(one for one in counting(log) if one not in dropped))
    )
