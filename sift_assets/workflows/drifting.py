"""How well the extractions of a project fit the discovered domain that they were made with."""

from sift_assets.core.discovery.drift import Drift, fit_of
from sift_assets.core.domain.facets import Facet
from sift_assets.core.errors import CorruptObjectError, ProjectError
from sift_assets.core.extraction.llm.extractor import LANGUAGE_MODEL
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.extraction import Extraction
from sift_assets.resources.discovered_domain import DiscoveredFile
from sift_assets.resources.workspace import Workspace


def drift_of(workspace: Workspace) -> Drift:
    """Compare the fit of documents in the sample with that of the others.

    Extractions that were made with another domain do not count.

    Raises:
        ProjectError: No discovered domain is in force.
    """
    files = DiscoveredFile(workspace.root)
    if workspace.domain_file_in_force == workspace.domain_file:
        raise ProjectError(
            "No discovered domain is in force.", "See `sift domains discover` and `approve`."
        )
    record = files.record()
    version = record.version(
        record.current if workspace.domain_file_in_force == files.path else record.in_force
    )
    sample = frozenset(version.discovery.sample if version and version.discovery else ())
    texts = workspace.provenance.read("document_texts")
    shown: dict[bool, list[Extraction]] = {True: [], False: []}
    for key, entry in workspace.provenance.read("extractions").items():
        extraction = _extraction(workspace, entry)
        if extraction is not None and key in texts:
            shown[texts[key].inputs.get("documents") in sample].append(extraction)
    fallback = workspace.domain.fallback_relation
    return Drift(sample=fit_of(shown[True], fallback), others=fit_of(shown[False], fallback))


def _extraction(workspace: Workspace, entry: Provenance) -> Extraction | None:
    """Return an extraction of a language model that was made with the domain in force."""
    prompt = str(Facet.PROMPT)
    is_current = entry.inputs.get(input_name("domain", prompt)) == workspace.domain_versions[prompt]
    if not is_current or entry.facts.get("extractor") != LANGUAGE_MODEL:
        return None
    try:
        return Extraction.from_bytes(workspace.store.get(entry.version))
    except CorruptObjectError:
        return None  # the next run computes it again
