"""Whether new documents fit a discovered domain, by the figures that extractions leave."""

from pathlib import Path

import pytest

from sift_assets.core.discovery.drift import MIN_RECORDS, Drift, Fit
from sift_assets.core.discovery.versions import Discovery, DiscoveryRecord, approved, proposed
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.record import content_hash
from sift_assets.resources.discovered_domain import DiscoveredFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.drifting import drift_check, drift_of, fit_facts

DOMAIN = "name: Discovered\nentity_types:\n  VESSEL: {}\n"


def opened(root: Path) -> Workspace:
    settings = "domain: schema-free\nmodel: openai/gpt-4o-mini\n"
    (root / "sift.yaml").write_text(settings, encoding="utf-8")
    return Workspace.open(root, {})


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return a project whose domain was discovered from one document and approved."""
    how = Discovery(key="k", sample=("shown",), model="m", answered_by="m", prompt_version="1")
    files, digest = DiscoveredFile(tmp_path), content_hash(DOMAIN.encode())
    files.keep(proposed(DiscoveryRecord(), "", digest, how), DOMAIN)
    files.keep(approved(files.record(), digest))
    return opened(tmp_path)


def record(workspace: Workspace, key: str, content: str, fit: Fit | None, prompt: str = "") -> None:
    """Record what is known of a document and of its extraction."""
    text = Provenance(version=key, code_version="1", inputs={"documents": content})
    workspace.provenance.record("document_texts", {key: text})
    made_with = prompt or workspace.domain_versions["prompt"]
    entry = Provenance(
        version=key,
        code_version="1",
        inputs={"domain[prompt]": made_with},
        facts=fit_facts(fit) if fit else {},
    )
    workspace.provenance.record("extractions", {key: entry})


def test_documents_of_the_sample_and_others_are_told_apart_and_another_domain_does_not_count(
    workspace: Workspace,
) -> None:
    record(workspace, "a", "shown", Fit(records=100, misfits=5))
    record(workspace, "b", "other", Fit(records=MIN_RECORDS, misfits=30))
    record(workspace, "c", "third", Fit(records=9, misfits=9), prompt="of another domain")
    record(workspace, "d", "fourth", None)  # of the local model
    assert drift_of(workspace) == Drift(
        sample=Fit(documents=1, records=100, misfits=5),
        others=Fit(documents=1, records=MIN_RECORDS, misfits=30),
    )
    found = drift_check(workspace)
    assert not found.passed
    assert "sift domains discover --force" in found.summary
    assert (found.checked, found.rows) == (2, [])
    assert found.facts == {
        "sample_documents": 1,
        "sample_records": 100,
        "sample_misfits": 5,
        "others_documents": 1,
        "others_records": MIN_RECORDS,
        "others_misfits": 30,
    }


def test_what_fits_passes(workspace: Workspace) -> None:
    record(workspace, "a", "shown", Fit(records=100, misfits=5))
    record(workspace, "b", "other", Fit(records=100, misfits=6))
    assert drift_check(workspace).passed


def test_a_domain_that_was_not_discovered_cannot_drift(tmp_path: Path) -> None:
    workspace = opened(tmp_path)
    found = drift_check(workspace)
    assert (found.passed, found.checked) == (True, 0)
    with pytest.raises(ProjectError, match="No discovered domain"):
        drift_of(workspace)
