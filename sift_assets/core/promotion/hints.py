"""What a document says of where it belongs: repositories, projects by name, tags.

All of it is a stranger's word. It decides nothing by itself but is held against what the settings
track.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from sift_assets.core.graph.identity import normal_form
from sift_assets.core.promotion.records import Hint
from sift_assets.core.promotion.settings import TrackedProject

REPOSITORY, PROJECT, TAG = "repository", "project", "tag"
"""Kinds of hints: an address of a repository; the name of a tracked project in the text, which is
of that project when it has two words or more; a tag `project:…` or `repo:…`."""

MOST_HINTS = 200
"""Of a document; who lists more repositories writes a catalogue, and the first tell as much."""

_HOSTS = r"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|dev\.azure\.com)"
_PATH = r"[~\w][\w.-]{0,99}/[\w.-]{1,100}"
_ADDRESS = re.compile(
    rf"(?:\bgit@(?P<shell>[\w.-]{{3,253}}):(?P<path>{_PATH})"
    rf"|\b(?:(?:https?|ssh|git)://(?:[\w.-]{{1,100}}@)?)?(?P<web>(?:www\.)?{_HOSTS})/(?P<rest>{_PATH}))",
    re.IGNORECASE,
)
_LINK = re.compile(r"\S*(?:://|@|\w/)\S*")
"""Addresses, paths and mail: a name in `github.com/eve/harbour` names nothing of ours."""

_TAG = re.compile(r"(?:repo|repository|project):(?P<value>\S.{0,200})", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def repository_form(address: str) -> str:
    """Return the form in which addresses of repositories are compared: `github.com/acme/harbour`.

    Whether one is written for the web, for a shell, with or without `.git`, it is one repository.
    """
    text = re.sub(r"^[a-z+]+://", "", address.strip().lower())
    text = re.sub(r"^[^/@]*@", "", text).removeprefix("www.")
    if "/" not in text.partition(":")[0]:
        text = text.replace(":", "/", 1)
    host, *path = [part for part in text.split("/") if part]
    return "/".join((host, *path[:2])).rstrip(".").removesuffix(".git")


def hints_of(text: str, tags: Sequence[str], tracked: Sequence[TrackedProject]) -> tuple[Hint, ...]:
    """Find every hint of a document, each once, sorted.

    Args:
        text: The whole text.
        tags: As the document states them.
        tracked: The organisation's projects.
    """
    by_repository = {
        repository_form(address): one.name for one in tracked for address in one.repositories
    }
    by_name = {
        words: one.name
        for one in tracked
        for name in (one.name, *one.aliases)
        if (words := words_of(name))
    }
    found = {(REPOSITORY, one): by_repository.get(one, "") for one in _repositories(text)}
    prose = _LINK.sub(" ", text)
    found |= {(PROJECT, " ".join(one)): _told(one, by_name) for one in named_in(prose, by_name)}
    for tag in tags:
        if match := _TAG.fullmatch(tag.strip()):
            value = match["value"].strip().lower()
            known = by_name.get(words_of(value)) or by_repository.get(repository_form(value), "")
            found[TAG, value] = known
    hints = [Hint(kind=kind, value=value, tracked=of) for (kind, value), of in found.items()]
    return tuple(sorted(hints, key=lambda one: (not one.tracked, one.kind, one.value))[:MOST_HINTS])


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in the form in which names are compared."""
    return tuple(_WORD.findall(normal_form(text)))


def named_in(text: str, names: Mapping[tuple[str, ...], object]) -> Iterator[tuple[str, ...]]:
    """Yield which names stand in a text as whole words, each once; the longest at a place."""
    longest = max(map(len, names), default=0)
    words, at, seen = words_of(text), 0, set[tuple[str, ...]]()
    while at < len(words):
        here = (words[at : at + size] for size in range(min(longest, len(words) - at), 0, -1))
        found = next((name for name in here if name in names), None)
        if found is not None and found not in seen:
            seen.add(found)
            yield found
        at += len(found) if found else 1


def _told(words: tuple[str, ...], names: Mapping[tuple[str, ...], str]) -> str:
    """Return the project that a name in prose is of; a name of one word may be any word."""
    return names[words] if len(words) > 1 else ""


def _repositories(text: str) -> Iterator[str]:
    for match in _ADDRESS.finditer(text):
        host, path = match["shell"] or match["web"], match["path"] or match["rest"]
        yield repository_form(f"{host}/{path}")
