"""Settling the mentions of one document: which entity of the domain each one names.

Types go through the domain's synonyms and vocabularies, a stated alias joins the name it stands
for, and what cannot be settled is quarantined with a reason. Only this document is looked at.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sift_assets.core.graph.identity import entity_id, is_blank, normal_form
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.records.extraction import (
    Alignment,
    Mention,
    MentionKind,
    Quarantined,
    QuarantineReason,
    RelationMention,
)


class Settled(NamedTuple):
    """A mention with its place in the domain.

    Attributes:
        mention: As extracted.
        type: Its entity type in the graph.
        name: The name its entity is gathered under, in the vocabulary's spelling if it has one.
        entity_id: Of type and name.
        stated_type: What the extractor's type means before any vocabulary moved it.
        kind: How it names its entity; a full name that joined another one is an alias, and an
            alias that its own quote does not hold is only a reference.
    """

    mention: Mention
    type: str
    name: str
    entity_id: str
    stated_type: str
    kind: MentionKind


_Form = tuple[str, str]
"""Entity type and normal form of a name."""


class _Named(NamedTuple):
    name: str
    entity_id: str


def settle(mentions: Sequence[Mention], types: TypeMap) -> tuple[list[Settled], list[Quarantined]]:
    """Settle all mentions of one document.

    Returns:
        The settled mentions in the given order, and the others with the reason why not.
    """
    settled: list[Settled] = []
    refused: list[Quarantined] = []
    for mention in mentions:
        one = _settle_one(mention, types)
        if isinstance(one, Settled):
            settled.append(one)
        else:
            refused.append(one)
    return _with_aliases_joined(settled), refused


def quarantined(
    record: Mention | RelationMention, reason: QuarantineReason, detail: str
) -> Quarantined:
    """Keep a record out of the graph, as it was given, with the reason."""
    kind = "mention" if isinstance(record, Mention) else "relation"
    plain = record.model_dump(mode="json")
    if not math.isfinite(record.confidence):
        plain["confidence"] = str(record.confidence)  # JSON has no word for it
    return Quarantined(kind=kind, reason=reason, detail=detail, chunk=record.chunk, record=plain)


def refusal(record: Mention | RelationMention) -> Quarantined | None:
    """Return why a record cannot be used whatever the domain says, None when it can."""
    if not 0 <= record.confidence <= 1:  # also true for NaN
        detail = f"Its confidence {record.confidence} is not between 0 and 1."
        return quarantined(record, QuarantineReason.INVALID_RECORD, detail)
    if record.evidence.alignment is Alignment.UNGROUNDED:
        detail = "Its quote is not in the document."
        return quarantined(record, QuarantineReason.UNGROUNDED, detail)
    return None


def _settle_one(mention: Mention, types: TypeMap) -> Settled | Quarantined:
    refused = refusal(mention)
    if refused:
        return refused
    if is_blank(mention.name):
        return quarantined(mention, QuarantineReason.EMPTY_NAME, "It has no visible name.")
    stated = types.entity_type(mention.type)
    if stated is None:
        detail = f"The domain has no entity type {mention.type!r}."
        return quarantined(mention, QuarantineReason.UNKNOWN_TYPE, detail)
    place = types.place(stated, " ".join(mention.name.split()))
    identity = entity_id(place.type, place.name)
    return Settled(mention, place.type, place.name, identity, stated, _kind(mention))


def _kind(mention: Mention) -> MentionKind:
    """A model may claim an alias that nobody wrote; believed, it would join what is not one."""
    if mention.kind is not MentionKind.ALIAS:
        return mention.kind
    is_written = normal_form(mention.surface) in normal_form(mention.evidence.quote)
    return MentionKind.ALIAS if is_written else MentionKind.REFERENCE


def _with_aliases_joined(settled: Sequence[Settled]) -> list[Settled]:
    """Gather mentions that use a stated alias as their name under the name it stands for."""
    stands_for = _alias_targets(settled)
    return [_joined(one, stands_for) for one in settled]


def _joined(one: Settled, stands_for: Mapping[_Form, _Named]) -> Settled:
    target = _end_of_chain((one.type, normal_form(one.name)), stands_for)
    if target is None:
        return one
    kind = MentionKind.ALIAS if one.kind is MentionKind.NAME else one.kind
    return one._replace(name=target.name, entity_id=target.entity_id, kind=kind)


def _alias_targets(settled: Sequence[Settled]) -> dict[_Form, _Named]:
    """Return what each stated alias stands for; one that stands for two entities is left alone."""
    targets: dict[_Form, set[_Named]] = {}
    for one in settled:
        alias = normal_form(one.mention.surface)
        if one.kind is MentionKind.ALIAS and alias != normal_form(one.name):
            targets.setdefault((one.type, alias), set()).add(_Named(one.name, one.entity_id))
    return {
        form: min(named)
        for form, named in targets.items()
        if len({name.entity_id for name in named}) == 1
    }


def _end_of_chain(form: _Form, stands_for: Mapping[_Form, _Named]) -> _Named | None:
    """Follow aliases of aliases; names that stand for each other stay as they are."""
    entity_type, _ = form
    seen = {form}
    found = None
    while form in stands_for:
        found = stands_for[form]
        form = (entity_type, normal_form(found.name))
        if form in seen:
            return None
        seen.add(form)
    return found
