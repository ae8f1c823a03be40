"""`contradiction_review.yaml`: facts that cannot all be true, to say which of them stand.

sift-kg has no such file; its shape is that of the others.
"""

from collections.abc import Iterable, Sequence

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.review.files.reading import EntryFields, read_entries
from sift_assets.core.review.files.records import (
    ALL,
    ContradictionEntry,
    FileStatus,
    Known,
    ListedFact,
    ReadEntries,
)
from sift_assets.core.review.files.spoken import Spoken
from sift_assets.core.review.keys import keys_of
from sift_assets.core.review.records import (
    OpenContradiction,
    ReviewQueue,
    item_key,
    shown_hash,
)

CONTRADICTION_FILE = "contradiction_review.yaml"
SECTION = "contradictions"

KINDS = ("relation", "attribute", "type", "name")
"""What contradicts each other; see `OpenContradiction`."""

DOCUMENTS_LISTED = 6
"""Of one fact, to keep the file readable."""

HEAD = """\
# Facts that cannot all be true. Change the status of an entry and save: the next look at the
# project writes your decision into log.jsonl.
#   CONFIRMED  those stand that `stands` names: all, or their numbers from 1, as 1 or 1, 3
#   REJECTED   none of them stands
#   DRAFT      nobody has decided
# Of types of one entity all or none stands (none: it was wrong to merge). Of types of several
# things of one name, all means several things, and one number one thing of that type.
# What was decided is no longer here: `sift decisions` lists it, `sift decide undo` takes it back.
# A comment of your own above an entry stays with it while it is listed, any other does not.
"""


def read_contradictions(text: str, file: str) -> ReadEntries[ContradictionEntry]:
    """Read the entries of a file of contradictions; a bad one costs no other.

    Args:
        text: Its content.
        file: Its name, for messages.
    """
    return read_entries(text, file, SECTION, _entry)


def listed_contradictions(queue: ReviewQueue, decisions: Sequence[Decision]) -> tuple[Known, ...]:
    """Return the entries of the file: what is open.

    Args:
        queue: What is open.
        decisions: Those in force, in order of time.
    """
    spoken = Spoken(decisions)
    return tuple(_open(item, spoken) for item in queue.contradictions)


def said_about(entry: ContradictionEntry, spoken: Spoken) -> tuple[Decision, ...]:
    """Return the decisions in force about an entry or one of its facts, in order of time."""
    keys = {entry.key} | {item_key("relation", one.fact) for one in entry.facts}
    entities = (one for fact in entry.facts for one in fact.entities.split())
    keys |= {item_key("contradiction", "type", one, entry.about) for one in entities}
    return tuple(one for one in spoken.every if keys & keys_of(one))


def _entry(fields: EntryFields) -> ContradictionEntry:
    kind, facts = fields.needed("kind"), fields.each("facts")
    if kind not in KINDS:
        raise fields.bad("kind", f"`kind` must be one of {', '.join(KINDS)}")
    entry = ContradictionEntry(
        entity_id=fields.needed("entity_id"),
        entity_name=fields.text("entity_name"),
        kind=kind,
        about=fields.needed("about"),
        facts=tuple(_listed(one) for one in facts),
        status=FileStatus.DRAFT,
        stands=fields.text("stands").strip().lower() or ALL,
        reason=fields.text("reason"),
    )
    if entry.stands != ALL and not entry.numbers:
        words = f"`stands` must be {ALL}, or numbers from 1 to {len(facts)}, as 1 or 1, 3"
        raise fields.bad("stands", words, entry.key)
    return entry.model_copy(update={"status": fields.status(entry.key)})


def _listed(fields: EntryFields) -> ListedFact:
    return ListedFact(
        fact=fields.text("fact"),
        documents=fields.text("documents"),
        entities=fields.text("entities"),
    )


def _open(item: OpenContradiction, spoken: Spoken) -> Known:
    entry = ContradictionEntry(
        entity_id=item.entity,
        entity_name=item.name,
        kind=item.kind,
        about=item.about,
        facts=tuple(_facts(item)),
        status=FileStatus.DRAFT,
        stands=ALL,
    )
    said = tuple(one.id for one in said_about(entry, spoken))
    return Known(entry=entry, decisions=said, shown=shown_hash(item))


def _facts(item: OpenContradiction) -> Iterable[ListedFact]:
    for relation in item.relations:
        yield _fact(relation.id, [quote.document for quote in relation.evidence])
    for value in item.values:
        yield _fact(value.value, value.documents)
    for one in item.types:
        yield _fact(one.type, one.documents, one.entities)


def _fact(fact: str, documents: Sequence[str], entities: tuple[str, ...] = ()) -> ListedFact:
    listed = list(dict.fromkeys(documents))[:DOCUMENTS_LISTED]
    return ListedFact(fact=fact, documents=" ".join(listed), entities=" ".join(entities))
