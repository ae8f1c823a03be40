"""Which setting changes which stage, so that it re-runs just what it shapes."""

from typing import Any

import pytest

from sift_assets.core.resolution.settings import ResolutionSettings
from sift_assets.core.settings.loading import overridden
from sift_assets.core.settings.model import ExportFormat, Settings, is_local
from sift_assets.core.settings.stages import Stage, stage_facets, stage_versions

LLM = Settings(model="openai/gpt-4o-mini")
LOCAL = Settings()
ASKING = {"extraction", "resolution", "narrative", "promotion"}
"""The stages that ask a language model."""

NO_OCR = overridden(LOCAL, reader_ocr=False)


def changed(before: Settings, after: Settings) -> set[str]:
    old, new = stage_versions(before), stage_versions(after)
    return {stage for stage in old if old[stage] != new[stage]}


@pytest.mark.parametrize(
    ("before", "flags", "stages"),
    [
        (LLM, {"temperature": 0.5}, ASKING),
        (LLM, {"max_output_tokens": 1000}, ASKING),
        (LLM, {"chunk_size": 900}, {"extraction"}),
        (LLM, {"overlap": 0}, {"extraction"}),
        (LLM, {"document_context": False}, {"extraction"}),
        (LOCAL, {"overlap": 0}, {"extraction"}),
        (LOCAL, {"document_context": False}, set[str]()),
        (LLM, {"budget_usd": 9, "confirm_above_usd": 0, "rpm": 5, "tpm": 5}, set[str]()),
        (LLM, {"budget_per_run_usd": 1, "budget_per_day_usd": 1}, set[str]()),
        (LLM, {"model": "openai/gpt-4o"}, ASKING),
        (LLM, {"models_extract": "openai/gpt-4o"}, {"extraction"}),
        (LLM, {"models_extract": "openai/gpt-4o-mini"}, set[str]()),
        (LLM, {"models_narrate": "x/y"}, {"narrative"}),
        (LLM, {"models_resolve": "x/y"}, {"resolution"}),
        (LLM, {"models_promote": "x/y"}, {"promotion"}),
        (LLM, {"promotion_threshold": 0.5, "promotion_sampled": 0.2}, {"promotion"}),
        (LLM, {"promotion_enabled": True, "promotion_dry_run": False}, set[str]()),
        (LOCAL, {"temperature": 0.5, "max_output_tokens": 1000}, set[str]()),
        (LOCAL, {"chunk_size": 900}, {"extraction"}),
        (LOCAL, {"model": "x/y"}, ASKING),
        (LLM, {"api_base": "http://x", "timeout_seconds": 3, "concurrency": 9}, set[str]()),
        (LLM, {"documents": "d", "store": "s", "exports": "e", "domain": "osint"}, set[str]()),
        (LLM, {"mass_delete": "allow", "dagster_ui": "https://x"}, set[str]()),
        (LLM, {"database_schema": "norrsund"}, set[str]()),
        (LLM, {"discovered_domain": "proposed"}, set[str]()),
        (LOCAL, {"resolution_encoder": "minilm"}, {"resolution", "search"}),
        (LOCAL, {"resolution_propose_from": 0.5}, {"resolution"}),
        (LOCAL, {"community_algorithm": "louvain"}, {"community"}),
        (LOCAL, {"community_resolution": 2, "community_min_size": 4}, {"community"}),
        (LOCAL, {"narrative_profiles": False}, {"narrative"}),
        (LLM, {"narrative_max_profiles": 3}, {"narrative"}),
        (LLM, {"reader_reader": "pdfplumber"}, {"reader"}),
        (LLM, {"reader_ocr": False}, {"reader"}),
        (LLM, {"reader_max_megabytes": 5}, {"reader"}),
        (LLM, {"reader_timeout_seconds": 5, "reader_memory_megabytes": 999}, set[str]()),
        (LLM, {"reader_ocr_language": "deu"}, {"reader"}),
        (NO_OCR, {"reader_ocr_language": "deu", "reader_ocr_engine": "easyocr"}, set[str]()),
    ],
)
def test_a_setting_changes_exactly_the_stages_it_shapes(
    before: Settings, flags: dict[str, Any], stages: set[str]
):
    after = overridden(before, **flags)
    assert after != before
    assert changed(before, after) == stages


def test_ignoring_files_changes_no_stage_because_it_changes_which_documents_there_are():
    assert changed(LOCAL, Settings(ignore=("*.log",))) == set()


def test_rules_that_decide_unasked_shape_no_proposal():
    assert changed(LOCAL, Settings(resolution=ResolutionSettings(auto_rules=("typo",)))) == set()


def test_export_formats_shape_the_export_and_their_order_does_not():
    json, csv = ExportFormat.JSON, ExportFormat.CSV
    assert changed(LOCAL, Settings(export_formats=(json,))) == {"export"}
    one, other = Settings(export_formats=(json, csv)), Settings(export_formats=(csv, json, csv))
    assert changed(one, other) == set()


def test_every_stage_has_a_value_that_comes_back_from_its_bytes():
    facets = stage_facets(LLM)
    assert set(facets) == set(Stage)
    for facet in facets.values():
        assert type(facet).from_bytes(facet.to_bytes()) == facet


@pytest.mark.parametrize(
    ("model", "local"),
    [("local", True), ("local/en", True), ("locality", False), ("openai/local", False)],
)
def test_only_the_local_model_is_local(model: str, local: bool):
    assert is_local(model) is local
