"""Two revisions of the graph: finding them by what people call them, and comparing them."""

from collections.abc import Mapping, Sequence

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import CorruptObjectError, ProjectError, StoreError
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.difference import Difference, difference
from sift_assets.core.records.manifest import GraphManifest
from sift_assets.core.records.record import Record
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.graph import load_graph

BUILT, RESOLVED = "graph_manifest", "resolved_graph"
"""The assets whose versions are revisions of the graph."""

LATEST, PREVIOUS = "latest", "previous"
"""Names of the last two revisions."""

SHORTEST = 6
"""Digits that name a revision at least: 16 million possibilities, against slips of the hand."""

LIST = "`sift diff --list` lists the revisions."


class Revision(Record):
    """One revision of the graph.

    Attributes:
        asset: `graph_manifest` or `resolved_graph`.
        version: Its version.
        recorded_at: When it came to be, in seconds since 1970.
        run_id: The run that recorded it.
    """

    asset: str
    version: str
    recorded_at: float = 0.0
    run_id: str = ""


def chosen(
    earlier: str, later: str, revisions: Mapping[str, Sequence[Revision]]
) -> tuple[Revision, Revision]:
    """Return the two revisions that are meant.

    Args:
        earlier: `latest`, `previous`, or the beginning of a version.
        later: Likewise. A name means the same asset as the other's version; of two names both
            mean the built graph.
        revisions: Asset to its revisions, newest first, none twice in a row.

    Raises:
        ProjectError: There is no such revision, more than one is meant, or the two are of
            different assets, whose statuses would all differ.
    """
    names = (LATEST, PREVIOUS)
    found = [_by_version(text, revisions) for text in (earlier, later) if text not in names]
    assets = {revision.asset for revision in found} or {BUILT}
    if len(assets) > 1:
        raise ProjectError(
            f"{earlier} is a {found[0].asset} and {later} is a {found[1].asset}.",
            f"Compare two revisions of one asset; {LIST}",
        )
    (asset,) = assets
    first, second = (
        _by_name(text, asset, revisions[asset]) if text in names else _by_version(text, revisions)
        for text in (earlier, later)
    )
    return first, second


def compared(workspace: Workspace, earlier: Revision, later: Revision) -> Difference:
    """Compare two revisions of one asset.

    Raises:
        StoreError: One of them is not in the store any more.
    """
    return difference(_graph(workspace, earlier), _graph(workspace, later))


def is_stored(workspace: Workspace, revision: Revision) -> bool:
    """Say whether a revision's value is still in the store, with all its parts."""
    store = workspace.store
    if not store.is_sound(revision.version):
        return False
    if revision.asset == RESOLVED:
        return True
    manifest = GraphManifest.from_bytes(store.get(revision.version))
    parts = (manifest.rest, *(part.version for part in manifest.types.values()))
    return all(map(store.is_sound, parts))


def _by_name(name: str, asset: str, revisions: Sequence[Revision]) -> Revision:
    back = 0 if name == LATEST else 1
    if len(revisions) <= back:
        raise ProjectError(f"There is no {name} {asset}.", f"Make one with `sift run`; {LIST}")
    return revisions[back]


def _by_version(text: str, revisions: Mapping[str, Sequence[Revision]]) -> Revision:
    wanted = text.lower()
    if len(wanted) < SHORTEST:
        raise ProjectError(
            f"`{text}` is too short to name a revision.",
            f"Give at least {SHORTEST} digits, or {LATEST} or {PREVIOUS}; {LIST}",
        )
    found = {
        revision.version: revision
        for known in revisions.values()
        for revision in known
        if revision.version.startswith(wanted)
    }
    if not found:
        raise ProjectError(f"There is no revision `{text}`.", LIST)
    if len(found) > 1:
        raise ProjectError(f"`{text}` begins {len(found)} revisions.", f"Give more digits; {LIST}")
    return next(iter(found.values()))


def _graph(workspace: Workspace, revision: Revision) -> KnowledgeGraph:
    try:
        if revision.asset == BUILT:
            return load_graph(workspace, revision.version)
        return ResolvedGraph.from_bytes(workspace.store.get(revision.version))
    except ValueError as error:
        raise StoreError(
            f"Revision {revision.version[:12]} was written by an earlier version of sift_assets.",
            f"Compare with one that was not; {LIST}",
        ) from error
    except CorruptObjectError as error:
        raise StoreError(
            f"Revision {revision.version[:12]} is not whole in the store any more.",
            f"Old revisions go with `sift gc`; {LIST}",
        ) from error
