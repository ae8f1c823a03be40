"""A change that waits for a person, because a language model would cost too much to ask unasked.

Meanwhile documents are read, and the graph stays as it is: half of a change would show as a graph
without the documents that wait.
"""

from sift_assets.core.llm.money import in_words, nanodollars
from sift_assets.core.planning.estimate import Estimate
from sift_assets.core.planning.plan import Plan
from sift_assets.core.planning.ranges import narrowed
from sift_assets.core.records.record import Record

EXTRACTION, READING = "extractions", "document_texts"


class Approval(Record):
    """What a change would cost that is too dear to be made unasked.

    Attributes:
        documents: How many would be extracted from.
        calls: To a language model.
        cost_usd: As estimated.
        above_usd: What may be spent unasked.
        left_usd: What the budget leaves.
    """

    documents: int
    calls: int
    cost_usd: float
    above_usd: float
    left_usd: float

    def in_words(self) -> str:
        """Say it in one sentence."""
        short = ""
        if self.cost_usd > self.left_usd:
            short = f" The budget leaves {_usd(self.left_usd)}: what does not fit below it waits."
        return (
            f"Extracting from {self.documents} documents takes {self.calls} calls and about "
            f"{_usd(self.cost_usd)}, more than may be spent unasked "
            f"(confirm_above_usd is {_usd(self.above_usd)}).{short}"
        )


def _usd(sum_of: float) -> str:
    return in_words(nanodollars(sum_of))


def approval_needed(takes: Estimate, above_usd: float, left_usd: float) -> Approval | None:
    """Return what waits for a person, None when a change may be made unasked.

    Args:
        takes: What extracting takes. A cost that nobody knows cannot be too high.
        above_usd: What may be spent unasked.
        left_usd: What the budget leaves.
    """
    if takes.cost_usd is None or takes.cost_usd <= above_usd:
        return None
    return Approval(
        documents=sum(work.calls > 0 for work in takes.documents.values()),
        calls=takes.total.calls,
        cost_usd=takes.cost_usd,
        above_usd=above_usd,
        left_usd=left_usd,
    )


def without_extracting(todo: Plan, *, with_graph: bool = False) -> Plan:
    """Return what of a plan is done while it waits: documents are read.

    Args:
        todo: The plan.
        with_graph: Whether the graph is built all the same, without the documents that wait:
            when something must leave it.
    """
    documents = tuple(item for item in todo.documents if item.asset == READING)
    unread = {item.partition for item in documents}
    ranges = (narrowed(piece, unread, todo.shards) for piece in todo.ranges)
    only = {
        "documents": documents,
        "ranges": tuple(piece for piece in ranges if piece),
        "chain": (READING,) if documents else (),
    }
    as_it_is = {} if with_graph else {"spine": (), "spine_assets": ()}
    return todo.model_copy(update=only | as_it_is)
