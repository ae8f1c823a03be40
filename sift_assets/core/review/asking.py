"""What is asked of an item in a few words, for lists and headings wherever people review.

Names are as documents have them: whoever shows the words makes them safe for the place.
"""

from collections.abc import Iterator

from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.agent_proposal import ProposedAct
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenProposal,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    QueueItem,
)

_STANDING = {
    True: "A number: one thing, of that type. All: several things of one name.",
    False: "All: one thing that is each of these. None: it was wrong to merge.",
}
"""What answers mean, by whether types are those of several things of one name."""

_PROPOSED = {
    ProposedAct.MERGE: "One and the same?",
    ProposedAct.ADD: "Is this so?",
    ProposedAct.RETRACT: "Is this wrong?",
}

_ANSWERING = (
    "Approve: it is your decision. Reject: the proposal is turned down, which says nothing of what"
    " it is about; it is not asked again, and the agent is told."
)
"""What answers to what an agent proposes mean."""


def asked(item: QueueItem) -> str:
    """Say what is asked of an item."""
    if isinstance(item, OpenMerge):
        what = "One and the same?" if len(item.members) == 2 else "All one and the same?"
        return f"{what}  {_likely(item)}"
    if isinstance(item, OpenVariant):
        return f"A variant?  {item.score:.0%}"
    if isinstance(item, OpenSplit):
        return "Several things of one name?"
    if isinstance(item, OpenRelation):
        return f"Is this so?  confidence {item.confidence:.2f}"
    if isinstance(item, OpenProposal):
        return f"{_PROPOSED[item.act]}  proposed by an agent"
    return "Which of these stand?"


def answers_mean(item: QueueItem) -> str:
    """Say what the answers mean; empty for what needs no such word."""
    if isinstance(item, OpenProposal):
        return _ANSWERING
    if isinstance(item, OpenContradiction) and item.types:
        return _STANDING[item.kind == "name"]
    return ""


def passages_named(standing: int, lost: int) -> str:
    """Say of how many passages an agent says that they state a relation.

    Args:
        standing: How many say what they said.
        lost: How many are gone or say something else by now.
    """
    if not standing + lost:
        return "The agent names no passage."
    gone = f" {lost} of those that it names are gone or changed." if lost else ""
    return (f"The agent names {standing} to read:" if standing else "No passage is left:") + gone


def in_short(item: QueueItem) -> str:
    """Return what an item is about in a line."""
    return " ".join(_names(item))


def _names(item: QueueItem) -> Iterator[str]:
    if isinstance(item, OpenMerge):
        yield " = ".join(side.name for side in item.sides)
    elif isinstance(item, OpenVariant):
        yield f"{item.child.name} {EXTENDS} {item.parent.name}"
    elif isinstance(item, OpenSplit):
        yield f"{item.side.name}: {len(item.parts)} things?"
    elif isinstance(item, OpenRelation):
        yield f"{item.source_name} {item.type} {item.target_name}"
    elif isinstance(item, OpenProposal):
        yield _proposed(item)
    else:
        facts = [one.target_name for one in item.relations] or item.facts
        yield f"{item.name} {item.about}: {' or '.join(facts)}"


def _proposed(item: OpenProposal) -> str:
    if item.act is ProposedAct.MERGE:
        return " = ".join(item.names)
    return f" {item.type} ".join(item.names) if item.type else f"{item.act} {item.names[0]}"


def _likely(item: OpenMerge) -> str:
    return "only you can say" if item.constant else f"likely {item.score:.0%}"
