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
