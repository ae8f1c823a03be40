"""What agents propose says something that a person can decide, and nothing counts by itself."""

from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets.core.domain.facets import graph_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.proposals import (
    LONGEST_AGENT,
    LONGEST_REASON,
    MOST_OPEN,
    SaidPassage,
    check_unanswered,
    checked,
    is_settled,
    place_of,
)
from sift_assets.core.review.agent_proposal import AgentProposal, ProposedAct
from sift_assets_tests.core.decisions.decision_examples import person, said
from sift_assets_tests.core.query.small_world import asked

NOW = "2026-01-02T03:04:05+00:00"

PAIR = ("Karl Meier", "Tom Brandt")


def proposal(act: ProposedAct, *entities: str, **fields: Any) -> AgentProposal:
    given = {"reason": "the letters say so", "time": NOW, "revision": "r"} | fields
    return AgentProposal.model_validate({"act": act, "entities": entities} | given)


def test_names_become_ids_and_the_command_is_one_that_a_person_can_run(harbour: Path) -> None:
    with asked(harbour) as index:
        one = checked(index, proposal(ProposedAct.MERGE, "Karl Meier", "Tom Brandt"), [])
        add = proposal(ProposedAct.ADD, "Tom Brandt", "KESTREL", type="OWNS all")
        other = checked(index, add, [one])
        gone = checked(index, proposal(ProposedAct.RETRACT, "Tom Brandt"), [one])
    assert one.command == "sift decide merge person:karl_meier person:tom_brandt"
    assert other.command == "sift decide add person:tom_brandt 'OWNS all' organization:kestrel"
    assert gone.command == "sift decide retract person:tom_brandt"
    assert len({one.id, other.id, gone.id}) == 3
    again = one.model_copy(update={"reason": "others", "time": "later"})
    assert again.id == one.id


@pytest.mark.parametrize(
    "said",
    [
        proposal(ProposedAct.MERGE, "Karl Meier", "person:karl_meier"),
        proposal(ProposedAct.ADD, "Karl Meier"),
        proposal(ProposedAct.RETRACT, "Karl Meier", reason="  "),
        proposal(ProposedAct.RETRACT, "Karl Meier", reason="x" * (LONGEST_REASON + 1)),
        proposal(ProposedAct.ADD, "Ada Varga", "KESTREL", type="WORKS_FOR"),
    ],
    ids=["one entity", "one end", "no reason", "long reason", "stated already"],
)
def test_what_cannot_be_decided_is_refused(harbour: Path, said: AgentProposal) -> None:
    with asked(harbour) as index, pytest.raises(QueryError) as caught:
        checked(index, said, [])
    assert caught.value.code is Code.BAD_PROPOSAL


def test_an_agent_that_proposes_without_end_is_stopped(harbour: Path) -> None:
    known = [proposal(ProposedAct.RETRACT, f"person:{n}") for n in range(MOST_OPEN)]
    said = proposal(ProposedAct.RETRACT, "Karl Meier")
    with asked(harbour) as index, pytest.raises(QueryError, match="wait for a person"):
        checked(index, said, known)
    with asked(harbour) as index:
        assert checked(
            index, said, [*known[1:], proposal(ProposedAct.RETRACT, "person:karl_meier")]
        )


def test_what_the_graph_says_is_settled(harbour: Path) -> None:
    with asked(harbour) as index:
        stated = ("person:ada_varga", "organization:kestrel")
        assert is_settled(index, proposal(ProposedAct.ADD, *stated, type="WORKS_FOR"))
        assert not is_settled(index, proposal(ProposedAct.ADD, *stated[::-1], type="WORKS_FOR"))
        assert not is_settled(index, proposal(ProposedAct.MERGE, *stated))
        assert is_settled(index, proposal(ProposedAct.RETRACT, "person:nobody"))
        assert not is_settled(index, proposal(ProposedAct.RETRACT, "person:ada_varga"))


def test_a_merge_in_another_order_and_a_relation_by_its_inverse_are_the_same(harbour: Path) -> None:
    facet = {"relation_types": {"LED_BY": {"inverse": "LEADS"}, "KNOWS": {"symmetric": True}}}
    types = type_map(graph_facet(Domain.model_validate(facet)))
    merge, add = ProposedAct.MERGE, ProposedAct.ADD
    same = ((merge, "", ""), (add, "knows", "KNOWS"), (add, "LEADS", "led by"))
    with asked(harbour) as index:
        for act, one, other in same:
            first, second = proposal(act, *PAIR, type=one), proposal(act, *PAIR[::-1], type=other)
            assert checked(index, first, [], types).id == checked(index, second, [], types).id
        unknown = proposal(add, *PAIR, type="OUTRANKS")
        with pytest.raises(QueryError, match="no relation type 'OUTRANKS'"):
            checked(index, unknown, [], types)
        long = proposal(ProposedAct.RETRACT, "Tom Brandt", agent="a \n" + "b" * 200)
        assert len(checked(index, long, []).agent) == LONGEST_AGENT


def test_a_quote_is_found_whatever_white_space_it_has_and_nothing_else_is() -> None:
    text = "Ada  Varga\nworks (perhaps) here."
    place = place_of(text, SaidPassage("a.txt", " Ada Varga works (perhaps)"), "a.txt")
    assert text[place.start : place.end] == "Ada  Varga\nworks (perhaps)"
    for wrong in ("", "Ada Vargo", "works .perhaps.", "x" * 500):
        with pytest.raises(QueryError):
            place_of(text, SaidPassage("a.txt", wrong), "a.txt")


def test_who_proposes_what_was_answered_is_told_by_whom_when_and_why() -> None:
    one = proposal(ProposedAct.RETRACT, "person:ada")
    check_unanswered(one, None)
    no = said(Act.DROP, proposal=one.id, reason="nonsense")
    with pytest.raises(QueryError, match=r"by Ada on 2026-03-01[.] Why: nonsense") as caught:
        check_unanswered(one, no)
    assert caught.value.details["answer"] == "refused"
    yes = said(Act.RETRACT, entities=(person("Ada"),), proposal=one.id)
    with pytest.raises(QueryError, match=r"approved by Ada on 2026-03-01[.] It is"):
        check_unanswered(one, yes)
