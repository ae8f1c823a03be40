"""docs/reference/exports.md: every format with its files, every table with its columns."""

import re

import pyarrow as pa

from sift_assets.core.exports.content import TABLES
from sift_assets.core.exports.formats import (
    FIXED_FILES,
    FOLDERS,
    NAMED_BY_CONTENT,
    WITH_CHUNKS,
    among_exports,
)
from sift_assets.core.graph.review import Flag
from sift_assets.core.query.filters import STATUSES
from sift_assets.core.settings.model import DEFAULT_FORMATS, ExportFormat
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.docs.reference.docstrings import members
from sift_assets_tests.docs.reference.fields import NONE
from sift_assets_tests.docs.reference.markdown import code, codes, page, table

_TYPES = {
    "string": "text",
    "int64": "whole number",
    "int32": "whole number",
    "double": "number",
    "bool": "truth value",
}

_COLUMNS = {
    "alignment": "how the quote was found in the text: `exact`, `normalised`, `aligned`",
    "attributes": "keys with values; of an entity each with document and date",
    "actor": "who decided",
    "aliases": "other names",
    "best_document": "document of the best quote",
    "best_end": "where the best quote ends",
    "best_page": "its page",
    "best_quote": "the best quote",
    "best_start": "where it starts",
    "canonical_id": "id of the entity that it stands for now",
    "channel": "through what it was decided",
    "chunk": "number of the chunk, from 0",
    "collection": "collection of the document",
    "community": "key of the community",
    "community_label": "its label",
    "confidence": "0 to 1",
    "conflict": "whether another target is stated where there may be one only",
    "decision": "id of the decision",
    "degree": "relations that it has part in, each by its support",
    "description": "what is told of it, cited in the narrative",
    "divided": "whether it is divided further, and so no community itself",
    "document": "its key; empty where a person has stated it",
    "document_date": "date of the document, as far as it is known",
    "documents": "keys of the documents that name or state it",
    "end": "character of the text behind the last one",
    "entity_id": "id of the entity",
    "extractor": "what found it",
    "extractors": "what found it, all",
    "first": "first character of what was found in it",
    "first_seen": "earliest date of a document that names or states it",
    "flags": "why it is pending, see below",
    "folder": "folder of the document",
    "id": "its id",
    "isolated": "whether it has no relation",
    "kind": "`name`, or another way in which it is mentioned",
    "label": "for people",
    "last": "last character of what was found in it",
    "last_seen": "latest date of a document that names or states it",
    "level": "how often was divided to come to it",
    "mention_count": "mentions, or statements of a relation",
    "mentions": "mentions found in it",
    "model": "language model that answered; empty for the local one",
    "name": "name, as the graph writes it",
    "new_documents": "documents that have stated it since",
    "original_type": "type that the extractor said, where the domain has another one for it",
    "other": "second of a pair",
    "outside": "weight of the relations that lead out of it",
    "page": "page from 1, 0 where there are none",
    "parent": "group that was divided",
    "quote": "what the document says, to the letter",
    "reason": "why, in the words of who decided",
    "relation_id": "id of the relation",
    "relations": "relations inside of it",
    "size": "members",
    "source_id": "entity that the relation starts from",
    "source_name": "its name",
    "source_type": "its type",
    "start": "character of the text, from 0",
    "statements": "statements of relations found in it",
    "status": "see below; of a chunk `ok`, `failed` or `pending`",
    "subject": "entity or relation that is decided about",
    "support": "documents that name or state it",
    "surface": "name, as it stands in the text",
    "tags": "tags of the document",
    "target_id": "entity that the relation ends at",
    "target_name": "its name",
    "target_type": "its type",
    "tier": "by which kind of evidence the local model found it",
    "time": "when, in UTC",
    "title": "title of the document",
    "type": "type of the domain",
    "valid_from": "since when it holds, as stated",
    "valid_to": "until when it holds, as stated",
    "verdict": "what was decided",
    "weight": "weight of the relations inside of it",
}
"""A word means the same in every table."""


def exports_page() -> str:
    """Return the page."""
    tables = example_content().tables
    return page(
        "Exports",
        "`export_formats` in `sift.yaml` lists what every run writes, `sift export FORMAT` writes "
        "any at any time. What each is for, and how its ids are made: [exports](../exports.md).",
        table(("format", "by default", "files below the exports folder"), map(_row, ExportFormat)),
        "## Columns",
        *(part for name in TABLES for part in (f"### {name}", _columns(tables[name]))),
        "## Words in columns",
        f"`status`: {codes(STATUSES)}.",
        table(("flag", "why it is pending"), [(code(f), t) for f, t in members(Flag).items()]),
    )


def _row(form: ExportFormat) -> tuple[str, ...]:
    by_content = f"{code(FOLDERS.get(form, '') + '/')}, named by what is in the graph"
    files = codes(among_exports(form, name) for name in FIXED_FILES.get(form, ()))
    if form is ExportFormat.SIFT_KG:
        by_content = "`graph_data.json`, and `extractions/` named by documents"
    with_chunks = "; with chunks" if form in WITH_CHUNKS else ""
    shown = by_content if form in NAMED_BY_CONTENT else files
    return code(form), "yes" if form in DEFAULT_FORMATS else NONE, shown + with_chunks


def _columns(found: pa.Table) -> str:
    rows = [(code(one.name), _type(one.type), _COLUMNS[one.name]) for one in found.schema]
    return table(("column", "value", "what it is"), rows)


def _type(kind: pa.DataType) -> str:
    if isinstance(kind, pa.ListType):
        inside = re.findall(r"(\w+): ", str(kind.value_type))  # of `struct<key: string, …>`
        return f"list of {codes(inside)}" if inside else "list of texts"
    return _TYPES[str(kind)]
