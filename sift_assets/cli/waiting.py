"""What waits for a person, as `sift plan` and `sift status` say it."""

from typing import Any

from sift_assets.cli.printing import say


def say_what_waits(shown: dict[str, Any], *, label: str = "") -> None:
    """Print what waits for an approval, a domain or a budget.

    Args:
        shown: With `waits_for_approval`, `waits_for_domain` and `waiting`.
        label: Stands before the key of a waiting document.
    """
    if shown["waits_for_approval"]:
        say(f"  waits for `sift run --approve`: {shown['waits_for_approval']}", fg="yellow")
    if shown["waits_for_domain"]:
        say(f"  extraction waits: {shown['waits_for_domain']}", fg="yellow")
    for key, reason in shown["waiting"].items():
        say(f"  {label}{key}: {reason}", fg="yellow")


def say_what_to_decide(facts: dict[str, Any]) -> None:
    """Print what people may decide, and which decisions change nothing now.

    Args:
        facts: Counts of the latest review queue; all 0 where there is none.
    """
    counts = {name: int(facts.get(name, 0)) for name in (*_KINDS, *_UNSETTLED)}
    kinds = ", ".join(f"{counts[kind]} {kind}" for kind in _KINDS if counts[kind])
    if kinds:
        say(f"Decide    sift review   ({kinds})")
    for name, what in _UNSETTLED.items():
        if counts[name]:
            say(f"  {counts[name]} {what}: see `sift decisions show`", fg="yellow")
    if facts.get("unjudged"):
        say(f"  {facts['unjudged']} pairs are not judged: {facts['unjudged_because']}", fg="yellow")


def say_what_is_proposed(number: int) -> None:
    """Print how many proposals of agents wait, where some do."""
    if number:
        say(f"  {number} proposed by agents: see `sift proposals`")


def say_what_is_told(facts: dict[str, Any]) -> None:
    """Print what the narratives lack.

    Args:
        facts: Of the latest narratives; none where there are none.
    """
    for name, what in _UNTOLD.items():
        if facts.get(name):
            reason = f": {facts['reason']}" if facts.get("reason") else ""
            say(f"  {facts[name]} {what}{reason}", fg="yellow")


_UNTOLD = {
    "waiting": "texts of narratives wait for a budget or for `sift run --approve`",
    "failed": "texts of narratives failed and are as they were",
}
_KINDS = ("merges", "relations", "variants", "splits", "contradictions")
_UNSETTLED = {
    "conflicting_decisions": "decisions contradict each other",
    "parked": "decisions wait for their subject to return",
}
