"""What agents propose: for a person to decide, and nothing that counts by itself."""

import shlex
from collections.abc import Iterable
from enum import StrEnum

from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.index import Index
from sift_assets.core.query.naming import meant
from sift_assets.core.records.record import Record, key_of

ID_DIGITS = 8
"""Of the hash: among the few hundred that may be open two are never alike."""

LONGEST_REASON = 500
"""Characters; who needs more to say why does not know why."""

MOST_OPEN = 200
"""More than a person looks through. An agent that proposes without end is stopped here."""


class ProposedAct(StrEnum):
    """What is proposed; named as the subcommand of `sift decide` that decides it."""

    MERGE = "merge"
    ADD = "add"
    RETRACT = "retract"


class AgentProposal(Record):
    """Something that an agent holds to be right.

    Attributes:
        act: See `ProposedAct`.
        entities: Ids: two or more to merge, source and target of a relation, or one to retract.
        type: Of the relation.
        reason: In the agent's words; untrusted like a document.
        time: UTC, ISO 8601.
        revision: Of the graph that the agent had asked.
    """

    act: ProposedAct
    entities: tuple[str, ...]
    type: str = ""
    reason: str
    time: str
    revision: str

    @property
    def id(self) -> str:
        """Hash of what is proposed: said twice it is one."""
        return key_of("agent proposal", self.act, self.entities, self.type)[:ID_DIGITS]

    @property
    def command(self) -> str:
        """The command by which a person says yes."""
        middle = (self.type,) if self.type else ()
        words = (*self.entities[:1], *middle, *self.entities[1:])
        return shlex.join(["sift", "decide", str(self.act), *words])


def checked(index: Index, said: AgentProposal, open_ones: Iterable[AgentProposal]) -> AgentProposal:
    """Return a proposal with the ids of what it names.

    Args:
        index: What the agent has asked.
        said: With names as the agent gave them.
        open_ones: What is open already.

    Raises:
        QueryError: An entity cannot be told; `bad_proposal`: it says nothing that can be decided.
    """
    entities = tuple(dict.fromkeys(meant(index, name).id for name in said.entities))
    wanted = 1 if said.act is ProposedAct.RETRACT else 2
    if len(entities) < wanted:
        raise QueryError(Code.BAD_PROPOSAL, f"To {said.act} needs {wanted} different entities.")
    if not 0 < len(said.reason.strip()) <= LONGEST_REASON:
        message = f"A proposal has a reason of at most {LONGEST_REASON} characters."
        raise QueryError(Code.BAD_PROPOSAL, message)
    proposal = said.model_copy(update={"entities": entities})
    known = {one.id for one in open_ones}
    if proposal.id not in known and len(known) >= MOST_OPEN:
        message = f"{MOST_OPEN} proposals wait for a person already."
        raise QueryError(Code.BAD_PROPOSAL, message)
    if is_settled(index, proposal):
        raise QueryError(Code.BAD_PROPOSAL, "The graph says so already.")
    return proposal


def is_settled(index: Index, proposal: AgentProposal) -> bool:
    """Say whether the graph is as it is proposed, so that nothing is left to decide."""
    rows = [index.entity(one) for one in proposal.entities]
    there = [row for row in rows if row is not None]
    if proposal.act is ProposedAct.RETRACT or len(there) < len(rows):
        return len(there) < len(rows)
    if proposal.act is ProposedAct.MERGE:
        return len({row.row for row in there}) == 1
    source, target = there
    between = index.between(source.row, target.row)
    return any(one.type == proposal.type and one.source == source.row for one in between)
