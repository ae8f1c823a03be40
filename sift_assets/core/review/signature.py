"""Who signs a decision."""

from sift_assets.core.decisions.decision import Channel
from sift_assets.core.records.record import Record


class Signature(Record):
    """Who decides, through what and why.

    Attributes:
        actor: Who.
        channel: Through what.
        reason: In words, may be empty.
        rule: Which automatism decides; empty for a person.
        threshold: Of that automatism, if it has one.
        proposal: Id of the agent's proposal that is answered; empty for none.
    """

    actor: str
    channel: Channel
    reason: str = ""
    rule: str = ""
    threshold: float | None = None
    proposal: str = ""
