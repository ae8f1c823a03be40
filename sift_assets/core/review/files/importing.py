"""Decisions made elsewhere: the review files of sift-kg, or of another project, as decisions here.

Its ids mean nothing here; what counts are types and names. What is not in the graph is named by
these alone and waits until it appears.
"""

from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from sift_assets.core.decisions.decision import Act, Channel, Decision, EntityRef, RelationRef
from sift_assets.core.graph.identity import entity_id, is_blank, relation_id
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.files.changes import Making, Subjects, type_of_id
from sift_assets.core.review.files.records import (
    FileStatus,
    MergeEntry,
    RelationEntry,
)
from sift_assets.core.review.files.spoken import Spoken, subject_key


class Importing:
    """Makes decisions of foreign entries, each once.

    What has been decided here stands: an imported word counts only where there is none, and what
    was imported before is not imported again, also when it has been undone.

    Args:
        subjects: Names the entities that are in the graph.
        every: The whole log.
        spoken: What of it is in force.
        making: Makes the decisions.
    """

    def __init__(
        self, subjects: Subjects, every: Iterable[Decision], spoken: Spoken, making: Making
    ) -> None:
        self._subjects = subjects
        self._spoken = spoken
        self._making = making
        self._imported = {_said(one) for one in every if one.channel is Channel.IMPORT}

    def imported(self, entry: MergeEntry | RelationEntry) -> tuple[Decision, ...] | str:
        """Return the new decisions of an entry, or in words what is wrong with it."""
        if entry.status is FileStatus.DRAFT:
            return ()
        try:
            made = self._of_merge(entry) if isinstance(entry, MergeEntry) else self._of(entry)
        except ValidationError:
            return "names too few different entities to decide about."
        if isinstance(made, str):
            return made
        new = [one for one in made if _said(one) not in self._imported]
        self._imported |= {_said(one) for one in new}
        words = [(one, self._spoken.about(subject_key(one))) for one in new]
        against = [said[-1] for one, said in words if said and _said(said[-1]) != _said(one)]
        if against:
            return f"is decided otherwise here ({against[0].act}), which stands."
        return tuple(one for one, said in words if not said)

    def _of_merge(self, entry: MergeEntry) -> Sequence[Decision] | str:
        named = [(entry.canonical_id, entry.canonical_name)]
        named += [(one.id, one.name) for one in entry.members]
        refs = [self._entity(one, name, entry.entity_type) for one, name in named]
        wrong = [ref for ref in refs if isinstance(ref, str)]
        if wrong:
            return wrong[0]
        if entry.status is FileStatus.CONFIRMED:
            return [self._making.made(Act.MERGE, entities=tuple(refs))]
        first, *others = refs
        return [self._making.made(Act.NOT_SAME, entities=(first, other)) for other in others]

    def _of(self, entry: RelationEntry) -> Sequence[Decision] | str:
        source = self._entity(entry.source_id, entry.source_name)
        target = self._entity(entry.target_id, entry.target_name)
        if isinstance(source, str) or isinstance(target, str):
            return source if isinstance(source, str) else str(target)
        kind = entry.relation_type
        there = self._subjects.relation(relation_id(source.id, kind, target.id))
        ref = there or RelationRef(source=source, type=kind, target=target)
        yes = Act.ADD if kind == EXTENDS and there is None else Act.CONFIRM
        act = yes if entry.status is FileStatus.CONFIRMED else Act.REJECT
        return [self._making.made(act, relation=ref)]

    def _entity(self, one: str, name: str, type_name: str = "") -> EntityRef | str:
        """Name an entity by type and name; the type in its id is its own, across types too."""
        kind = type_of_id(one) or type_name
        if is_blank(name) or not kind:
            return self._subjects.entity(one) or f"{one!r} has no name."
        return self._subjects.entity(entity_id(kind, name)) or EntityRef(type=kind, name=name)


def _said(one: Decision) -> tuple[bool, str]:
    """Return whether a decision says yes, and of what; to add and to confirm is the same yes."""
    return one.act not in {Act.NOT_SAME, Act.REJECT}, subject_key(one)
