"""A plan in a few lines: per asset how many values are computed, and which inputs moved."""

from collections.abc import Iterable

from sift_assets.core.planning.estimate import Estimate
from sift_assets.core.planning.explanation import Computation, Reason
from sift_assets.core.records.record import Record

HASH_SHOWN = 8
"""Digits of a version: enough to tell apart what one look shows."""


class AssetDigest(Record):
    """What a plan computes of one asset.

    Attributes:
        asset: Its name.
        partitions: How many of its partitions; 1 for an asset of the graph.
        because: The inputs that moved, most frequent first, each with its versions before and
            after where these are the same for all, and how many partitions it concerns.
    """

    asset: str
    partitions: int
    because: tuple[str, ...]

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.asset}: {self.partitions} to compute, because {', '.join(self.because)}"


def digest(computed: Iterable[Computation]) -> tuple[AssetDigest, ...]:
    """Gather what a plan computes by asset, in the order of the assets."""
    by_asset: dict[str, list[Computation]] = {}
    for item in computed:
        by_asset.setdefault(item.asset, []).append(item)
    return tuple(
        AssetDigest(asset=asset, partitions=len(items), because=_because(items))
        for asset, items in by_asset.items()
    )


def reason_in_words(reason: Reason) -> str:
    """Say a reason in one word or two versions: `new`, `domain[prompt] 1a2b3c4d→5e6f7a8b`."""
    if not (reason.old or reason.new):
        return reason.input
    old = reason.old[:HASH_SHOWN] or "none"
    return f"{reason.input} {old}→{reason.new[:HASH_SHOWN] or 'to come'}"


def takes_in_words(takes: Estimate) -> str:
    """Say what extracting takes: chunks, calls, tokens and dollars."""
    work = takes.total
    about = "about " if work.unread else ""
    chunks = f"{about}{work.chunks_to_run} chunks to run, {work.chunks_cached} cached"
    if not work.calls:
        return f"{chunks}, no calls, $0"
    return (
        f"{chunks}, {about}{work.calls} calls, some {work.input_tokens} tokens in and at most "
        f"{work.output_tokens} out, {_dollars(takes.cost_usd)}"
    )


def _because(items: list[Computation]) -> tuple[str, ...]:
    by_input: dict[str, list[Reason]] = {}
    for item in items:
        for reason in item.reasons:
            by_input.setdefault(reason.input, []).append(reason)
    ordered = sorted(by_input.items(), key=lambda found: (-len(found[1]), found[0]))
    return tuple(_counted(name, reasons, len(items)) for name, reasons in ordered)


def _counted(name: str, reasons: list[Reason], partitions: int) -> str:
    is_same = len({(reason.old, reason.new) for reason in reasons}) == 1
    said = reason_in_words(reasons[0]) if is_same else name
    return said if len(reasons) == partitions else f"{said} ({len(reasons)} of {partitions})"


def _dollars(cost: float | None) -> str:
    return "at an unknown price" if cost is None else f"about ${cost:.4f}"
