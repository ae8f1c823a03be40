"""A change that is too dear: the sensor does not ask for it, says why, and a person releases it."""

import json
import logging
from typing import Any

import dagster as dg
import pytest

from sift_assets.definitions import defs
from sift_assets.defs.watching import look
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder

LOG = logging.getLogger(__name__)
KEYS = ["contracts/kestrel.txt", "letters/first%20letter.txt", "notes.md", "twice.txt"]

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*")


@pytest.fixture
def dear(built: ProjectFolder, monkeypatch: pytest.MonkeyPatch) -> ProjectFolder:
    """Return a built project whose settings now name a model that costs."""
    monkeypatch.setenv("OPENAI_API_KEY", "of nobody")
    built.edit("sift.yaml", "model: local", "model: openai/gpt-4o-mini\nconfirm_above_usd: 0.0001")
    return built


def looked(project: ProjectFolder) -> dg.SensorResult | dg.SkipReason:
    return look(project.instance, Workspace.open(project.root), LOG)


def check(project: ProjectFolder) -> Any:
    key = dg.AssetCheckKey(dg.AssetKey("extractions"), "cost_is_approved")
    storage = project.instance.event_log_storage
    record = storage.get_latest_asset_check_execution_by_key([key])[key]
    assert record.event is not None
    assert record.event.dagster_event is not None
    return record.event.dagster_event.event_specific_data


def test_the_sensor_waits_and_a_run_by_hand_releases_it(
    dear: ProjectFolder, extractor: NameExtractor
) -> None:
    before = dear.exports()
    for _ in range(2):
        answer = looked(dear)
        assert isinstance(answer, dg.SkipReason)
        assert "Extracting from 4 documents takes 4 calls and about $0.0011" in (
            answer.skip_message or ""
        )
        assert "sift run --approve" in (answer.skip_message or "")
    found = check(dear)
    assert not found.passed
    assert "confirm_above_usd" in found.description
    assert (found.metadata["calls"].value, found.metadata["findings"].records[0].data["calls"]) == (
        *(4, "4"),
    )
    assert extractor.seen == []
    assert dear.exports() == before, "the graph stays as it is"
    defs().resolve_implicit_global_asset_job_def().execute_in_process(
        instance=dear.instance,
        asset_selection=[dg.AssetKey("extractions")],
        tags={
            "dagster/asset_partition_range_start": KEYS[0],
            "dagster/asset_partition_range_end": KEYS[-1],
        },
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
    )
    assert len(extractor.seen) == 4
    answer = looked(dear)
    assert not isinstance(answer, dg.SkipReason), json.dumps(answer.skip_message)
    assert check(dear).passed


def test_documents_are_read_while_the_rest_waits(
    dear: ProjectFolder, extractor: NameExtractor
) -> None:
    dear.write("new.txt", "Rosa Lund is new.\n")
    looked(dear)
    answer = looked(dear)
    assert isinstance(answer, dg.SensorResult)
    (request,) = answer.run_requests or []
    assert request.asset_selection == [dg.AssetKey("document_texts")]
    assert request.tags["dagster/asset_partition_range_start"] == "new.txt"
    assert extractor.seen == []


def test_an_edit_below_the_line_is_asked_for(dear: ProjectFolder) -> None:
    dear.edit("sift.yaml", "confirm_above_usd: 0.0001", "confirm_above_usd: 1")
    assert isinstance(looked(dear), dg.SensorResult)
