"""Decisions that name what only a forgotten document named: they are forgotten with it.

Such a decision could never count again, since its subject may not come back, and its line holds
the name.
"""

from collections.abc import Collection, Iterable

from sift_assets.core.decisions.decision import Decision, EntityRef
from sift_assets.core.decisions.history import entities_of


def naming_only(decisions: Iterable[Decision], documents: Collection[str]) -> tuple[Decision, ...]:
    """Return the decisions with a subject that is known from some documents and no others.

    A subject without anchors, as an import makes it, is known from nowhere: its name came from a
    person, and stays.

    Args:
        decisions: Those in question.
        documents: Keys of what is forgotten: one content under all its names.
    """
    wanted = set(documents)
    return tuple(one for one in decisions if any(_is_of(ref, wanted) for ref in entities_of(one)))


def _is_of(ref: EntityRef, documents: set[str]) -> bool:
    known_from = {anchor.document for anchor in ref.anchors}
    return bool(known_from) and known_from <= documents
