"""Comparisons of names, kept on this machine from one look for duplicates to the next.

A cache of `core.resolution.compared_names`: it may be deleted, and shapes nothing.
"""

from pathlib import Path

from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.records.record import content_hash, key_of
from sift_assets.core.resolution.compared_names import ComparedNames
from sift_assets.resources.files import write_atomically
from sift_assets.resources.workspace import Workspace

FOLDER = "compared_names"
"""Below the folder of what has to lie on this machine."""

KEPT_FROM = 5_000
"""Pairs from which a type's comparisons are kept: fewer are made anew in less than 100 ms."""


def known_names(workspace: Workspace, type_name: str) -> ComparedNames:
    """Return what is kept of a type; nothing where it is damaged, or of other code."""
    try:
        check, _, data = _path(workspace, type_name).read_bytes().partition(b"\n")
    except OSError:
        return ComparedNames.none()
    if check != _check(type_name, data):
        return ComparedNames.none()
    return ComparedNames.from_bytes(data)


def keep_names(workspace: Workspace, type_name: str, names: ComparedNames) -> None:
    """Keep the comparisons of a type in the place of the earlier ones.

    Raises:
        StoreError: The disk is full or not writable.
    """
    path = _path(workspace, type_name)
    if len(names.pairs) < KEPT_FROM:
        path.unlink(missing_ok=True)
        return
    data = names.to_bytes()
    write_atomically(path, _check(type_name, data) + b"\n" + data, durable=False)


def _path(workspace: Workspace, type_name: str) -> Path:
    return workspace.local_folder / FOLDER / f"{key_of('type', type_name)}.arrow"


def _check(type_name: str, data: bytes) -> bytes:
    code = SPINE["merge_proposals"].code_version
    return key_of("compared names", code, type_name, content_hash(data)).encode()
