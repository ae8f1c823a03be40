"""Which paths a list of globs ignores.

The language is the plain part of what people know from `.gitignore`: `*` and `?` stay within one
name, `**` as a whole name crosses folders, a pattern without a slash matches a name at any depth,
one with a slash is anchored at the watched folder, a slash at the end means folders only. Case
matters. There is no `!`.
"""

import fnmatch
import re
from collections.abc import Sequence
from functools import lru_cache

ANY_DEPTH = "**"


def ignored_by(path: str, patterns: Sequence[str], *, folder: bool = False) -> str:
    """Return the first pattern that ignores a path itself; empty when none does.

    What lies in an ignored folder is ignored too; the caller, who walks, does not enter it.

    Args:
        path: Relative to the watched folder, with `/`.
        patterns: Globs, as in `sift.yaml`.
        folder: Whether the path is a folder.
    """
    names = path.split("/")
    for pattern in patterns:
        if (folder or not pattern.endswith("/")) and _matches(pattern, names):
            return pattern
    return ""


def _matches(pattern: str, names: Sequence[str]) -> bool:
    glob = pattern.removesuffix("/")
    if "/" not in glob:
        return _name(glob).match(names[-1]) is not None
    parts = glob.removeprefix("/").split("/")
    reached = {0}  # how many names the parts so far can have matched; no way is tried twice
    for at, part in enumerate(parts):
        if part == ANY_DEPTH:
            inside = at > 0 and at == len(parts) - 1  # `x/**` is what is in x, and not x itself
            reached = set(range(min(reached) + inside, len(names) + 1)) if reached else reached
        else:
            reached = {n + 1 for n in reached if n < len(names) and _name(part).match(names[n])}
    return len(names) in reached


@lru_cache(maxsize=1024)
def _name(glob: str) -> re.Pattern[str]:
    return re.compile(fnmatch.translate(glob))
