"""What a tick says of the runs that it asks for: in its log, in their tags, in the check."""

import logging

import pytest

from sift_assets.core.planning.lineage import SPINE
from sift_assets.defs import forecast
from sift_assets.defs.forecast import BECAUSE_TAG, TAKES_TAG, TOO_MANY, Forecast
from sift_assets_tests.defs.looking import carried_out, looked, requested
from sift_assets_tests.fakes.project_folder import ProjectFolder

DOMAIN = "domains/general.yaml"


def test_a_tick_tells_the_plan_and_its_runs_carry_why_and_what_they_take(
    built: ProjectFolder, caplog: pytest.LogCaptureFixture
) -> None:
    looked(built)
    old = built.versions()["domain[prompt]"][:8]
    built.edit(DOMAIN, "Use the fullest form", "Always use the fullest form")
    with caplog.at_level(logging.INFO, "tick"):
        (request,) = requested(built)
    new = built.versions()["domain[prompt]"][:8]
    because = f"domain[prompt] {old}→{new}"
    assert caplog.messages[0] == f"extractions: 4 to compute, because {because}"
    assert caplog.messages[-1] == ("Extracting takes: 4 chunks to run, 0 cached, no calls, $0")
    assert [line.partition(":")[0] for line in caplog.messages[1:-1]] == list(SPINE)
    assert request.tags[BECAUSE_TAG] == because
    assert request.tags[TAKES_TAG] == "4 chunks to run, 0 cached, no calls, $0"
    assert not any("Ada" in line or "Kestrel" in line for line in caplog.messages)

    assert carried_out(built, request).success
    (request,) = requested(built)
    assert because in request.tags[BECAUSE_TAG]
    assert TAKES_TAG not in request.tags


def test_a_tick_that_asks_for_nothing_tells_nothing(
    built: ProjectFolder, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "tick"):
        looked(built)
        looked(built)
    assert caplog.messages == []


def test_the_check_of_the_extractions_says_what_they_take(built: ProjectFolder) -> None:
    built.edit("sift.yaml", "model: local", "model: openai/gpt-4o-mini")
    found = Forecast(built.workspace, built.compare())
    assert found.comparison.plan.blocked  # there is no key here: nothing runs
    assert found.takes is None
    built.edit("sift.yaml", "model: openai/gpt-4o-mini", "model: local\nchunk_size: 5000")
    facts = Forecast(built.workspace, built.compare()).facts()
    assert facts == {
        "chunks_to_run": 4,
        "chunks_cached": 0,
        "calls": 0,
        "input_tokens": 0,
        "output_tokens": 0,
        "cost_usd": 0.0,
    }


def test_of_very_many_documents_a_tick_looks_up_nothing(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecast, "MAX_ESTIMATED", 3)
    built.edit(DOMAIN, "Use the fullest form", "Always use the fullest form")
    found = Forecast(built.workspace, built.compare())
    assert found.takes is None
    assert found.tags(["extractions"])[TAKES_TAG] == TOO_MANY
