"""The project behind the page, as it is at each request."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from threading import Lock
from typing import Any

from sift_assets.core.planning.keys import document_path
from sift_assets.core.review.keys import by_key
from sift_assets.core.review.records import QueueItem
from sift_assets.core.review.showing import shown_item
from sift_assets.core.review.shown import ShownItem
from sift_assets.core.review.value_places import places_of_value
from sift_assets.resources.decision_log import DecisionLog
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import latest
from sift_assets.workflows.live_desk import LiveDesk
from sift_assets.workflows.proposing import proposals_of, proposed_items
from sift_assets.workflows.reviewing import reviewing_desk

LOG_SECONDS = 5
"""How long a decision waits for another process to add its own, which takes milliseconds; then the
page says so and tries again."""


@dataclass(frozen=True)
class OpenDesk:
    """A desk with the queue that it was opened with.

    Attributes:
        versions: Of the resolved graph and of the queue.
        proposed: By what the file of what agents propose was recognised.
        live: The desk.
    """

    versions: tuple[str, str]
    proposed: tuple[int, int, int]
    live: LiveDesk

    @cached_property
    def items(self) -> Mapping[str, QueueItem]:
        """Every item by its key, open or not, and the pairs of groups."""
        return by_key(self.live.desk.items)

    def pulse(self) -> str:
        """Return what changes with every decision and proposal, and when graph or queue are new."""
        stamps = (*self.proposed, *self.live.log.stamp())
        return "-".join((*(one[:12] for one in self.versions), *map(str, stamps)))


@dataclass
class ReviewedProject:
    """A project that is reviewed while it is worked on.

    Attributes:
        root: Its folder.
        look: Says what is stale, as `sift status --json` does.
    """

    root: Path
    look: Callable[[], dict[str, Any]]
    _desk: OpenDesk | None = field(default=None, repr=False)
    _opening: Lock = field(default_factory=Lock, repr=False)
    _looking: Lock = field(default_factory=Lock, repr=False)

    @property
    def workspace(self) -> Workspace:
        """The project as its files say now.

        Raises:
            ConfigError: The settings are wrong.
        """
        return Workspace.open(self.root)

    def looked(self) -> dict[str, Any]:
        """Return what is stale; one look at a time, for it reads the whole folder."""
        with self._looking:
            return self.look()

    def desk(self) -> OpenDesk:
        """Return what is decided about now; loaded when a run has made it anew.

        What agents propose is loaded when one of them has: nobody waits for a graph over that.

        Raises:
            ProjectError: There is no graph or no queue yet.
            CorruptObjectError: One is damaged; the next run rebuilds it.
        """
        with self._opening:
            workspace = self.workspace
            wanted = (
                latest(workspace, "resolved_graph").version,
                latest(workspace, "review_queue").version,
            )
            proposed = proposals_of(workspace).stamp()
            if self._desk is None or self._desk.versions != wanted:
                log = DecisionLog(
                    self.root,
                    workspace.lock_path("decisions"),
                    wait_seconds=LOG_SECONDS,
                    on_wait=lambda _: None,  # the page says so when it has waited in vain
                )
                self._desk = OpenDesk(wanted, proposed, LiveDesk(reviewing_desk(workspace), log))
            elif self._desk.proposed != proposed:
                live = self._desk.live
                items = proposed_items(workspace, live.desk.grounds)
                desk = replace(live.desk, proposed=items)
                self._desk = OpenDesk(wanted, proposed, LiveDesk(desk, live.log))
            return self._desk


def shown(desk: OpenDesk, item: QueueItem) -> ShownItem:
    """Return what to show of an item, documents by their paths."""
    return shown_item(item, document_path, partial(places_of_value, desk.live.desk.graph))
