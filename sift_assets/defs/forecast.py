"""What the runs that a look asks for will compute, why, and what they take.

It stands where Dagster shows something of a sensor: in the log of the tick, in the tags of the
runs, and in the check of what is current. `sift plan` says the same in full.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from sift_assets.core.planning.digest import AssetDigest, digest, takes_in_words
from sift_assets.core.planning.estimate import Estimate
from sift_assets.core.planning.explanation import Computation, computations
from sift_assets.core.planning.lineage import CHAIN
from sift_assets.core.planning.state import Facts
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison

BECAUSE_TAG, TAKES_TAG = "sift/because", "sift/takes"
"""Tags of a run: which inputs moved, and what the extraction takes."""

MAX_ESTIMATED = 5000
"""Documents whose chunks are looked up in one look: 1.1 ms each for a language model (measured, of
10,000 characters), 0.07 ms for the local one, and a sensor's look must end within 60 s. Of more
documents `sift plan` tells."""

TOO_MANY = f"more than {MAX_ESTIMATED} documents: see `sift plan`"

TAG_LENGTH = 200
"""Characters of a tag: Dagster's page shows tags in one line."""


@dataclass(frozen=True)
class Forecast:
    """What follows from a look; computed when it is asked for.

    Attributes:
        workspace: The project.
        comparison: The look.
    """

    workspace: Workspace
    comparison: Comparison

    def without(self, assets: Collection[str]) -> "Forecast":
        """Return what follows when some assets of the spine are left as they are."""
        left = replace(self.comparison, plan=self.comparison.plan.without(assets))
        return Forecast(self.workspace, left)

    @cached_property
    def computed(self) -> tuple[Computation, ...]:
        """Every value to compute, with the reasons."""
        look = self.comparison
        return computations(look.plan, look.observation.observed, look.recorded)

    @cached_property
    def digests(self) -> tuple[AssetDigest, ...]:
        """The same by asset."""
        return digest(self.computed)

    @cached_property
    def takes(self) -> Estimate | None:
        """What extracting takes; None when there is too much to look up, or nothing can run."""
        from sift_assets.workflows.planning import estimated  # only where runs are asked for

        look = self.comparison
        if look.estimate is not None:
            return look.estimate
        wanted = [item for item in look.plan.documents if item.asset == "extractions"]
        if look.plan.blocked or len(wanted) > MAX_ESTIMATED:
            return None
        sizes = {key: seen.size for key, seen in look.observation.looks.items()}
        observed = look.observation.observed
        return estimated(self.workspace, look.plan, observed, look.recorded, sizes)

    def facts(self) -> Facts:
        """Return what extracting takes as metadata of a check."""
        if self.takes is None:
            return {"takes": TOO_MANY}
        cost = self.takes.cost_usd
        return {
            **self.takes.total.model_dump(exclude={"unread"}),
            "cost_usd": "unknown" if cost is None else round(cost, 6),
        }

    def tags(self, assets: Collection[str]) -> dict[str, str]:
        """Return the tags of a run over some assets: why it runs and, of documents, what it takes.

        A run over a range is one of several; what they take is said of all together.
        """
        first = next((found for found in self.digests if found.asset in assets), None)
        because = {BECAUSE_TAG: ", ".join(first.because)[:TAG_LENGTH]} if first else {}
        return because | ({TAKES_TAG: self._takes()} if set(assets) & set(CHAIN) else {})

    def tell(self, log: logging.Logger) -> None:
        """Write the plan to the log of the tick."""
        for found in self.digests:
            log.info("%s", found)
        if any(found.asset in CHAIN for found in self.digests):
            log.info("Extracting takes: %s", self._takes())

    def _takes(self) -> str:
        return takes_in_words(self.takes) if self.takes else TOO_MANY
