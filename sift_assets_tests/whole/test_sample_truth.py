"""The sample corpus gives the graph that a reader of it would draw, the same everywhere."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from sift_assets.core.extraction.normal_form import normal_form
from sift_assets_tests.whole.sift_process import answer, exported, graph_of, made, sift

EXPECTED = yaml.safe_load(
    (Path(__file__).parents[1] / "sample" / "expected.yaml").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the sample, run once."""
    root = made(tmp_path_factory.mktemp("sample") / "project")
    report = answer(
        sift(root, "run", "--json", environment={"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"})
    )
    assert report["failed"] == []
    return root


def spellings(node: dict[str, Any]) -> set[str]:
    surfaces = {mention["surface"] for mention in node["mentions"]}
    return {normal_form(name) for name in {node["name"], *node["aliases"], *surfaces}}


def nodes_called(root: Path, name: str) -> Iterator[dict[str, Any]]:
    known = next(e for e in EXPECTED["entities"] if name in (e["name"], *e["aliases"]))
    wanted = {normal_form(spelling) for spelling in (known["name"], *known["aliases"])}
    return (
        node
        for node in graph_of(root)["nodes"]
        if node["type"] == known["type"] and spellings(node) & wanted
    )
