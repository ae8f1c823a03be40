"""Forgetting a document: what it has left in the store, and removing all of it.

What is purged is not only what is known to be of the document: after the graph is built anew,
everything goes that no recorded value needs, for an object says not whose it is. What stays are
answers of language models about other documents, and earlier graphs that never held this one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.forgotten import naming_only
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import ProjectError, SiftError
from sift_assets.core.llm.attribution import is_about, standing_in, statements
from sift_assets.core.planning.tombstones import Act, Tombstone, barred_of, document_hash
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.files import hash_file
from sift_assets.resources.history import PastValue
from sift_assets.resources.store import Store
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.checking import QUOTE_CHECK
from sift_assets.workflows.collecting import (
    answer_of,
    answers_among,
    collect,
    manifest_of,
    plan_collection,
)
from sift_assets.workflows.exported_by_hand import remove_left
from sift_assets.workflows.graph import GraphRest
from sift_assets.workflows.proposing import proposals_of
from sift_assets.workflows.review_files import forget_written

ANSWER_KEYS = ("entities", "relations")
"""By which the object in an answer of the extraction is found."""

GRAPHS = ("graph_manifest", "resolved_graph")
"""Assets whose every version lists its documents."""

History = Mapping[str, Iterable[PastValue]]
"""Asset to everything that Dagster remembers of it, newest first."""


class Traces(Record):
    """What a document has left.

    Attributes:
        key: The document.
        contents: Hashes of what it holds and held, but for what is another document's now.
        names: Keys of every document that ever had such a content: itself, renamed, copies.
        files: Files of the watched folder, relative to it, that still have such a content.
        texts: Versions of its texts that are stored.
        extractions: Versions of its extractions that are stored.
        answers: Stored answers of language models about it.
        graphs: Versions of stored graphs that list it.
        decisions: Ids of decisions that name what only it named.
    """

    key: str
    contents: frozenset[str]
    names: tuple[str, ...]
    files: tuple[str, ...] = ()
    texts: frozenset[str] = frozenset()
    extractions: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    graphs: frozenset[str] = frozenset()
    decisions: frozenset[str] = frozenset()


def traces(workspace: Workspace, key: str, taken_up: Mapping[str, str], history: History) -> Traces:
    """Find what a document has left, also when it is gone or forgotten in part.

    Args:
        workspace: The open project.
        key: The document.
        taken_up: Key to content hash of the documents that count now.
        history: Of `documents`, `document_texts`, `extractions` and `GRAPHS`.

    Raises:
        ProjectError: No such document was ever taken up.
    """
    seen = list(history["documents"])
    contents = _contents(workspace, key, taken_up, seen)
    if not contents:
        raise ProjectError(
            f"There is and was no document {key}.", "`sift show documents` lists the present ones."
        )
    had = {past.partition for past in seen if past.version in contents}
    names = sorted({key} | had | {k for k, content in taken_up.items() if content in contents})
    found = Traces(key=key, contents=contents, names=tuple(names))
    texts = _stored(workspace, history["document_texts"], "documents", contents)
    return found.model_copy(
        update={
            "files": tuple(_files_left(workspace, found)),
            "texts": texts,
            "extractions": _stored(workspace, history["extractions"], "document_texts", texts),
            "answers": frozenset(_answers_about(workspace, texts, set(names))),
            "graphs": frozenset(_listing(workspace.store, history, set(names))),
            "decisions": frozenset(one.id for one in _decisions_of(workspace, names)),
        }
    )


def bar(workspace: Workspace, found: Traces, at: str) -> None:
    """Write the tombstones: from here on no file with such a content is taken up."""
    document, already = document_hash(found.key), workspace.tombstones.barred()
    workspace.tombstones.append(
        [
            Tombstone(act=Act.FORGET, document=document, content=content, at=at)
            for content in sorted(found.contents - already)
        ]
    )


def lift(workspace: Workspace, key: str, at: str) -> int:
    """Let a forgotten document be taken up again; return how many contents that admits.

    Raises:
        ProjectError: No such document is forgotten.
    """
    contents = sorted(barred_of(workspace.tombstones.read(), key))
    if not contents:
        raise ProjectError(f"No document {key} is forgotten.", "Write its path as it was then.")
    document = document_hash(key)
    workspace.tombstones.append(
        [Tombstone(act=Act.LIFT, document=document, content=c, at=at) for c in contents]
    )
    return len(contents)


def forget_decisions(workspace: Workspace, found: Traces) -> None:
    """Take the lines of such decisions out of the log, for whoever holds the layers."""
    if found.decisions:
        workspace.decision_log.erase(found.decisions)


def delete_files(workspace: Workspace, found: Traces) -> None:
    """Delete the files of the watched folder that hold the content."""
    for key in found.files:
        workspace.document_file(key).unlink(missing_ok=True)


def purge(workspace: Workspace, found: Traces, history: History) -> int:
    """Remove every trace from store, exports and review files; return how many files were removed.

    To be called when the graph has been built without the document, holding the locks under which
    values are stored.

    Raises:
        SiftError: The graph still lists the document, so that nothing was removed.
    """
    present = {asset: _latest_version(workspace, asset) for asset in GRAPHS}
    listing = set(_listing(workspace.store, history, set(found.names) - _remaining(workspace)))
    if listing & set(present.values()):
        raise SiftError(
            "The graph has not been built without the document.",
            "See `sift status`, then forget it again: the tombstone is in place.",
        )
    forget_written(workspace)
    proposals_of(workspace).erase()  # what agents wrote may quote it; they may propose again
    versions = {past.version for asset in GRAPHS for past in history[asset]}
    kept = versions - found.graphs - listing
    plan = plan_collection(workspace, kept, forgotten_answers=found.answers)
    removed = collect(workspace, plan) + remove_left(workspace)
    for path in (*workspace.store.unfinished(), workspace.local_folder / "looks.json"):
        path.unlink(missing_ok=True)
    checked = workspace.provenance.read(QUOTE_CHECK).items()
    of_it = [key for key, entry in checked if entry.version in found.extractions]
    workspace.provenance.forget(QUOTE_CHECK, of_it)
    workspace.provenance.erase_deleted()
    return removed


def _contents(
    workspace: Workspace, key: str, taken_up: Mapping[str, str], seen: Iterable[PastValue]
) -> frozenset[str]:
    """Return what a document holds and held; what another one holds now is that one's.

    But for the present, or last, content: its copies are the same document under other names.
    """
    own = [past.version for past in seen if past.partition == key]
    last = taken_up.get(key) or (own[0] if own else "")
    others = {content for k, content in taken_up.items() if k != key and content != last}
    barred = barred_of(workspace.tombstones.read(), key)
    return (frozenset({last, *own, *barred}) - {""}) - others


def _decisions_of(workspace: Workspace, names: Collection[str]) -> tuple[Decision, ...]:
    """Return every decision, in force or not, that names what only these documents named."""
    return naming_only(workspace.decision_log.read().decisions, names)


def _stored(
    workspace: Workspace, history: Iterable[PastValue], parent: str, of: Collection[str]
) -> frozenset[str]:
    """Return the stored versions that were computed from some versions of a parent."""
    store = workspace.store
    made = {past.version for past in history if past.inputs.get(parent) in of}
    return frozenset(version for version in made if store.path_of(version).is_file())


def _files_left(workspace: Workspace, found: Traces) -> Iterator[str]:
    for key in found.names:
        file = workspace.document_file(key)
        if file.is_file() and hash_file(file) in found.contents:
            yield key


def _answers_about(
    workspace: Workspace, texts: Collection[str], names: Collection[str]
) -> Iterator[str]:
    """Yield the answers that state what stands in the texts, but those about a remaining one."""
    store = workspace.store
    forgotten = [_spaced(store, version) for version in sorted(texts)]
    stated: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for version in sorted(set(answers_among(store, store.results()))):
        answer = answer_of(store, version)
        says = statements(answer.text, ANSWER_KEYS) if answer else frozenset[str]()
        revealed = frozenset[str]().union(*(standing_in(says, text) for text in forgotten))
        if revealed:
            stated[version] = says, revealed
    entries = workspace.provenance.read("document_texts") if stated else {}
    for key, entry in entries.items():
        if key not in names and entry.version not in texts:
            text = _spaced(store, entry.version)
            stated = {v: (s, r) for v, (s, r) in stated.items() if not is_about(s, text, r)}
    yield from stated


def _spaced(store: Store, version: str) -> str:
    data = store.sound(version)
    return " ".join(DocumentText.from_bytes(data).text.split()) if data is not None else ""


def _listing(store: Store, history: History, names: Collection[str]) -> Iterator[str]:
    """Yield the versions of stored graphs that list any of some documents."""
    for asset in GRAPHS:
        for version in {past.version for past in history[asset]}:
            if _documents_of(store, version) & set(names):
                yield version


def _documents_of(store: Store, version: str) -> set[str]:
    """Return the documents that a stored graph lists, none when it cannot be read."""
    manifest = manifest_of(store, version)
    data = store.sound(manifest.rest if manifest else version)
    if data is None:
        return set()
    graph = GraphRest.from_bytes(data) if manifest else ResolvedGraph.from_bytes(data)
    return set(graph.documents["document"].to_pylist())


def _remaining(workspace: Workspace) -> set[str]:
    return set(workspace.provenance.read("documents"))


def _latest_version(workspace: Workspace, asset: str) -> str:
    entry = workspace.provenance.read(asset).get("")
    return entry.version if entry else ""
