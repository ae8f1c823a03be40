"""A model's name that has come to mean another model."""

from pathlib import Path

from sift_assets.core.planning.state import Provenance
from sift_assets.core.settings.model import Settings
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.aliases import alias_check

MODEL = "openai/gpt-4o-mini"


def recorded(root: Path, answered_by: dict[str, str]) -> Workspace:
    workspace = Workspace(root, Settings())
    entries = {
        key: Provenance(version=key, code_version="1", facts={"model": MODEL, "answered_by": names})
        for key, names in answered_by.items()
    }
    local = Provenance(version="x", code_version="1", facts={"model": "en_core_web_sm"})
    workspace.provenance.record("extractions", entries | {"by the local model": local})
    return workspace


def test_without_a_language_model_nothing_can_have_moved(tmp_path: Path) -> None:
    finding = alias_check(recorded(tmp_path, {}))
    assert (finding.passed, finding.checked) == (True, 0)


def test_one_model_behind_a_name_is_well(tmp_path: Path) -> None:
    finding = alias_check(recorded(tmp_path, {"a": "mini-2024", "b": "mini-2024"}))
    assert (finding.passed, finding.checked, finding.rows) == (True, 1, [])


def test_a_name_that_has_meant_two_models_is_told_with_the_documents_of_each(
    tmp_path: Path,
) -> None:
    answered = {"a": "mini-2024", "b": "mini-2025", "c": "mini-2024, mini-2025"}
    finding = alias_check(recorded(tmp_path, answered))
    assert not finding.passed
    assert MODEL in finding.summary
    assert [(row["answered_by"], row["documents"]) for row in finding.rows] == [
        ("mini-2024", "2"),
        ("mini-2025", "2"),
    ]
