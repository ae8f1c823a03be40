"""A reviewer at the keys: panel, key, decision on the disk, next panel."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from sift_assets.cli.printing import say
from sift_assets.cli.reviewing_keys import Keys
from sift_assets.cli.reviewing_panel import inline, keys_for, panel
from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.agenda import Agenda, Shown
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.records import OpenContradiction
from sift_assets.core.review.said import Said
from sift_assets.core.review.still_open import open_parts
from sift_assets.workflows.live_desk import LiveDesk, Meanwhile


class Ending(StrEnum):
    """Why a sitting ended: nothing is left, the reviewer wants no more, no key comes any more."""

    DONE = "done"
    QUIT = "quit"
    NO_KEYS = "no_keys"


@dataclass
class Sitting:
    """One reviewer's way through what is open.

    Attributes:
        live: What is decided about; each decision is on the disk before the next panel is shown.
        deciding: Makes the reviewer's decisions.
        agenda: The items.
        keys: Gives the keys.
        made: What was decided and not taken back: the item's key and its decisions.
        pressed: How many keys came.
    """

    live: LiveDesk
    deciding: Deciding
    agenda: Agenda
    keys: Keys
    made: list[tuple[str, tuple[Decision, ...]]] = field(
        default_factory=list[tuple[str, tuple[Decision, ...]]]
    )
    pressed: int = 0

    def run(self) -> Ending:
        """Show item after item until the end; return how it came."""
        while True:
            shown = self.agenda.current(self._said())
            if shown is None:
                return Ending.DONE
            self.keys.fresh()
            for line in panel(shown):
                say(line.text, bold=line.bold, dim=line.dim, fg=line.fg)
            ending = self._answered(shown)
            if ending is not None:
                return ending

    def _answered(self, shown: Shown) -> Ending | None:
        """Do what keys say until one of them leads to another panel, or ends the sitting."""
        while True:
            key = self.keys.next()
            if key is None:
                return Ending.NO_KEYS
            self.pressed += 1
            if key == "q":
                return Ending.QUIT
            if self._done(key, shown):
                return None

    def _done(self, key: str, shown: Shown) -> bool:
        """Do what a key says; say whether a panel is to be shown."""
        item = shown.item
        if isinstance(item, OpenContradiction):
            stands = _stands(key, item)
            if stands is not None:
                return self._decide(shown, lambda: self.deciding.keep(item, stands))
        acts: dict[str, Callable[[], bool]] = {
            "a": lambda: self._decide(shown, lambda: self.deciding.confirm(item)),
            "r": lambda: self._decide(shown, lambda: self.deciding.reject(item)),
            "s": self._skip,
            "u": self._undo,
            "n": lambda: self._move(1),
            "p": lambda: self._move(-1),
            "o": self._take_apart,
        }
        if key in acts:
            return acts[key]()
        if key.isdecimal():
            return self._jump(int(key))
        say(f"   {keys_for(item)}", dim=True)
        return False

    def _decide(self, shown: Shown, make: Callable[[], tuple[Decision, ...]]) -> bool:
        item = shown.item
        try:
            written = self.live.decide(item, make)
        except DecisionError as error:
            say(f"   {inline(str(error))}", fg="red")
            return False
        if isinstance(written, Meanwhile):
            say(f"   {_in_words(written)}", fg="yellow")
            return True
        self.made.append((item.key, written))
        for one in written:
            say(f"   {inline(in_words(one))}   decision {one.id}", fg="green")
        if open_parts(item, self._said()):  # a part of it, which was looked at
            self.agenda.skip()
        return True

    def _undo(self) -> bool:
        if not self.made:
            say("   Nothing was decided in this sitting; see `sift decide undo`.")
            return False
        key, decisions = self.made.pop()
        undone = self.live.undo([one.id for one in decisions], self.deciding)
        words = ", ".join(inline(in_words(one)) for one in decisions)
        if isinstance(undone, Meanwhile):
            say(f"   Taken back already: {words}", fg="yellow")
        else:
            say(f"   Taken back: {words}", fg="yellow")
        self.agenda.back_to(key)
        return True

    def _skip(self) -> bool:
        self.agenda.skip()
        return True

    def _move(self, step: int) -> bool:
        self.agenda.move(step, self._said())
        return True

    def _jump(self, number: int) -> bool:
        is_there = self.agenda.jump(number, self._said())
        if not is_there:
            say(f"   {number} is decided, or there is none.")
        return is_there

    def _take_apart(self) -> bool:
        is_group = self.agenda.take_apart()
        if not is_group:
            say("   This is decided as a whole.")
        return is_group

    def _said(self) -> Said:
        return self.live.now().said


def _in_words(meanwhile: Meanwhile) -> str:
    if meanwhile.by is None:
        return "Settled meanwhile by another decision."
    one = meanwhile.by
    return f"Decided meanwhile by {inline(one.actor)}: {inline(in_words(one))}"


def _stands(key: str, item: OpenContradiction) -> list[int] | None:
    """Return which facts of a contradiction a key says stand, by number from 0; None for none."""
    if key in ("a", "all"):
        return list(range(len(item.facts)))
    if key in ("r", "none"):
        return []
    numbers = key.replace(",", " ").split()
    if not numbers or not all(map(str.isdecimal, numbers)):
        return None
    return [int(one) - 1 for one in numbers]
