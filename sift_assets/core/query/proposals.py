"""Whether what an agent proposes says something that a person can decide."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sift_assets.core.decisions.decision import Act, Decision, digest_of
from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.index import Index
from sift_assets.core.query.naming import meant
from sift_assets.core.review.agent_proposal import AgentProposal, NamedPassage, ProposedAct
from sift_assets.core.review.relation_types import named_type

LONGEST_REASON = 500
"""Characters; who needs more to say why does not know why."""

LONGEST_AGENT = 80
"""Characters of what an agent calls itself."""

LONGEST_QUOTE = 400
"""Characters of a passage that an agent names; a person is shown no longer quotes."""

MOST_PASSAGES = 5
"""Of one proposal: what a person reads before deciding."""

MOST_OPEN = 200
"""More than a person looks through. An agent that proposes without end is stopped here."""


class SaidPassage(NamedTuple):
    """A passage as an agent names it: a document, by key or path, and what stands there."""

    document: str
    quote: str


def checked(
    index: Index,
    said: AgentProposal,
    open_ones: Iterable[AgentProposal],
    types: TypeMap | None = None,
) -> AgentProposal:
    """Return a proposal with the ids of what it names.

    Args:
        index: What the agent has asked.
        said: With names as the agent gave them.
        open_ones: What is open already.
        types: The domain, by which a relation is said in one way only; None where there is none.

    Raises:
        QueryError: An entity cannot be told; `bad_proposal`: it says nothing that can be decided.
    """
    entities = tuple(dict.fromkeys(meant(index, name).id for name in said.entities))
    wanted = 1 if said.act is ProposedAct.RETRACT else 2
    if len(entities) < wanted:
        raise _bad(f"To {said.act} needs {wanted} different entities.")
    if not 0 < len(said.reason.strip()) <= LONGEST_REASON:
        raise _bad(f"A proposal has a reason of at most {LONGEST_REASON} characters.")
    agent = " ".join(said.agent.split())[:LONGEST_AGENT]
    proposal = said.model_copy(update={"entities": entities, "agent": agent})
    if types is not None and said.act is ProposedAct.ADD:
        proposal = _in_domain(index, proposal, types)
    known = {one.id for one in open_ones}
    if proposal.id not in known and len(known) >= MOST_OPEN:
        raise _bad(f"{MOST_OPEN} proposals wait for a person already.")
    if is_settled(index, proposal):
        raise _bad("The graph says so already.")
    return proposal


def check_unanswered(proposal: AgentProposal, answer: Decision | None) -> None:
    """Refuse what a person has answered.

    Args:
        proposal: With the ids of what it names.
        answer: The decision that answers it and counts; None for none.

    Raises:
        QueryError: `bad_proposal`, with who answered, when and why.
    """
    if answer is None:
        return
    is_no = answer.act is Act.DROP
    told = {"actor": answer.actor, "time": answer.time, "reason": answer.reason}
    raise QueryError(
        Code.BAD_PROPOSAL,
        f"It was {'refused' if is_no else 'approved'} by {answer.actor} on {answer.time[:10]}."
        + (f" Why: {answer.reason}" if answer.reason else ""),
        "Do not propose it again." if is_no else "It is in the graph after the next run.",
        {"proposal": proposal.id, "answer": "refused" if is_no else "approved", **told},
    )


def place_of(text: str, said: SaidPassage, document: str) -> NamedPassage:
    """Return where a quote stands; white space may differ.

    Args:
        text: Of the document.
        said: As the agent names it.
        document: Key of the document.

    Raises:
        QueryError: `bad_proposal`: it does not stand there, or is too long.
    """
    words = said.quote.split()
    if not words or len(said.quote) > LONGEST_QUOTE:
        raise _bad(f"A quote has at most {LONGEST_QUOTE} characters.")
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    if found is None:
        raise _bad(f"This does not stand in {said.document}: quote it word for word.")
    start, end = found.span()
    return NamedPassage(document=document, start=start, end=end, digest=digest_of(found.group()))


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


def _in_domain(index: Index, proposal: AgentProposal, types: TypeMap) -> AgentProposal:
    """Say a relation as the domain does: its type, its direction, of a symmetric one by id."""
    try:
        reading = types.relation_type(named_type(types, proposal.type))
    except DecisionError as error:
        raise _bad(str(error)) from error
    if reading is None:
        raise _bad(f"The domain has no relation type {proposal.type!r}.")
    source, target = proposal.entities[::-1] if reading.is_reversed else proposal.entities
    if types.is_symmetric(reading.type):
        source, target = sorted((source, target))
    kinds = [row.type for one in (source, target) if (row := index.entity(one))]
    if not types.fits(reading.type, *kinds):
        raise _bad(f"{reading.type} does not join {kinds[0]} to {kinds[1]}.")
    return proposal.model_copy(update={"entities": (source, target), "type": reading.type})


def _bad(message: str) -> QueryError:
    return QueryError(Code.BAD_PROPOSAL, message)
