"""Looks through what is pinned and what is installed for what must not be there.

    python -m sift_assets_tests.security.dependency_audit

from the repository's root. It fails, with name, version and reason, on a package of the list
`refused_packages.toml` that is pinned or installed, on a requirement that would admit one, on a
requirement without a pin, and on an installed package of ours that is not pinned or is another
version. It asks no index and imports none of the packages.
"""

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from sift_assets_tests.benchmarks.figures import REPOSITORY

LIST = Path(__file__).with_name("refused_packages.toml")

UNPINNED_EXTRAS = frozenset({"rapidocr", "easyocr", "paddleocr", "gcv"})
"""Other engines that recognise text, of the user's choice: nothing here installs them."""

OF_PYTHON = frozenset({"pip", "setuptools"})
"""What a new environment of Python 3.11 holds before anything is installed from an index."""

DIRECT_URL = "direct_url.json"
"""Where pip writes what a package was installed from, when from no index (PEP 610)."""


class Refused(NamedTuple):
    """A package that may not be there.

    Attributes:
        name: Canonical.
        versions: Which.
        reason: Why, for whoever reads the failure.
        but_from: Begins the address of the real one, which is on no index; empty where there is
            none.
    """

    name: str
    versions: SpecifierSet
    reason: str
    but_from: str = ""


class Installed(NamedTuple):
    """An installed package: where it came from is empty for an index."""

    version: str
    came_from: str
    requires: tuple[str, ...]


def refused_packages(text: str) -> tuple[Refused, ...]:
    """Read the list."""
    return tuple(
        Refused(
            canonicalize_name(one["name"]),
            SpecifierSet(one.get("versions", "")),
            one["reason"],
            one.get("but_from", ""),
        )
        for one in tomllib.loads(text)["refused"]
    )


def pins_of(constraints: str) -> tuple[dict[str, str], list[str]]:
    """Return name to version of every pin, and the lines that are none."""
    pins: dict[str, str] = {}
    faults: list[str] = []
    for line in constraints.splitlines():
        bare = line.partition("#")[0].strip()
        name, exactly, version = bare.partition("==")
        if exactly and _is_version(version):
            pins[canonicalize_name(name)] = version
        elif bare:
            faults.append(f"constraints.txt: `{bare}` pins no version")
    return pins, faults


def requirements_of(project: str, *, extras: bool = True) -> list[Requirement]:
    """Return what a pyproject.toml requires, with the extras that are pinned or without any."""
    said = tomllib.loads(project)["project"]
    written: list[str] = list(said["dependencies"])
    for extra, wanted in said["optional-dependencies"].items() if extras else ():
        written += () if extra in UNPINNED_EXTRAS else wanted
    return [Requirement(one) for one in written]


def installed_packages(found: Iterable[Distribution]) -> dict[str, Installed]:
    """Return what is installed, by canonical name."""
    return {
        canonicalize_name(one.metadata["Name"]): Installed(
            one.version, _came_from(one), tuple(one.requires or ())
        )
        for one in found
    }


def faults(
    refused: Sequence[Refused],
    pins: Mapping[str, str],
    wanted: Sequence[Requirement],
    installed: Mapping[str, Installed],
) -> list[str]:
    """Return everything that must not be, a line each."""
    return [
        *_refused_pins(refused, pins),
        *_admitted(refused, wanted),
        *_refused_installed(refused, installed),
        *_unpinned(pins, wanted, installed),
    ]


def _refused_pins(refused: Sequence[Refused], pins: Mapping[str, str]) -> Iterator[str]:
    for one in refused:
        if one.name in pins and pins[one.name] in one.versions:
            yield f"constraints.txt: {one.name} {pins[one.name]}: {one.reason}"


def _admitted(refused: Sequence[Refused], wanted: Sequence[Requirement]) -> Iterator[str]:
    """Yield what a requirement would admit: one version of the list, or any of a bad name."""
    for requirement in wanted:
        for one in refused:
            if canonicalize_name(requirement.name) != one.name:
                continue
            exact = [Version(spec.version) for spec in one.versions]
            if not exact or any(version in requirement.specifier for version in exact):
                admitted = f"`{requirement}` admits {one.name} {one.versions}"
                yield f"pyproject.toml: {admitted}: {one.reason}"


def _refused_installed(
    refused: Sequence[Refused], installed: Mapping[str, Installed]
) -> Iterator[str]:
    for one in refused:
        found = installed.get(one.name)
        if found is None or not one.versions.contains(found.version, prereleases=True):
            continue
        if not (one.but_from and found.came_from.startswith(one.but_from)):
            yield f"installed: {one.name} {found.version}: {one.reason}"


def _unpinned(
    pins: Mapping[str, str], wanted: Sequence[Requirement], installed: Mapping[str, Installed]
) -> Iterator[str]:
    for requirement in wanted:
        if canonicalize_name(requirement.name) not in pins:
            yield f"constraints.txt: pins no version of {requirement.name}, which is required"
    for name in sorted(_needed(wanted, installed) - OF_PYTHON):
        version = installed[name].version
        if name not in pins:
            yield f"installed: {name} {version}: constraints.txt does not pin it"
        elif Version(version).public != Version(pins[name]).public:
            yield f"installed: {name} {version}: constraints.txt pins {pins[name]}"


def _needed(wanted: Sequence[Requirement], installed: Mapping[str, Installed]) -> set[str]:
    """Return the installed packages that requirements lead to, over any number of others."""
    found: set[str] = set()
    left = [(requirement, frozenset({""})) for requirement in wanted]
    seen: set[tuple[str, str]] = set()
    while left:
        requirement, extras = left.pop()
        name = canonicalize_name(requirement.name)
        key = (name, ",".join(sorted(requirement.extras)))
        if name not in installed or not _applies(requirement, extras) or key in seen:
            continue
        seen.add(key)
        found.add(name)
        own = frozenset({"", *requirement.extras})
        left += [(Requirement(one), own) for one in installed[name].requires]
    return found


def _applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _came_from(distribution: Distribution) -> str:
    said = distribution.read_text(DIRECT_URL)
    return str(json.loads(said).get("url", "")) if said else ""


def main() -> int:
    """Audit this repository and this environment; print what must not be, return 1 for any."""
    pins, unreadable = pins_of((REPOSITORY / "constraints.txt").read_text("utf-8"))
    wanted = requirements_of((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    installed = installed_packages(distributions())
    refused = refused_packages(LIST.read_text("utf-8"))
    found = unreadable + faults(refused, pins, wanted, installed)
    told = f"{len(pins)} packages pinned, {len(installed)} installed, {len(refused)} refused"
    sys.stdout.write("".join(f"{one}\n" for one in found) or f"{told}: nothing found\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
