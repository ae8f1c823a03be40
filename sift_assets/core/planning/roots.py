"""The two roots of a project's documents: the watched folder, and what was promoted to it.

A document of the second has a key below `@promoted/`, so that it has a name of its own whatever
people call their files. A folder of that name in the watched folder is never looked into.
"""

from collections.abc import Iterable, Set
from dataclasses import replace

from sift_assets.core.planning.folder_state import FolderState, Skipped, mass_deletion

PROMOTED = "@promoted"
"""In the place of the second root's folder in keys and paths."""

_BELOW = f"{PROMOTED}/"


def is_promoted(key: str) -> bool:
    """Return whether a document, by its key or its path, is of the second root."""
    return key.startswith(_BELOW)


def promoted_key(name: str) -> str:
    """Return the key, or the path, of what lies in the second root under a name."""
    return _BELOW + name


def promoted_name(key: str) -> str:
    """Return what `promoted_key` was given; empty for a document of people's."""
    return key.removeprefix(_BELOW) if is_promoted(key) else ""


def of_people(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the documents of the watched folder, in the order given."""
    return tuple(key for key in keys if not is_promoted(key))


def waiting_deletions(known: Set[str], gone: Set[str]) -> tuple[str, ...]:
    """Return which deletions wait for a person: those of people's files, where they are many.

    What was promoted goes at once: taking it back is a decision already, however many are
    taken back together.

    Args:
        known: Keys of the documents taken up so far.
        gone: Those of them that are gone for certain.
    """
    people, lost = frozenset(of_people(known)), frozenset(of_people(gone))
    return tuple(sorted(lost)) if mass_deletion(people, people - lost) else ()


def united(people: FolderState, promoted: FolderState) -> FolderState:
    """Return one look at both roots.

    Args:
        people: The look at the watched folder.
        promoted: The look at the second root, its keys as below that folder.
    """
    below = _below(promoted)
    return FolderState(
        documents=tuple(sorted((*people.documents, *below.documents), key=lambda file: file.key)),
        pending=tuple(sorted((*people.pending, *below.pending))),
        changing=tuple(sorted((*people.changing, *below.changing))),
        skipped=tuple(sorted((*people.skipped, *below.skipped), key=_key_of_skipped)),
    )


def _below(state: FolderState) -> FolderState:
    return replace(
        state,
        documents=tuple(file._replace(key=promoted_key(file.key)) for file in state.documents),
        pending=tuple(map(promoted_key, state.pending)),
        changing=tuple(map(promoted_key, state.changing)),
        skipped=tuple(
            skip.model_copy(update={"key": promoted_key(skip.key)}) for skip in state.skipped
        ),
    )


def _key_of_skipped(skip: Skipped) -> str:
    return skip.key
