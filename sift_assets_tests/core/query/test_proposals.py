"""What agents propose says something that a person can decide, and nothing counts by itself."""

from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.proposals import (
    LONGEST_REASON,
    MOST_OPEN,
    AgentProposal,
    ProposedAct,
    checked,
    is_settled,
)
from sift_assets_tests.core.query.small_world import asked

NOW = "2026-01-02T03:04:05+00:00"


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
