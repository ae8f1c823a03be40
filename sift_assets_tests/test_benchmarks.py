"""What benchmarks are made of is right: fits, quality, corpora, processes of their own."""

import inspect
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.benchmarks.__main__ import main
from sift_assets_tests.benchmarks.every import BENCHMARKS, benchmark
from sift_assets_tests.benchmarks.figures import Figure, reported
from sift_assets_tests.benchmarks.growth import exponent, growth
from sift_assets_tests.benchmarks.many_extractions import ManyExtractions
from sift_assets_tests.benchmarks.own_memory import OwnMemory
from sift_assets_tests.benchmarks.people_with_errors import FIELDS, people_with_errors
from sift_assets_tests.benchmarks.splink_beside import Quality, Scored, quality_from

FOLDER = Path(__file__).parent / "benchmarks"
NO_MODULES_OF_OURS = {"__main__", "peer_build", "splink_run"}
"""The command itself, and what other interpreters run."""


def test_every_benchmark_is_run_by_the_command() -> None:
    found: dict[str, str] = {}
    for file in sorted(FOLDER.glob("*.py")):
        if file.stem in NO_MODULES_OF_OURS:
            continue
        module = import_module(f"sift_assets_tests.benchmarks.{file.stem}")
        for name, one in inspect.getmembers(module, inspect.isfunction):
            said = inspect.signature(one)
            takes = [each.annotation for each in said.parameters.values()]
            is_public = one.__module__ == module.__name__ and not name.startswith("_")
            if is_public and takes == [Path] and said.return_annotation == list[Figure]:
                found[name] = file.stem
    assert found == BENCHMARKS
    assert benchmark("starting").__name__ == "starting"


def test_what_no_time_is_left_for_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new" / "figures.json"
    assert main([str(file), "--only", "starting", "--minutes", "0"]) == 1
    said = capsys.readouterr().out
    assert "starting left out: no time is left" in said
    assert "starting: no figures, see above" in said
    assert file.read_text(encoding="utf-8") == "[]"


def test_an_exponent_is_the_slope_over_all_sizes() -> None:
    assert exponent({size: 3e-6 * size**1.5 for size in (10, 100, 1_000)}) == pytest.approx(1.5)
    assert exponent({10: 7.0, 100: 7.0, 1_000: 7.0}) == pytest.approx(0, abs=1e-9)
    assert exponent({1: 1.0, 10: 10.0, 100: 1_000.0}) == pytest.approx(1.5)
    figure = growth("CPU", {10: 1.0, 100: 100.0, 1_000: 10_000.0}, 1.9)
    assert (figure.value, figure.within) == (pytest.approx(2), False)


def test_two_sizes_show_no_growth() -> None:
    with pytest.raises(ValueError, match="2 sizes do not show"):
        exponent({1: 1.0, 2: 2.0})


def test_quality_counts_pairs_from_a_threshold_on() -> None:
    found = [Scored(0.9, True), Scored(0.5, False), Scored(0.5, True), Scored(0.1, True)]
    quality = quality_from(0.5, found, same=8)
    assert quality == pytest.approx((200 / 3, 25, 400 / 11))
    assert quality_from(0.95, found, same=8) == Quality(100, 0, 0)


def test_people_with_errors_are_the_same_each_time_and_have_several_records() -> None:
    records = list(people_with_errors(300))
    assert records == list(people_with_errors(300))
    assert records != list(people_with_errors(300, seed=2))
    assert [one["unique_id"] for one in records] == [str(at) for at in range(300)]
    assert {tuple(one) for one in records} == {FIELDS}
    sizes = Counter(one["cluster"] for one in records).values()
    assert 5 < sum(sizes) / len(sizes) < 15
    names = Counter((one["cluster"], one["surname"]) for one in records)
    assert len(names) > 2 * len(sizes)  # most people are written in several ways


def test_many_extractions_are_copies_that_share_no_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SIFT_EVAL_DATA", str(tmp_path))
    many = ManyExtractions(2_000)
    read = {key: Extraction.from_bytes(data) for key, data in many}
    assert list(read) == many.documents
    assert sum(len(one.mentions) for one in read.values()) == many.mentions == 2_000
    copies: dict[str, set[str]] = {}
    for key, one in read.items():
        names = {mention.name for mention in one.mentions}
        copies.setdefault(key.rpartition("_")[2], set()).update(names)
    first, second = copies.values()
    assert first.isdisjoint(second)
    assert len(first) == len(second)


def test_a_process_reports_what_it_prints_last() -> None:
    said = 'print("of no matter"); print(\'{"seconds": 2}\')'
    assert reported([sys.executable, "-c", said]) == {"seconds": 2}


def test_a_process_that_fails_is_told_with_what_it_said() -> None:
    with pytest.raises(RuntimeError, match=r"ended with 1: .*no such peer"):
        reported([sys.executable, "-c", "import sys; sys.exit('no such peer')"])


def test_memory_of_its_own_is_seen_at_its_peak() -> None:
    with OwnMemory() as before:
        pass
    with OwnMemory() as own:
        held = b"\1" * 2**27
    assert own.peak_mib > before.peak_mib + len(held) / 2**21
