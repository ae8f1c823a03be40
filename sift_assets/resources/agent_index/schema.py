"""The tables of the agent index, and how their columns are looked up.

One file, written once and then only read. Rows are joined by numbers; 0 in `document` stands for a
statement of a person. Whatever is searched by words has a table of FTS5 beside it.
"""

SCHEMA = 1
"""Raised when a reader of the last version would misunderstand the new one."""

PAGE_BYTES = 4096
"""Said, not left to what a SQLite was built with: the same graph has the same bytes."""

_WORDS = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
"""Texts are folded before they are written, so the tokeniser only has to find the words."""

TABLES = {
    "about": "name TEXT PRIMARY KEY, value TEXT",
    "documents": (
        "id INTEGER PRIMARY KEY, key TEXT, title TEXT, date TEXT, collection TEXT, folder TEXT,"
        " first_day TEXT, last_day TEXT"
    ),
    "document_tags": "document INTEGER, tag TEXT",
    "communities": (
        "id INTEGER PRIMARY KEY, key TEXT, label TEXT, level INTEGER, parent TEXT, size INTEGER"
    ),
    "entities": (
        "id INTEGER PRIMARY KEY, key TEXT, type TEXT, name TEXT, status TEXT, flags TEXT,"
        " confidence REAL, support INTEGER, mentions INTEGER, degree INTEGER, community INTEGER,"
        " first_seen TEXT, last_seen TEXT, aliases TEXT"
    ),
    "names": "entity INTEGER, form TEXT, is_name INTEGER",
    "identities": "key TEXT PRIMARY KEY, entity INTEGER",
    "properties": "entity INTEGER, key TEXT, value TEXT, document INTEGER",
    "mentions": (
        "entity INTEGER, document INTEGER, page INTEGER, start INTEGER, end INTEGER, quote TEXT,"
        " confidence REAL, extractor TEXT, alignment TEXT"
    ),
    "relations": (
        "id INTEGER PRIMARY KEY, source INTEGER, target INTEGER, type TEXT, status TEXT,"
        " flags TEXT, confidence REAL, support INTEGER, mentions INTEGER, valid_from TEXT,"
        " valid_to TEXT, first_seen TEXT, last_seen TEXT, source_community INTEGER,"
        " target_community INTEGER"
    ),
    "evidence": (
        "relation INTEGER, document INTEGER, page INTEGER, start INTEGER, end INTEGER, quote TEXT,"
        " confidence REAL, extractor TEXT, alignment TEXT"
    ),
    "verdicts": (
        "subject TEXT, verdict TEXT, actor TEXT, time TEXT, channel TEXT, reason TEXT,"
        " decision TEXT"
    ),
    "descriptions": "entity INTEGER, text TEXT, writer TEXT, cites TEXT, documents TEXT",
    "bridges": "entity INTEGER, participation REAL, communities TEXT",
    "islands": "key TEXT, name TEXT, size INTEGER, communities TEXT",
    "proposed": "first INTEGER, second INTEGER, score REAL, reasons TEXT",
    "dated": (
        "id INTEGER PRIMARY KEY, start TEXT, end TEXT, precision TEXT, about INTEGER, text TEXT,"
        " document INTEGER"
    ),
    "dated_entities": "dated INTEGER, entity INTEGER",
    "dated_places": (
        "dated INTEGER, document INTEGER, page INTEGER, start INTEGER, end INTEGER, quote TEXT"
    ),
    "passages": (
        "id INTEGER PRIMARY KEY, document INTEGER, page INTEGER, start INTEGER, end INTEGER,"
        " text TEXT"
    ),
}
"""Table to its columns."""

WORD_TABLES = {
    "name_words": f"form, content='', tokenize=\"{_WORDS}\"",
    "name_grams": "form, content='', detail=none, tokenize='trigram case_sensitive 1'",
    "passage_words": f"text, content='', tokenize=\"{_WORDS}\"",
}
"""Tables of FTS5; the row is that of `names` or `passages`, and they hold no text of their own."""

VECTOR_TABLE = "kind TEXT, first INTEGER, vectors BLOB"
"""Of an index that is searched by meaning as well, another has none: the number of a row of `names`
or `passages`, and packed vectors of that and those that follow; see `core.query.meaning`."""

VECTOR_ROWS = 2048
"""Vectors of a row: 768 KiB of MiniLM's, which are read and held against another at once."""

INDEXES = {
    "documents_by_key": "documents(key)",
    "tags_by_document": "document_tags(document)",
    "entities_by_key": "entities(key)",
    "entities_by_degree": "entities(degree)",
    "names_by_form": "names(form, entity)",
    "properties_by_entity": "properties(entity)",
    "mentions_by_entity": "mentions(entity, document)",
    "mentions_by_place": "mentions(document, start)",
    "relations_by_source": "relations(source, target)",
    "relations_by_target": "relations(target, source)",
    "evidence_by_relation": "evidence(relation, document)",
    "verdicts_by_subject": "verdicts(subject)",
    "descriptions_by_entity": "descriptions(entity)",
    "dated_by_entity": "dated_entities(entity, dated)",
    "places_by_dated": "dated_places(dated)",
    "passages_by_place": "passages(document, start)",
}
"""Made after the rows, which takes half the time."""
