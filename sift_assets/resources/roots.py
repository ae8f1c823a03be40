"""One look at both roots of a project's documents, with one cache."""

from collections.abc import Sequence
from pathlib import Path

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.roots import is_promoted, promoted_key, promoted_name, united
from sift_assets.core.planning.stat_cache import StatCache
from sift_assets.resources.folder import Scan, scan


def scan_roots(
    people: Path,
    promoted: Path | None,
    *,
    now_ns: int,
    ignore: Sequence[str] = (),
    own: Sequence[Path] = (),
    cache: StatCache | None = None,
) -> Scan:
    """Look at the watched folder and, where it exists, at the folder of promoted documents.

    What people ignore in their folder is not ignored in the other: it was delivered.

    Args:
        people: The watched folder.
        promoted: The second root, None where there is none.
        now_ns: The present, in nanoseconds since 1970.
        ignore: Globs, for the watched folder.
        own: Files and folders of the project itself.
        cache: From the previous look.

    Raises:
        ProjectError: One of them cannot be looked at; nothing is concluded from the other.
    """
    cache = cache or StatCache()
    if promoted is None or not _is_there(promoted):
        return scan(people, now_ns=now_ns, ignore=ignore, own=own, cache=_of_people(cache))
    ours = [*own, promoted]  # nor a document of people's when they watch the project's own folder
    first = scan(people, now_ns=now_ns, ignore=ignore, own=ours, cache=_of_people(cache))
    second = scan(promoted, now_ns=now_ns, own=own, cache=_of_promoted(cache, promoted))
    entries = {promoted_key(key): entry for key, entry in second.cache.entries.items()}
    both = StatCache({**first.cache.entries, **entries}, first.cache.device)
    return Scan(united(first.state, second.state), both)


def _is_there(promoted: Path) -> bool:
    """Return whether there is such a folder. A link would make any other folder Central's."""
    if promoted.is_symlink():
        raise ProjectError(
            f"{promoted}: is a link, and must be a folder of its own.", "Remove the link."
        )
    return promoted.exists()


def _of_people(cache: StatCache) -> StatCache:
    entries = cache.entries
    if not any(map(is_promoted, entries)):
        return cache
    own = {key: entry for key, entry in entries.items() if not is_promoted(key)}
    return StatCache(own, cache.device)


def _of_promoted(cache: StatCache, folder: Path) -> StatCache:
    """Return its part of the cache. The folder is the project's own and on no drive to mount."""
    own = {promoted_name(key): one for key, one in cache.entries.items() if is_promoted(key)}
    return StatCache(own, folder.stat().st_dev)
