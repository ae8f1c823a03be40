"""Names that are attacks somewhere are found by what they are, and change nothing."""

import json
from pathlib import Path

import pytest

from sift_assets.core.query.envelope import Envelope
from sift_assets.core.query.fitting import fitted
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.overview import topology
from sift_assets.core.query.searching import search
from sift_assets_tests.core.query.small_world import MANY, Paper, asked, said, written

HOSTILE = (
    "'; DROP TABLE entities; --",
    '" OR ""="',
    "<script>alert(1)</script>",
    "=HYPERLINK(0)",
    "../../etc/passwd",
    "a\u202eb",
    "%s %d {0} {x.__class__}",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "ﷺ" * 40,
    "NULL",
    "🇺🇸 * NEAR(x)",
    "x" * 5000,
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    papers = {f"{n}.txt": Paper([(name, "MET", "Ada Varga")]) for n, name in enumerate(HOSTILE)}
    return written(tmp_path_factory.mktemp("hostile") / "index.sqlite", papers)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_name_is_a_name(file: Path, name: str) -> None:
    with asked(file) as index:
        row = next(one for one in index.top(50) if one.name == name)
        result, counts = query(index, MANY, row.id)
        (fact,) = result.facts
        assert fact.sources[0].quote.startswith(name[:300])
        answer = fitted(Envelope(answer="query", revision="r"), result, counts, MANY)
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize("name", HOSTILE[:5], ids=range(5))
def test_a_hostile_question_is_a_question(file: Path, name: str) -> None:
    found = said(file, search, name).entities
    assert [one.name for one in found if one.match == "exact"] == [name]


def test_the_whole_of_it_is_told(file: Path) -> None:
    assert said(file, topology).entities == len(HOSTILE) + 1
