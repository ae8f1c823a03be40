"""What agents propose, beside the queue: with evidence, and open until somebody or the graph says.

Nothing that a graph is made of depends on it. What an agent says is text to be shown, no evidence.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.decision import Act, Decision, digest_of
from sift_assets.core.decisions.verdicts import RelationVerdict
from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.tables import only
from sift_assets.core.records.text import DocumentText
from sift_assets.core.resolution.records import Quote
from sift_assets.core.resolution.sides import sides_of
from sift_assets.core.review.agent_proposal import AgentProposal, NamedPassage, ProposedAct
from sift_assets.core.review.records import OpenProposal
from sift_assets.core.review.said import Grounds, Said
from sift_assets.core.review.stated import check_relation


class Closed(NamedTuple):
    """Why a proposal is not open.

    Attributes:
        because: In words.
        by: The decision that answers it; None where none does.
    """

    because: str
    by: Decision | None = None


def with_evidence(
    proposals: Iterable[AgentProposal],
    grounds: Grounds,
    text_of: Callable[[str], DocumentText | None],
) -> tuple[OpenProposal, ...]:
    """Return what agents propose with what is known of the subjects, in the same order.

    Args:
        proposals: As they were written down.
        grounds: The latest graph and its domain.
        text_of: Gives the text of a document by its key; None for one that is not there.
    """
    every, graph = tuple(proposals), grounds.graph
    ids = {_whole(grounds, one) for proposal in every for one in proposal.entities}
    tables = (graph.entities, graph.mentions, graph.relations, graph.evidence)
    sides = sides_of(ids, *tables) if ids else {}
    names = _names(grounds, {one for proposal in every for one in proposal.entities})
    found: list[OpenProposal] = []
    for one in every:
        fitting, unfit = _fitting(one, grounds)
        known = [_whole(grounds, each) for each in one.entities]
        stated = [_standing_at(place, text_of) for place in one.passages]
        quotes = tuple(each for each in stated if each is not None)
        found.append(
            OpenProposal(
                proposal=one.id,
                act=one.act,
                entities=one.entities,
                names=tuple(names.get(each, each) for each in one.entities),
                type=fitting,
                agent=one.agent,
                reason=one.reason,
                time=one.time,
                sides=tuple(sides[each] for each in dict.fromkeys(known) if each in sides),
                passages=quotes,
                lost=len(stated) - len(quotes),
                unfit=unfit,
            )
        )
    return tuple(found)


def why_closed(item: OpenProposal, said: Said) -> Closed | None:
    """Return why a proposal is not open; None where a person may decide it.

    Args:
        item: The proposal.
        said: What the decisions that count say.
    """
    answer = said.answered.get(item.proposal)
    if answer is not None:
        is_no = answer.act is Act.DROP
        return Closed("it was refused" if is_no else "it was approved", answer)
    if item.act is ProposedAct.RETRACT:
        return _why_not_wrong(item.entities[0], said)
    gone = [one for one in item.entities if not said.is_there(one)]
    if gone:
        return Closed(f"{gone[0]} is not in the graph any more")
    if item.act is ProposedAct.MERGE:
        return _why_not_one(item.entities, said)
    return _why_not_so(item, said)


def _why_not_wrong(entity: str, said: Said) -> Closed | None:
    if said.is_there(entity):
        return None
    by = said.retracted.get(entity) or said.retracted.get(said.canonical(entity))
    return Closed("it is called wrong" if by else f"{entity} is not in the graph any more", by)


def _why_not_one(entities: Sequence[str], said: Said) -> Closed | None:
    pairs = tuple(combinations(entities, 2))
    if any(said.are_apart(*pair) for pair in pairs):
        return Closed("people called them different")
    if len(set(map(said.canonical, entities))) == 1:
        return Closed("they are one")
    is_settled = all(said.is_settled(*pair) for pair in pairs)
    return Closed("people have decided otherwise") if is_settled else None


def _why_not_so(item: OpenProposal, said: Said) -> Closed | None:
    if item.unfit:
        return Closed(item.unfit)
    claim = said.between(item.entities[0], item.type, item.entities[1])
    if claim.source == claim.target:
        return Closed("both ends are one")
    last = said.relation(claim)
    if last is not None:
        is_no = last[0] is RelationVerdict.REJECTED
        return Closed("people rejected it" if is_no else "people said so", last[2])
    return Closed("the graph says so") if said.is_in_graph(claim) else None


def _fitting(one: AgentProposal, grounds: Grounds) -> tuple[str, str]:
    """Return a relation's type as the domain spells it, or as given and why it does not fit."""
    if one.act is not ProposedAct.ADD:
        return "", ""
    try:
        return check_relation(grounds, one.entities[0], one.type, one.entities[1]), ""
    except DecisionError as error:
        return one.type, str(error)


def _standing_at(
    place: NamedPassage, text_of: Callable[[str], DocumentText | None]
) -> Quote | None:
    """Return what stands where an agent says so, if it is what stood there then."""
    text = text_of(place.document)
    quote = text.text[place.start : place.end] if text else ""
    if text is None or digest_of(quote) != place.digest:
        return None
    page = text.page_at(place.start)
    return Quote(document=place.document, page=page, start=place.start, end=place.end, quote=quote)


def _whole(grounds: Grounds, one: str) -> str:
    return grounds.canonical.get(one, one)


def _names(grounds: Grounds, ids: Collection[str]) -> dict[str, str]:
    """Return what entities are called, those that went into another one by their own names."""
    wanted = pa.array(sorted(ids), pa.string())
    found: dict[str, str] = {}
    for table in (grounds.graph.entities, grounds.graph.identities):
        rows = only(table.select(["id", "name"]), pc.is_in(table["id"], wanted)).to_pylist()
        found |= {row["id"]: row["name"] for row in rows}
    return found
