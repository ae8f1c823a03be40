"""Whether a document is of the organisation's work: hints against what is tracked, and identity.

A name that Central's graph knows is evidence to be shown, never enough to promote unasked: almost
any text names something that Central has heard of, the more so the larger it grows.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sift_assets.core.promotion.hints import hints_of, named_in, words_of
from sift_assets.core.promotion.records import (
    Candidate,
    CentralHit,
    Hint,
    Reference,
    ReferenceStatus,
)
from sift_assets.core.promotion.settings import TrackedProject

REFERENCE_VERSION = 1
"""Raised with every change of `hints` or of this module by which other references may come."""

IDENTITY_DOCUMENTS = 2
"""Documents of Central that state a thing before its name is evidence: one may be mistaken."""

SHORTEST_WORD = 6
"""Letters of a name of one word; shorter ones are words of the language as often as names."""

ENOUGH_HITS = 2
"""Things of Central that a document without any hint must name to be put before a person; one is a
coincidence."""


class CentralName(NamedTuple):
    """A name of a thing of Central's graph."""

    entity: str
    type: str
    name: str
    documents: int


class Central(NamedTuple):
    """What of Central a reference is looked up in.

    Attributes:
        names: By the words of each name.
        revision: Of the graph.
    """

    names: Mapping[tuple[str, ...], CentralName]
    revision: str


def central_of(names: Iterable[CentralName], revision: str) -> Central:
    """Return what documents are compared with: names that several documents state.

    Of two things of one name the one with more documents counts.
    """
    found: dict[tuple[str, ...], CentralName] = {}
    for one in sorted(names, key=lambda name: (name.documents, name.entity)):
        words = words_of(one.name)
        if one.documents >= IDENTITY_DOCUMENTS and _is_telling(words):
            found[words] = one
    return Central(found, revision)


def reference_of(
    candidate: Candidate, text: str, tracked: Sequence[TrackedProject], central: Central | None
) -> Reference:
    """Say whether a document is of the organisation's work.

    Args:
        candidate: The document.
        text: Its whole text.
        tracked: The organisation's projects.
        central: Central's graph; None where nobody could look, which is not the same as nothing
            found.
    """
    hints = hints_of(text, candidate.tags, tracked)
    hits = () if central is None else _hits(text, central)
    status, reason = _status(hints, hits, is_known=central is not None)
    return Reference(
        candidate=candidate.id,
        content=candidate.content,
        status=status,
        reason=reason,
        hints=hints,
        hits=hits,
        revision=central.revision if central else "",
    )


def _status(
    hints: Sequence[Hint], hits: Sequence[CentralHit], *, is_known: bool
) -> tuple[ReferenceStatus, str]:
    tracked = sorted({hint.tracked for hint in hints if hint.tracked})
    if tracked:
        return ReferenceStatus.KNOWN_ORG_WORK, f"names tracked work: {', '.join(tracked)}"
    if not is_known:
        return ReferenceStatus.UNKNOWN, "Central's graph could not be looked at"
    if hints:
        said = f"{len(hints)} hints, none of tracked work; {len(hits)} things of Central"
        return ReferenceStatus.NEW_ORG_PROJECT, said
    if len(hits) >= ENOUGH_HITS:
        return ReferenceStatus.NEW_ORG_PROJECT, f"no hint; names {len(hits)} things of Central"
    return ReferenceStatus.NO_REFERENCE_SIGNAL, f"no hint; names {len(hits)} things of Central"


def _hits(text: str, central: Central) -> tuple[CentralHit, ...]:
    found = {central.names[words] for words in named_in(text, central.names)}
    return tuple(
        CentralHit(entity=one.entity, type=one.type, name=one.name, documents=one.documents)
        for one in sorted(found, key=lambda one: (-one.documents, one.entity))
    )


def _is_telling(words: tuple[str, ...]) -> bool:
    return len(words) > 1 or (len(words) == 1 and len(words[0]) >= SHORTEST_WORD)
