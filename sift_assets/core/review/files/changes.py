"""What a person changed in a review file: entry by entry, against what they were shown.

Never against today's queue: an entry that they left alone decides nothing, also when the log has
moved on. And never twice: what the log has said since about the same is not said again, so a file
may be read back as often as it takes.
"""

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from sift_assets.core.decisions.decision import Act, Decision, EntityRef, RelationRef
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.graph.identity import TYPE_MARK
from sift_assets.core.review.files.records import (
    ContradictionEntry,
    Entry,
    EntryT,
    Known,
    MergeEntry,
    Problem,
    ReadEntries,
    RelationEntry,
    Snapshot,
)
from sift_assets.core.review.files.spoken import Spoken
from sift_assets.core.review.signature import Signature

EntryT_contra = TypeVar(
    "EntryT_contra", MergeEntry, RelationEntry, ContradictionEntry, contravariant=True
)


class Change(NamedTuple):
    """What one entry comes to.

    Attributes:
        known: The entry as it is known from now on, but for the ids of new decisions.
        decisions: What is to be added to the log.
    """

    known: Known
    decisions: tuple[Decision, ...] = ()


class Changes(NamedTuple):
    """What a file comes to.

    Attributes:
        changes: One for every entry that was read.
        kept: What stays known of entries that are not there or could not be read.
        problems: What could not be read, or decides nothing as it stands.
        dropped: How many entries were deleted; they decide nothing.
    """

    changes: tuple[Change, ...]
    kept: tuple[Known, ...]
    problems: tuple[Problem, ...]
    dropped: int

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions, in order."""
        return tuple(one for change in self.changes for one in change.decisions)

    def entries(self, written: Sequence[Decision]) -> tuple[Known, ...]:
        """Return what is known of all entries once the decisions are in the log.

        Args:
            written: `decisions` as they were written.
        """
        found: list[Known] = []
        at = 0
        for change in self.changes:
            mine = written[at : at + len(change.decisions)]
            at += len(change.decisions)
            ids = [one.id for one in mine if one.act not in {Act.UNDO, Act.NAME}]
            known = (*change.known.decisions, *ids)
            found.append(change.known.model_copy(update={"decisions": known}))
        return (*found, *self.kept)


class Judge(Protocol, Generic[EntryT_contra]):
    """Says what one entry comes to."""

    def judged(
        self, entry: EntryT_contra, known: Known | None, missing: dict[str, Known]
    ) -> Change | str:
        """Return what an entry comes to, or in words what is wrong with it.

        Args:
            entry: As it stands.
            known: As the person was shown it; None for one that they were not shown.
            missing: Entries that they were shown and that are not there, by key; the one that
                became this entry is taken out.
        """
        ...


class Subjects:
    """Names what entries are about by values that last.

    Args:
        naming: Of the latest graph; None before the first.
        shown: Entries that a person was shown, by whose names a subject is called that is not in
            the graph now: the decision waits until it returns.
    """

    def __init__(self, naming: Naming | None, shown: Iterable[Known] = ()) -> None:
        self._naming = naming
        self._shown = {
            one: ref for known in shown for one, ref in _shown_refs(known.entry) if ref.id == one
        }

    def entity(self, one: str) -> EntityRef | None:
        """Name an entity; None for one that neither the graph nor the person has."""
        found = self._naming.entity(one) if self._naming else None
        return found or self._shown.get(one)

    def relation(self, one: str) -> RelationRef | None:
        """Name a relation of the graph; None for one that it does not have."""
        return self._naming.relation(one) if self._naming else None


class Making:
    """Makes decisions for the log.

    Args:
        signature: Who decides.
        spoken: What is in force.
    """

    def __init__(self, signature: Signature, spoken: Spoken) -> None:
        self._signature = signature
        self._spoken = spoken

    def undone(self, known: Known | None) -> tuple[Decision, ...]:
        """Take back what is in force of an entry that was shown as decided."""
        ids = known.decisions if known else ()
        return tuple(
            self.made(Act.UNDO, undoes=one) for one in ids if self._spoken.is_in_force(one)
        )

    def made(self, act: Act, reason: str = "", shown: str = "", **fields: object) -> Decision:
        """Make a decision."""
        signed = self._signature.model_dump(exclude_defaults=True)
        signed |= {"reason": reason} if reason else {}
        return Decision.model_validate({"time": "", "act": act, "shown": shown, **signed, **fields})

    def in_force(self, known: Known | None) -> tuple[str, ...]:
        """Return which decisions about an entry count."""
        ids = known.decisions if known else ()
        return tuple(one for one in ids if self._spoken.is_in_force(one))

    def since(self, key: str, known: Known | None) -> tuple[Decision, ...]:
        """Return what was decided about some subjects since a person was shown an entry."""
        before = known.decisions if known else ()
        return tuple(one for one in self._spoken.about(key) if one.id not in before)


def base_of(snapshots: Sequence[Snapshot], revision: str) -> Snapshot | None:
    """Return what whoever edited a file was shown.

    Args:
        snapshots: Those remembered, the newest last.
        revision: That the file says it is of; where a person deleted it, it is the newest.

    Returns:
        None for a file of elsewhere or of long ago.
    """
    if not revision:
        return snapshots[-1] if snapshots else None
    return next((one for one in reversed(snapshots) if one.revision == revision), None)


def compared(
    read: ReadEntries[EntryT], base: Snapshot | None, judge: Judge[EntryT], file: str
) -> Changes:
    """Compare a file with what its editor was shown.

    Args:
        read: The file.
        base: See `base_of`.
        judge: Says what an entry comes to.
        file: The file's name, for messages.
    """
    shown = {one.entry.key: one for one in base.entries} if base else {}
    there = {one.entry.key for one in read.entries} | read.unread
    missing = {key: one for key, one in shown.items() if key not in there}
    kept = [shown[key] for key in shown if key in read.unread]
    changes: list[Change] = []
    problems = list(read.problems)
    for entry, line in read.entries:
        known = shown.get(entry.key)
        result = judge.judged(entry, known, missing)
        if isinstance(result, Change):
            changes.append(result)
        else:
            problems.append(Problem(file=file, line=line, message=result))
            kept += [known] if known else []
    dropped = 0 if problems else len(missing)  # else it may be one that cannot be read
    return Changes(
        changes=tuple(changes),
        kept=(*kept, *missing.values()),
        problems=tuple(sorted(problems, key=lambda one: one.line)),
        dropped=dropped,
    )


def type_of_id(one: str) -> str:
    """Return the type that stands in the id of an entity; empty where none does."""
    return one.partition(TYPE_MARK)[0].upper() if TYPE_MARK in one else ""


def reason_of(entry: Entry, known: Known | None) -> str:
    """Return why a person decided: what they wrote in the place of our words."""
    return "" if known and known.entry.reason == entry.reason else entry.reason


def _shown_refs(entry: Entry) -> Iterable[tuple[str, EntityRef]]:
    if isinstance(entry, MergeEntry):
        named = [(entry.canonical_id, entry.canonical_name)]
        named += [(one.id, one.name) for one in entry.members]
    elif isinstance(entry, ContradictionEntry):
        named = [(entry.entity_id, entry.entity_name)]
    else:
        named = [
            (entry.source_id, entry.source_name),
            (entry.target_id, entry.target_name),
        ]
    for one, name in named:
        if name.strip() and type_of_id(one):
            yield one, EntityRef(type=type_of_id(one), name=name)
