"""What is committed of the viewer belongs together, and needs nothing but itself."""

import hashlib
import json
import re
from pathlib import Path

import sift_assets.viewer
from sift_assets.core.planning.lineage import VIEWER_SOURCES
from sift_assets.core.viewing.page import page
from sift_assets.viewer.parts import page_parts

VIEWER = Path(sift_assets.viewer.__file__).parent
PARTS = page_parts()


def test_the_bundle_was_built_from_the_sources_as_they_are() -> None:
    names = [
        *(file for file in (VIEWER / "source").rglob("*") if file.is_file()),
        *(VIEWER / name for name in ("build.mjs", "package-lock.json", "package.json")),
    ]
    digest = hashlib.sha256()
    for name, data in sorted((f.relative_to(VIEWER).as_posix(), f.read_bytes()) for f in names):
        digest.update(name.encode() + b"\0" + data + b"\0")
    built = re.match(r"/\* sources ([0-9a-f]{64}) \*/", PARTS.script)
    assert built
    assert built.group(1) == digest.hexdigest(), "run `make viewer` and commit what it builds"
    assert built.group(1).startswith(VIEWER_SOURCES), "write it into `core.planning.lineage`"


def test_the_page_names_no_place_to_load_anything_from() -> None:
    whole = page(PARTS, {}).decode()
    markup = whole.replace(PARTS.script, "").replace(PARTS.style, "")
    assert re.findall(r"\b(?:src|srcset|action|formaction|background)=", markup) == []
    assert re.findall(r'\bhref="(?!#)', markup) == []
    assert re.findall(r"\bon\w+=", markup) == []
    assert re.findall(r"@import|url\(", PARTS.style) == []
    assert "<style" not in PARTS.script
    assert "</script" not in PARTS.script
    names = set(re.findall(r"https?://[\w./-]+", PARTS.script))
    assert names <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}


def test_nothing_of_ours_turns_text_into_html() -> None:
    sources = sorted((VIEWER / "source").rglob("*.js"))
    assert len(sources) > 20
    turns = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(")
    assert [file.name for file in sources if turns.search(file.read_text("utf-8"))] == []


def test_the_libraries_are_locked_without_a_registry_and_their_licences_are_kept() -> None:
    lock = json.loads((VIEWER / "package-lock.json").read_text("utf-8"))
    wanted = json.loads((VIEWER / "package.json").read_text("utf-8"))["dependencies"]
    assert not any("resolved" in package for package in lock["packages"].values())
    assert "://" not in json.dumps({k: v.get("resolved", "") for k, v in lock["packages"].items()})
    for name, version in wanted.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
        assert f"{name} {version} (MIT)" in PARTS.licences
    assert PARTS.licences.count("Permission is hereby granted") >= len(wanted)
