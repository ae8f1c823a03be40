"""Which entities stated relations join: their two names, resolved inside the document.

Names are looked up in the relation's chunk first, then in the document, never beyond it, and the
domain's endpoint types choose between things of one name. What they cannot choose is a record for
people, not a guess. So nothing depends on the order of documents or of records. All relations of
some documents are resolved at once, by look-ups in sorted columns of numbers.
"""

from dataclasses import dataclass, fields

import numpy as np

from sift_assets.core.graph.columns import Numbers, paired, starts_of_runs
from sift_assets.core.graph.names import ANY_TYPE

WHOLE_DOCUMENT = 0
"""Number of the chunk that stands for all of a document; the real ones are counted from 1."""


@dataclass(frozen=True, eq=False)
class Claims:
    """Relations as stated, read by the domain but not yet resolved; a column each, in numbers.

    Attributes:
        row: Document.
        chunk: Where it is stated.
        type: Relation type of the domain.
        source: Name it goes from.
        target: Name it goes to.
        source_form: Normal form of the source.
        target_form: Likewise.
        source_type: Entity type of the source if the extractor stated it, else `ANY_TYPE`.
        target_type: Likewise.
    """

    row: Numbers
    chunk: Numbers
    type: Numbers
    source: Numbers
    target: Numbers
    source_form: Numbers
    target_form: Numbers
    source_type: Numbers
    target_type: Numbers

    def only(self, rows: Numbers) -> "Claims":
        """Return some of them."""
        return Claims(*(getattr(self, field.name)[rows] for field in fields(self)))


@dataclass(frozen=True, eq=False)
class Called:
    """What is called how and where, a row per mention and name; a column each, in numbers.

    Attributes:
        row: Document.
        chunk: Where.
        form: Normal form of the name.
        is_reference: Whether it only refers, such as "the company".
        entity: What is called so; numbers in order of entity id.
        type: Its type.
        stated_type: The type that was stated here.
    """

    row: Numbers
    chunk: Numbers
    form: Numbers
    is_reference: Numbers
    entity: Numbers
    type: Numbers
    stated_type: Numbers


@dataclass(frozen=True, eq=False)
class Candidates:
    """Entities that names may mean.

    Attributes:
        query: Index of the question, ascending.
        entity: What it may mean, ascending within a question.
    """

    query: Numbers
    entity: Numbers

    def counts(self, queries: int) -> Numbers:
        """Return how many there are per question."""
        return np.bincount(self.query, minlength=queries)


class NameIndex:
    """The names of some documents' mentions, by chunk and for the whole document.

    Args:
        called: Who is called how; each row counts for its chunk and for its document.
        documents: How many documents there are, with and without mentions.
    """

    def __init__(self, called: Called, documents: int) -> None:
        self._chunks, chunk = np.unique(called.chunk, return_inverse=True)
        self._documents = documents
        places = (chunk + 1, np.full_like(chunk, WHOLE_DOCUMENT))
        keys = [2 * self._key(called.row, at, called.form) + called.is_reference for at in places]
        key = np.concatenate(keys)
        order = np.argsort(key, kind="stable")
        self._keys = key[order]
        self._entity = np.tile(called.entity, 2)[order]
        self._type = np.tile(called.type, 2)[order]
        self._stated = np.tile(called.stated_type, 2)[order]

    def candidates(
        self, row: Numbers, chunk: Numbers | None, form: Numbers, type_: Numbers
    ) -> Candidates:
        """Return what names may mean in a chunk, and where that is nothing, in the document.

        Args:
            row: Document of each question.
            chunk: Where to look first; None for the whole document at once.
            form: Normal form of a name or of any surface of it.
            type_: Type in the graph or as stated; `ANY_TYPE` allows all.
        """
        if chunk is None:
            return self._found(row, np.full_like(row, WHOLE_DOCUMENT), form, type_)
        near = self._found(row, self._numbered(chunk), form, type_)
        without = np.flatnonzero(near.counts(len(row)) == 0)
        if not len(without):
            return near
        place = np.full(len(without), WHOLE_DOCUMENT)
        far = self._found(row[without], place, form[without], type_[without])
        query = np.concatenate([near.query, without[far.query]])
        order = np.argsort(query, kind="stable")
        return Candidates(query[order], np.concatenate([near.entity, far.entity])[order])

    def _found(self, row: Numbers, chunk: Numbers, form: Numbers, type_: Numbers) -> Candidates:
        """Full names and aliases win over references."""
        key = 2 * self._key(row, chunk, form)
        low, middle, high = (np.searchsorted(self._keys, key + more) for more in (0, 1, 2))
        has_name = middle > low
        query, at = spread(np.where(has_name, low, middle), np.where(has_name, middle, high))
        wanted = type_[query]
        fits = (wanted == ANY_TYPE) | (wanted == self._type[at]) | (wanted == self._stated[at])
        query, entity = query[fits], self._entity[at][fits]
        if not len(query):
            return Candidates(query, entity)
        order = np.argsort(paired(query, entity), kind="stable")
        query, entity = query[order], entity[order]
        distinct = starts_of_runs(query, entity)
        return Candidates(query[distinct], entity[distinct])

    def _numbered(self, chunk: Numbers) -> Numbers:
        """A chunk without any mention is looked up where nothing is found, past the last one."""
        place = np.searchsorted(self._chunks, chunk)
        is_known = np.isin(chunk, self._chunks)
        return np.where(is_known, place + 1, len(self._chunks) + 1)

    def _key(self, row: Numbers, chunk: Numbers, form: Numbers) -> Numbers:
        return (form * self._documents + row) * (len(self._chunks) + 2) + chunk


def spread(low: Numbers, high: Numbers) -> tuple[Numbers, Numbers]:
    """Return, for ranges of positions, each position with the index of its range."""
    lengths = high - low
    index = np.repeat(np.arange(len(low)), lengths)
    before = np.repeat(np.cumsum(lengths) - lengths, lengths)
    return index, np.arange(len(index)) - before + low[index]
