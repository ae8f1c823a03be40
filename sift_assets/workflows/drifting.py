"""How well the extractions of a project fit the discovered domain that they were made with."""

from sift_assets.core.discovery.drift import Drift, Fit, together
from sift_assets.core.domain.facets import Facet
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.resources.discovered_domain import DiscoveredFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.findings import CheckFinding

RECORDS, MISFITS = "records_stated", "records_misfit"
"""Facts of an extraction by a language model: so no extraction has to be read to add them up."""


def fit_facts(fit: Fit) -> Facts:
    """Return how one extraction fits as facts of it."""
    return {RECORDS: fit.records, MISFITS: fit.misfits}


def drift_of(workspace: Workspace) -> Drift:
    """Compare the fit of documents in the sample with that of the others.

    Extractions that were made with another domain do not count.

    Raises:
        ProjectError: No discovered domain is in force.
    """
    if not _is_discovered(workspace):
        raise ProjectError(
            "No discovered domain is in force.", "See `sift domains discover` and `approve`."
        )
    sample = _sample(workspace)
    texts = workspace.provenance.read("document_texts")
    shown: dict[bool, list[Fit]] = {True: [], False: []}
    for key, entry in workspace.provenance.read("extractions").items():
        if key in texts and _counts(workspace, entry):
            fit = Fit(
                documents=1,
                records=int(entry.facts[RECORDS]),
                misfits=int(entry.facts[MISFITS]),
            )
            shown[texts[key].inputs.get("documents") in sample].append(fit)
    return Drift(sample=together(shown[True]), others=together(shown[False]))


def drift_check(workspace: Workspace) -> CheckFinding:
    """Say whether new documents fit the discovered domain, where one is in force."""
    if not _is_discovered(workspace):
        return CheckFinding(True, "The domain was not discovered from documents.", 0)
    drift = drift_of(workspace)
    facts: Facts = {
        f"{name}_{figure}": count
        for name, fit in (("sample", drift.sample), ("others", drift.others))
        for figure, count in fit.model_dump().items()
    }
    documents = drift.sample.documents + drift.others.documents
    return CheckFinding(not drift.is_drifting, drift.in_words(), documents, facts=facts)


def _is_discovered(workspace: Workspace) -> bool:
    return workspace.domain_file_in_force != workspace.domain_file


def _sample(workspace: Workspace) -> frozenset[str]:
    """Return the hashes of the documents that the domain in force was discovered from."""
    files = DiscoveredFile(workspace.root)
    record = files.record()
    is_file = workspace.domain_file_in_force == files.path
    version = record.version(record.current if is_file else record.in_force)
    return frozenset(version.discovery.sample if version and version.discovery else ())


def _counts(workspace: Workspace, entry: Provenance) -> bool:
    """Say whether an extraction is a language model's, made with the domain in force."""
    prompt = str(Facet.PROMPT)
    is_current = entry.inputs.get(input_name("domain", prompt)) == workspace.domain_versions[prompt]
    return is_current and RECORDS in entry.facts
