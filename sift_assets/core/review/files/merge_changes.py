"""What a changed entry of `merge_proposals.yaml` decides."""

from sift_assets.core.decisions.decision import Act, Decision, EntityRef
from sift_assets.core.graph.identity import is_blank
from sift_assets.core.review.files.changes import Change, Making, Subjects, reason_of
from sift_assets.core.review.files.records import FileStatus, Known, MergeEntry, merge_key
from sift_assets.core.review.files.spoken import Spoken

ACTS = {FileStatus.CONFIRMED: Act.MERGE, FileStatus.REJECTED: Act.NOT_SAME}

SHARED_BY_EDIT = 2
"""Entities that an entry shares with one that is gone, or its first one: then it was that one."""


class MergeJudge:
    """Says what entries about entities come to.

    Args:
        subjects: Names the entities.
        spoken: What is in force.
        making: Makes the decisions.
        is_known: Whether it is known what the file's editor was shown. Where it is not, the log
            has the last word about whatever it speaks of.
    """

    def __init__(
        self, subjects: Subjects, spoken: Spoken, making: Making, *, is_known: bool
    ) -> None:
        self._subjects = subjects
        self._spoken = spoken
        self._making = making
        self._is_known = is_known

    def judged(
        self, entry: MergeEntry, known: Known | None, missing: dict[str, Known]
    ) -> Change | str:
        """Return what an entry comes to; see `changes.Judge`."""
        origin = known or _edited(entry, missing)
        if known and _says_the_same(entry, known):
            return Change(known)
        if entry.status is FileStatus.DRAFT:
            return self._draft(entry, known, origin)
        refs = [self._subjects.entity(one) for one in entry.ids]
        unknown = [one for one, ref in zip(entry.ids, refs, strict=True) if ref is None]
        if unknown:
            return f"there is no entity {unknown[0]!r} in the graph."
        named = tuple(ref for ref in refs if ref is not None)
        if len({ref.id for ref in named}) != len(named):
            return "names the same entity twice."
        if origin and not known:
            missing.pop(origin.entry.key)
        return self._decided(entry, known, origin, named)

    def _draft(self, entry: MergeEntry, known: Known | None, origin: Known | None) -> Change | str:
        if origin and not known:
            return "has other members than it had and is still DRAFT: confirm or reject it."
        return Change(_known(entry, known, ()), self._making.undone(known))

    def _decided(
        self,
        entry: MergeEntry,
        known: Known | None,
        origin: Known | None,
        refs: tuple[EntityRef, ...],
    ) -> Change:
        act = ACTS[entry.status]
        key = merge_key(tuple(ref.id for ref in refs))
        since = self._making.since(key, origin)
        if not self._is_known and since:
            return Change(_known(entry, known, tuple(one.id for one in since)))
        undone = self._making.undone(origin) if _is_regrouped(entry, known, origin) else ()
        before = () if undone else self._making.in_force(known)
        result = _known(entry, origin, (*before, *(one.id for one in since)))
        decisions = [*undone]
        first = "" if known and _is_called_alike(entry, known) else refs[0].id
        if _wants_word(entry, known) and not _is_said(since, act, first):
            reason, shown = reason_of(entry, origin), origin.shown if origin else ""
            decisions.append(self._making.made(act, reason, shown, entities=refs))
        return Change(result, (*decisions, *self._named(entry, known, refs[0])))

    def _named(
        self, entry: MergeEntry, known: Known | None, ref: EntityRef
    ) -> tuple[Decision, ...]:
        """Call the whole as the person wrote: another name than any that they were shown."""
        name = entry.canonical_name
        is_new = known is not None and name not in _names(known)
        if not is_new or is_blank(name) or entry.status is not FileStatus.CONFIRMED:
            return ()
        if self._spoken.name_of(ref.id) == name:
            return ()
        return (self._making.made(Act.NAME, entities=(ref,), name=name),)


def _says_the_same(entry: MergeEntry, known: Known) -> bool:
    before = known.entry
    return (
        isinstance(before, MergeEntry)
        and entry.status is before.status
        and (entry.status is FileStatus.REJECTED or entry.canonical_id == before.canonical_id)
        and (entry.status is not FileStatus.CONFIRMED or entry.canonical_name in _names(known))
    )


def _wants_word(entry: MergeEntry, known: Known | None) -> bool:
    """Say whether there is more to decide than the name."""
    is_same = known is not None and entry.status is known.entry.status
    return known is None or not (is_same and _is_called_alike(entry, known))


def _is_regrouped(entry: MergeEntry, known: Known | None, origin: Known | None) -> bool:
    """Say whether an entry replaces what was decided: other members, or another first one."""
    if known is None:
        return origin is not None
    is_merge = entry.status is known.entry.status is FileStatus.CONFIRMED
    return is_merge and not _is_called_alike(entry, known)


def _is_called_alike(entry: MergeEntry, known: Known) -> bool:
    """Say whether the same entity names the whole as was shown."""
    before = known.entry
    return isinstance(before, MergeEntry) and entry.canonical_id == before.canonical_id


def _is_said(since: tuple[Decision, ...], act: Act, first: str) -> bool:
    """Say whether the last word since is the wanted one.

    Args:
        since: What was decided about the same entities since they were shown.
        act: The wanted one.
        first: Which entity a merge has to name first, where a person chose it.
    """
    last = since[-1] if since else None
    if last is None or last.act is not act:
        return False
    return act is Act.NOT_SAME or not first or last.entities[0].id == first


def _edited(entry: MergeEntry, missing: dict[str, Known]) -> Known | None:
    """Return the entry that a person made this one of: the most alike of those that are gone."""
    ids = {*entry.ids}
    found = [
        (len(ids & {*one.entry.ids}), one)
        for one in missing.values()
        if isinstance(one.entry, MergeEntry)
        and (
            len(ids & {*one.entry.ids}) >= SHARED_BY_EDIT
            or entry.canonical_id == one.entry.canonical_id
        )
    ]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _names(known: Known) -> frozenset[str]:
    """Return the names that a person was shown, and no name at all."""
    entry = known.entry
    if not isinstance(entry, MergeEntry):
        return frozenset()
    return frozenset({"", entry.canonical_name, *(one.name for one in entry.members)})


def _known(entry: MergeEntry, before: Known | None, decisions: tuple[str, ...]) -> Known:
    return Known(entry=entry, decisions=decisions, shown=before.shown if before else "")
