"""What a reviewer goes through, item by item: where they are, what they have put aside."""

from collections.abc import Iterable
from typing import NamedTuple

from sift_assets.core.review.keys import pairs_of
from sift_assets.core.review.records import QueueItem
from sift_assets.core.review.said import Said
from sift_assets.core.review.still_open import open_parts


class Shown(NamedTuple):
    """An item, its number from 1, and how many there are."""

    item: QueueItem
    number: int
    total: int


class Agenda:
    """The items of one sitting. Each keeps its number, decided or not.

    Args:
        items: In the order in which they are shown.
    """

    def __init__(self, items: Iterable[QueueItem]) -> None:
        self._items = list(items)
        self._aside: set[str] = set()
        self._at = 0

    @property
    def put_aside(self) -> int:
        """How many were skipped and not taken up again."""
        return len(self._aside)

    def current(self, said: Said) -> Shown | None:
        """Return what to show: the next open item from here on, then from the beginning.

        Args:
            said: What the decisions in force say now. Of a group of which a part is settled, the
                pairs that are open take its place.
        """
        for _ in range(len(self._items)):
            self._part(said)
            if self._at < len(self._items) and self._is_waiting(self._at, said):
                return Shown(self._items[self._at], self._at + 1, len(self._items))
            self._at = (self._at + 1) % max(1, len(self._items))
        return None

    def skip(self) -> None:
        """Put the current item aside for this sitting."""
        self._aside.add(self._items[self._at].key)

    def move(self, step: int, said: Said) -> None:
        """Go to the next open item, or with a step of -1 to the one before."""
        for distance in range(1, len(self._items) + 1):
            at = (self._at + step * distance) % len(self._items)
            if self._is_waiting(at, said):
                self._at = at
                return

    def jump(self, number: int, said: Said) -> bool:
        """Go to an item by its number, also to one put aside; say whether it is there and open."""
        if not (0 < number <= len(self._items) and open_parts(self._items[number - 1], said)):
            return False
        self._at = number - 1
        self._aside.discard(self._items[self._at].key)
        return True

    def take_apart(self) -> bool:
        """Put its pairs in the place of the current group; say whether it is one."""
        pairs = pairs_of(self._items[self._at])
        if pairs:
            self._items[self._at : self._at + 1] = pairs
        return bool(pairs)

    def back_to(self, key: str) -> None:
        """Go to an item by its key, because what was decided of it was taken back."""
        keys = [one.key for one in self._items]
        if key in keys:
            self._at = keys.index(key)
            self._aside.discard(key)

    def _part(self, said: Said) -> None:
        parts = open_parts(self._items[self._at], said) if self._items else ()
        if parts and parts[0].key != self._items[self._at].key:
            self._items[self._at : self._at + 1] = parts

    def _is_waiting(self, at: int, said: Said) -> bool:
        one = self._items[at]
        return one.key not in self._aside and bool(open_parts(one, said))
