"""Whether answers carry passages that are there: quotes of an index, held against the texts.

A sample, the same for the same index: the best connected entities with their places and their
facts, what a search for each finds, and how documents begin.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sift_assets.core.errors import SiftError
from sift_assets.core.promotion.evaluation import CheckResult, Look
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.index import Index
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.proving import evidence, passage
from sift_assets.core.query.records import PassageFound, Source
from sift_assets.core.query.searching import search
from sift_assets.core.records.corpus import Corpus
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.files import hash_file
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.corpus import corpus_of
from sift_assets.workflows.querying import ASSET, INDEX_FILE
from sift_assets.workflows.written_files import recorded_files

ENTITIES = 40
"""Entities whose answers are looked at: what is wrong with an index is wrong with many."""

DOCUMENTS = 20
"""Documents whose first passages are."""

SHORT = Bounds(limit=3)
"""Places, facts and passages of each."""

ELLIPSIS = "…"


def is_empty(workspace: Workspace) -> bool:
    """Say whether Central holds no document, so that there is nothing to cite."""
    found = workspace.provenance.read("document_set").get("")
    is_built = workspace.provenance.read(ASSET).get("") is not None
    return not is_built and (found is None or not workspace.provenance.read("documents"))


def cited_answers(workspace: Workspace) -> CheckResult:
    """Ask the index, and look every passage of its answers up in the text that it names.

    Args:
        workspace: A Central with an index.

    Raises:
        SiftError: There is no index, or what it was made from is damaged or gone.
    """
    look = Look()
    provenance = workspace.provenance.read(ASSET).get("")
    file = workspace.exports_folder / INDEX_FILE
    known = recorded_files(workspace, ASSET).get(INDEX_FILE)
    look.see(file.is_file() and hash_file(file) == known, "index_is_not_as_it_was_written")
    if provenance is None or not file.is_file():
        return look.result()
    corpus = corpus_of(workspace.store.get(provenance.inputs["corpus"]))
    texts = _Texts(workspace, corpus)
    with opened_index(file, Filters()) as index:
        for one in _places(index):
            look.see(texts.hold(one), "passage_is_not_in_its_document")
    return look.result()


@dataclass
class _Texts:
    """The texts that an index was made from, each read once.

    Attributes:
        workspace: Where they are.
        corpus: Says which.
        read: By document.
    """

    workspace: Workspace
    corpus: Corpus
    read: dict[str, DocumentText | None] = field(default_factory=dict)

    def hold(self, one: Source | PassageFound) -> bool:
        """Say whether a passage stands where an answer says that it does; 0 names no page."""
        text = self._text(one.document)
        said = one.quote if isinstance(one, Source) else one.text
        if text is None or not 0 <= one.start < one.end <= len(text.text):
            return False
        # White space is shown as one space, and none around a passage.
        stands, said = (_in_one_line(part) for part in (text.text[one.start : one.end], said))
        is_there = stands.startswith(said.removesuffix(ELLIPSIS)) if one.cut else stands == said
        return is_there and bool(said) and one.page in (0, text.page_at(one.start))

    def _text(self, document: str) -> DocumentText | None:
        if document not in self.read:
            entry = self.corpus.documents.get(document)
            version = entry.text if entry else ""
            data = self.workspace.store.sound(version) if version else None
            self.read[document] = DocumentText.from_bytes(data) if data else None
        return self.read[document]


def _places(index: Index) -> Iterator[Source | PassageFound]:
    """Yield the passages of some answers."""
    for entity in index.top(ENTITIES):
        yield from evidence(index, SHORT, entity.id)[0].sources
        for fact in query(index, SHORT, entity.id)[0].facts:
            yield from fact.sources
        yield from _found(index, entity.name)
    for document in index.documents_in_scope(DOCUMENTS):
        yield from _beginning(index, document.document)


def _found(index: Index, name: str) -> Sequence[PassageFound]:
    try:
        return search(index, SHORT, name, entities=False)[0].passages
    except QueryError:  # a name without a word in it
        return ()


def _beginning(index: Index, document: str) -> Sequence[PassageFound]:
    try:
        return passage(index, SHORT, document)[0].passages
    except QueryError:  # a document without text
        return ()


def why_not(error: SiftError) -> str:
    """Return an error as a code: what it says may name a document."""
    return f"{error.code}" if isinstance(error, QueryError) else type(error).__name__


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
