"""What a changed entry of `relation_review.yaml` decides."""

from collections.abc import Iterable

from sift_assets.core.decisions.decision import Act, Decision, EntityRef, RelationRef
from sift_assets.core.graph.identity import relation_id
from sift_assets.core.graph.type_map import EXTENDS, TypeMap
from sift_assets.core.review.files.changes import Change, Making, Subjects, reason_of
from sift_assets.core.review.files.records import FileStatus, Known, RelationEntry
from sift_assets.core.review.files.spoken import Spoken


class RelationJudge:
    """Says what entries about relations come to.

    Args:
        subjects: Names the relations and their ends.
        spoken: What is in force.
        making: Makes the decisions.
        types: The domain, compiled.
        is_known: As for `merge_changes.MergeJudge`.
    """

    def __init__(
        self, subjects: Subjects, spoken: Spoken, making: Making, types: TypeMap, *, is_known: bool
    ) -> None:
        self._subjects = subjects
        self._spoken = spoken
        self._making = making
        self._types = types
        self._is_known = is_known

    def judged(
        self,
        entry: RelationEntry,
        known: Known | None,
        missing: dict[str, Known],  # noqa: ARG002 - another end is another relation
    ) -> Change | str:
        """Return what an entry comes to; see `changes.Judge`."""
        if known and known.entry.status is entry.status:
            return Change(known)
        if entry.status is FileStatus.DRAFT:
            return Change(_known(entry, known, ()), self._making.undone(known))
        ends = [self._subjects.entity(one) for one in (entry.source_id, entry.target_id)]
        source, target = ends
        if source is None or target is None:
            unknown = entry.source_id if source is None else entry.target_id
            return f"there is no entity {unknown!r} in the graph."
        if source.id == target.id:
            return "is about an entity and itself."
        if self._types.relation_type(entry.relation_type) is None:
            return f"the domain has no relation type {entry.relation_type!r}."
        return self._decided(entry, known, source, target)

    def _decided(
        self, entry: RelationEntry, known: Known | None, source: EntityRef, target: EntityRef
    ) -> Change:
        said = self._said(entry, known, source, target)
        ref = _ref(said) or RelationRef(source=source, type=entry.relation_type, target=target)
        ref = self._subjects.relation(entry.key) or ref
        since = self._making.since(_key(ref), known)
        result = _known(entry, known, (*self._making.in_force(known), *(one.id for one in since)))
        act = self._act(entry, known, said)
        if since and (not self._is_known or since[-1].act is act):
            return Change(result)
        reason, shown = reason_of(entry, known), known.shown if known else ""
        return Change(result, (self._making.made(act, reason, shown, relation=ref),))

    def _said(
        self, entry: RelationEntry, known: Known | None, source: EntityRef, target: EntityRef
    ) -> tuple[Decision, ...]:
        """Return what is in force about the relation, also under the names it had then."""
        keys = (relation_id(source.id, entry.relation_type, target.id), entry.key)
        about = {one.id: one for key in keys for one in self._spoken.about(key)}
        about |= {one.id: one for one in self._spoken.by_ids(known.decisions if known else ())}
        return tuple(about.values())

    def _act(self, entry: RelationEntry, known: Known | None, said: Iterable[Decision]) -> Act:
        """Return what a status means: what no document states has to be added to hold."""
        if entry.status is FileStatus.REJECTED:
            return Act.REJECT
        if any(one.act is Act.ADD for one in said):
            return Act.ADD
        is_stated = self._subjects.relation(entry.key) is not None
        was_stated = known is not None and entry.relation_type != EXTENDS
        return Act.CONFIRM if is_stated or was_stated else Act.ADD


def _ref(said: Iterable[Decision]) -> RelationRef | None:
    return next((one.relation for one in said if one.relation is not None), None)


def _key(ref: RelationRef) -> str:
    return relation_id(ref.source.id, ref.type, ref.target.id)


def _known(entry: RelationEntry, before: Known | None, decisions: tuple[str, ...]) -> Known:
    shown = before.shown if before else ""
    return Known(entry=entry.remembered(), decisions=decisions, shown=shown)
