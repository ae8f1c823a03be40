"""Rules that a person has switched on: what they decide is logged like any decision."""

from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.review.automatic import by_rule
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.records import ReviewQueue
from sift_assets.core.review.signature import Signature
from sift_assets.resources.decision_log import actor
from sift_assets.resources.workspace import Workspace


def decide_by_rule(
    workspace: Workspace, queue: ReviewQueue, graph: ResolvedGraph
) -> tuple[Decision, ...]:
    """Confirm what switched-on rules confirm; the next look finds the decisions.

    A pair about which anything was ever decided is left alone, so an undone rule stays undone.

    Args:
        workspace: The open project.
        queue: What is open.
        graph: The resolved graph of the same build.
    """
    rules = workspace.settings.resolution.auto_rules
    chosen = by_rule(queue, rules, workspace.decision_log.read().decisions) if rules else ()
    if not chosen:
        return ()
    naming = Naming(graph)
    made: list[Decision] = []
    for item in chosen:
        signature = Signature(actor=actor(), channel=Channel.RULE, rule=item.rule)
        made += Deciding(naming, signature).confirm(item)
    return workspace.decision_log.append(made)
