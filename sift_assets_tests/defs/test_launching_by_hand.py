"""What a person may say in the launch pad of the UI: another model, and asking anew."""

from typing import Any

import dagster as dg
import pytest

from sift_assets.definitions import defs
from sift_assets.resources.generations import Generations
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder

DOCUMENT = "notes.md"


def launch(project: ProjectFolder, **config: Any) -> None:
    """Extract from one document with a config."""
    defs().resolve_implicit_global_asset_job_def().execute_in_process(
        instance=project.instance,
        asset_selection=[dg.AssetKey("extractions")],
        partition_key=DOCUMENT,
        run_config={
            "ops": {"extractions": {"config": config}},
            "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
        },
    )


def stale(project: ProjectFolder) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(i.asset, i.partition, i.because) for i in project.plan().documents]


def test_another_model_is_recorded_as_such_and_the_next_run_brings_the_settings_back(
    built: ProjectFolder, extractor: NameExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of nobody")
    launch(built, model="openai/other")
    assert len(extractor.seen) == 1
    assert stale(built) == [("extractions", DOCUMENT, ("settings[extraction]",))]
    assert built.run().succeeded
    assert stale(built) == []
    assert len(extractor.seen) == 1, "the extraction by the settings was kept"


def test_asking_anew_is_an_input_of_the_extraction_and_stands_beside_the_decisions(
    built: ProjectFolder, extractor: NameExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of nobody")
    built.edit("sift.yaml", "model: local", "models: {extract: openai/x}")
    assert built.run().succeeded
    asked = len(extractor.seen)
    launch(built, again=True)
    assert len(extractor.seen) == asked + 1
    assert Generations(built.root).of([DOCUMENT]) == {DOCUMENT: 1}
    entry = built.workspace.provenance.read("extractions")[DOCUMENT]
    assert entry.inputs["generation"] == "1"
    assert stale(built) == []
    assert built.run().succeeded
    assert len(extractor.seen) == asked + 1
    Generations(built.root).path.unlink()
    assert stale(built) == [("extractions", DOCUMENT, ("generation",))]
