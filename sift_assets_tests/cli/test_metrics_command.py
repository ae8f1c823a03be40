"""`sift metrics`: what a scraper reads is what `sift status` says, and no name of a document."""

import json
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from sift_assets.core.llm.ledger import PlannedCall, Settlement, State, Verdict
from sift_assets.resources.ledger import project_ledger
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.defs.looking import looked
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.fakes.prometheus_text import ReadFamily, read
from sift_assets_tests.whole.sift_process import SECONDS, started

DOLLAR = 10**9
"""In nano-dollars."""

YESTERDAY = 1_700_000_000.0

NO_HEADERS: Mapping[str, str] = {}


def measured(root: Path) -> dict[str, ReadFamily]:
    ended = call("-C", root, "metrics")
    assert (ended.code, ended.err) == (0, "")
    return read(ended.out)


def value(found: dict[str, ReadFamily], name: str, **labels: str) -> float:
    return found[name].samples[tuple(labels.items())]


def scraped(url: str, headers: Mapping[str, str] = NO_HEADERS) -> tuple[int, str, str]:
    request = urllib.request.Request(url, headers=dict(headers))  # noqa: S310 - ours
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


def test_counts_money_bytes_and_moments_are_those_of_the_project(built: ProjectFolder) -> None:
    ledger = project_ledger(built.root, built.workspace.settings)
    spent, under_way = (
        ledger.reserve(PlannedCall(stage="extract", model="x", worst=worst, seconds=9e9), at)
        for worst, at in ((2 * DOLLAR, YESTERDAY), (DOLLAR // 4, time.time()))
    )
    ledger.settle(spent.number, Settlement(state=State.SETTLED, amount=3 * DOLLAR // 2))
    assert under_way.verdict is Verdict.GRANTED
    found = measured(built.root)
    assert value(found, "sift_documents", status="text") == 4
    assert value(found, "sift_documents", status="needs_ocr") == 0
    graph = json.loads(built.exports()["graph.json"])
    assert value(found, "sift_entities") == len(graph["nodes"]) > 5
    assert value(found, "sift_relations") == len(graph["links"]) == 3
    assert set(found["sift_stale"].samples.values()) == {0}
    assert value(found, "sift_failed_runs") == 0
    objects = list(built.workspace.store.objects())
    assert value(found, "sift_store_objects") == len(objects)
    assert value(found, "sift_store_bytes") == sum(one.size for one in objects)
    assert value(found, "sift_dagster_bytes") > 100_000
    assert (value(found, "sift_spent_usd_total"), value(found, "sift_left_usd")) == (1.5, 3.25)
    assert (value(found, "sift_spent_today_usd"), value(found, "sift_reserved_usd")) == (0, 0.25)
    assert "sift_last_look_timestamp_seconds" not in found
    assert call("-C", built.root, "metrics").out == call("-C", built.root, "metrics").out


def test_what_moves_is_seen_and_no_document_is_named(built: ProjectFolder) -> None:
    looked(built)
    built.write("letters/secret plan.txt", "Rosa Lund works for Kestrel Ltd.\n")
    built.document("twice.txt").unlink()
    found = measured(built.root)
    assert value(found, "sift_documents", status="text") == 3
    assert value(found, "sift_documents", status="unread") == 1
    assert value(found, "sift_stale", asset="extractions") == 1
    assert value(found, "sift_stale", asset="corpus") == 1
    looked_at = built.workspace.last_look_file.stat().st_mtime
    assert value(found, "sift_last_look_timestamp_seconds") == looked_at
    shown = call("-C", built.root, "metrics", "--json")
    assert "secret" not in shown.out + call("-C", built.root, "metrics").out
    families = {family["name"]: family for family in shown.json["families"]}
    stale = {one["labels"]["asset"]: one["value"] for one in families["sift_stale"]["samples"]}
    assert stale["extractions"] == 1
    assert families["sift_spent_usd_total"]["kind"] == "counter"


def test_a_project_that_was_never_run_is_measured_and_left_as_it_is(project: ProjectFolder) -> None:
    before = files_below(project.root)
    found = measured(project.root)
    assert value(found, "sift_documents", status="unread") == 4
    assert value(found, "sift_entities") == 0
    assert files_below(project.root).keys() == before.keys()


def test_a_port_serves_them_until_told_and_answers_503_when_they_cannot_be_measured(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - none of the caller's
) -> None:
    root = made_project(tmp_path / "project", {})
    process = started(root, "metrics", "--port", "0", "--json")
    with process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        status, media_type, text = scraped(url)
        assert (status, media_type) == (200, "text/plain; version=0.0.4; charset=utf-8")
        assert value(read(text), "sift_documents", status="text") == 0
        assert scraped(url, {"Host": "evil.example.org"})[0] == 400
        (root / "documents").rmdir()
        status, _, text = scraped(url)
        assert status == 503
        assert "sift_documents" not in text
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (0, "", "")
