"""What a changed entry of `contradiction_review.yaml` decides."""

from typing import Literal, cast

from sift_assets.core.decisions.decision import Decision, digest_of
from sift_assets.core.decisions.history import entities_of, relations_of
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.files.changes import Change, Making, reason_of
from sift_assets.core.review.files.contradiction_file import said_about
from sift_assets.core.review.files.records import ALL, ContradictionEntry, FileStatus, Known
from sift_assets.core.review.files.spoken import Spoken
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenRelation,
    StatedType,
    StatedValue,
)
from sift_assets.core.review.signature import Signature


class ContradictionJudge:
    """Says what entries about contradictions come to.

    Args:
        naming: Names what is in the latest graph; None before the first.
        signature: Who decides.
        spoken: What is in force.
        making: Takes decisions back.
        is_known: As for `merge_changes.MergeJudge`.
    """

    def __init__(
        self,
        naming: Naming | None,
        signature: Signature,
        spoken: Spoken,
        making: Making,
        *,
        is_known: bool,
    ) -> None:
        self._naming = naming
        self._signature = signature
        self._spoken = spoken
        self._making = making
        self._is_known = is_known

    def judged(
        self,
        entry: ContradictionEntry,
        known: Known | None,
        missing: dict[str, Known],  # noqa: ARG002 - another entity is another contradiction
    ) -> Change | str:
        """Return what an entry comes to; see `changes.Judge`."""
        if known and not _are_the_same_facts(entry, known):
            return "lists other facts than it did: only status, stands and reason are read."
        if known and _says(entry) == _says(known.entry):
            return Change(known)
        if entry.status is FileStatus.DRAFT:
            if entry.stands != ALL:
                return "says what stands and is still DRAFT: confirm it."
            return Change(_known(entry, known, ()), self._making.undone(known))
        return self._decided(entry, known)

    def _decided(self, entry: ContradictionEntry, known: Known | None) -> Change | str:
        before = known.decisions if known else ()
        since = [one for one in said_about(entry, self._spoken) if one.id not in before]
        result = _known(entry, known, tuple(one.id for one in since))
        if since and not self._is_known:
            return Change(result)
        try:
            wanted = self._kept(entry, known)
        except DecisionError as error:  # what was decided since may be gone from the graph
            return Change(result) if since else error.message
        is_changed = known is not None and known.entry.status is not FileStatus.DRAFT
        undone = self._making.undone(known) if is_changed else ()
        said = [_content(one) for one in since]
        return Change(result, (*undone, *(one for one in wanted if _content(one) not in said)))

    def _kept(self, entry: ContradictionEntry, known: Known | None) -> list[Decision]:
        if self._naming is None:
            raise DecisionError("There is no graph yet.")
        reason = reason_of(entry, known) or self._signature.reason
        deciding = Deciding(self._naming, self._signature.model_copy(update={"reason": reason}))
        stand = entry.numbers if entry.status is FileStatus.CONFIRMED else ()
        shown = {"shown": known.shown if known else ""}
        return [one.model_copy(update=shown) for one in deciding.keep(_item(entry), stand)]


def _item(entry: ContradictionEntry) -> OpenContradiction:
    """Return what an entry is about, without its evidence."""
    facts = [one.fact for one in entry.facts]
    kind = cast("Literal['relation', 'attribute', 'type', 'name']", entry.kind)
    item = OpenContradiction(
        kind=kind, entity=entry.entity_id, name=entry.entity_name, about=entry.about
    )
    if kind == "relation":
        return item.model_copy(update={"relations": tuple(map(_relation, facts))})
    if kind == "attribute":
        values = tuple(StatedValue(value=one, documents=()) for one in facts)
        return item.model_copy(update={"values": values})
    types = (
        StatedType(type=one.fact, entities=tuple(one.entities.split()), documents=())
        for one in entry.facts
    )
    return item.model_copy(update={"types": tuple(types)})


def _relation(one: str) -> OpenRelation:
    return OpenRelation(
        id=one, source_name="", type="", target_name="", confidence=0, support=0, flags=()
    )


def _are_the_same_facts(entry: ContradictionEntry, known: Known) -> bool:
    before = known.entry
    return isinstance(before, ContradictionEntry) and (
        [(digest_of(one.fact), one.entities) for one in entry.facts]
        == [(one.fact, one.entities) for one in before.facts]
    )


def _says(entry: object) -> tuple[FileStatus, tuple[int, ...]]:
    """Return what an entry decides."""
    if not isinstance(entry, ContradictionEntry):
        return FileStatus.DRAFT, ()
    return entry.status, () if entry.status is FileStatus.REJECTED else entry.numbers


def _content(one: Decision) -> tuple[object, ...]:
    """Return what a decision says, whoever said it and when."""
    relations = [(ref.source.id, ref.type, ref.target.id) for ref in relations_of(one)]
    values = one.attribute and (one.attribute.key, one.attribute.value)
    kept = one.values and (one.values.key, one.values.values)
    return one.act, [ref.id for ref in entities_of(one)], relations, len(one.falls), values, kept


def _known(entry: ContradictionEntry, before: Known | None, decisions: tuple[str, ...]) -> Known:
    shown = before.shown if before else ""
    return Known(entry=entry.remembered(), decisions=decisions, shown=shown)
