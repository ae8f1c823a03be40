"""What documents in shards were: Dagster knows shards only, but the manifests list documents.

Every set of documents that was reported is stored with the content of each, and every corpus with
the text and the extraction of each, until `sift gc` removes them; what nobody can read any more
cannot be told of either.
"""

import json
from collections.abc import Iterable, Iterator, Mapping

from sift_assets.core.planning.shards import BY_DOCUMENT
from sift_assets.core.records.corpus import Corpus
from sift_assets.resources.history import PastValue
from sift_assets.resources.store import Store
from sift_assets.resources.workspace import Workspace

TEXTS, EXTRACTIONS = "document_texts", "extractions"


def past_of_documents(
    workspace: Workspace, sets: Iterable[PastValue], corpora: Iterable[PastValue]
) -> dict[str, list[PastValue]]:
    """Return asset to every value that is known of a document, the latest first, each once.

    Args:
        workspace: The open project.
        sets: What Dagster remembers of `document_set`, newest first.
        corpora: Likewise of `corpus`.
    """
    found: dict[str, dict[tuple[str, str], PastValue]] = {asset: {} for asset in BY_DOCUMENT}
    for asset in BY_DOCUMENT:
        for key, record in workspace.provenance.read(asset).items():
            found[asset][key, record.version] = PastValue(key, record.version, inputs=record.inputs)
    contents = {past.version: _contents(workspace.store, past.version) for past in sets}
    for key, content in (item for listed in contents.values() for item in listed.items()):
        found["documents"].setdefault((key, content), PastValue(key, content))
    for past in {past.version: past for past in corpora}.values():
        known = contents.get(past.inputs.get("document_set", ""), {})
        for asset, value in _of_corpus(workspace.store, past.version, known):
            found[asset].setdefault((value.partition, value.version), value)
    return {asset: list(values.values()) for asset, values in found.items()}


def _of_corpus(
    store: Store, version: str, contents: Mapping[str, str]
) -> Iterator[tuple[str, PastValue]]:
    """Yield the texts and extractions that a corpus lists, with what each was made from."""
    data = store.sound(version)
    documents = Corpus.from_bytes(data).documents if data is not None else {}
    for key, entry in documents.items():
        if entry.extraction:
            content = {"documents": contents.get(key, "")}
            yield TEXTS, PastValue(key, entry.text, inputs=content)
            yield EXTRACTIONS, PastValue(key, entry.extraction, inputs={TEXTS: entry.text})


def _contents(store: Store, version: str) -> dict[str, str]:
    data = store.sound(version)
    return dict(json.loads(data)) if data is not None else {}
