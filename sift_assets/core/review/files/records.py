"""The review files as values: their entries, what is known of them, what is wrong with them.

What belongs here: the shape that people know. What the entries are made of is in `merge_file`,
`relation_file` and `contradiction_file`, what a changed entry decides in `merge_changes`,
`relation_changes` and `contradiction_changes`.
"""

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from sift_assets.core.decisions.decision import digest_of
from sift_assets.core.graph.identity import relation_id
from sift_assets.core.records.record import Record, key_of
from sift_assets.core.review.records import item_key

REVISION_DIGITS = 12
"""Of the hash of a file's entries; only ever compared with the few that are remembered."""


ALL = "all"
"""Says that all facts of a contradiction stand."""


class FileStatus(StrEnum):
    """What an entry says. `DRAFT` is open: nobody has decided, or a decision was taken back."""

    DRAFT = "DRAFT"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"


class MergeMember(Record):
    """An entity that may be one with the canonical one.

    Attributes:
        id: Of the entity.
        name: Its name, to read by; the id counts.
        confidence: How sure it is, from 0 to 1.
    """

    id: str
    name: str = ""
    confidence: float = 0.5


class MergeEntry(Record):
    """Entities that may be one.

    Attributes:
        canonical_id: The entity that names the whole.
        canonical_name: Its name.
        entity_type: Its type.
        status: See `FileStatus`.
        members: The others.
        reason: Why, in words.
    """

    canonical_id: str
    canonical_name: str
    entity_type: str
    status: FileStatus
    members: tuple[MergeMember, ...]
    reason: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all, the canonical one first."""
        return (self.canonical_id, *(one.id for one in self.members))

    @property
    def key(self) -> str:
        """What tells the entry from the others: whom it is about, in any order."""
        return merge_key(self.ids)

    def remembered(self) -> "MergeEntry":
        """Return what has to be known of it later."""
        return self


class RelationEntry(Record):
    """A relation that waits, or that was decided.

    Attributes:
        source_id: Where it goes from.
        source_name: Its name, to read by.
        target_id: Where it goes to.
        target_name: Likewise.
        relation_type: Type of the relation.
        confidence: Of the relation; 0 where it is not in the graph.
        evidence: A quote that states it, or why a variant is one.
        source_document: Where that stands.
        status: See `FileStatus`.
        flag_reason: Why it waits, or who decided.
    """

    source_id: str
    source_name: str
    target_id: str
    target_name: str
    relation_type: str
    confidence: float
    evidence: str
    source_document: str
    status: FileStatus
    flag_reason: str = ""

    @property
    def key(self) -> str:
        """What tells the entry from the others: the id of the relation."""
        return relation_id(self.source_id, self.relation_type, self.target_id)

    @property
    def reason(self) -> str:
        """Where a person may write why."""
        return self.flag_reason

    def remembered(self) -> "RelationEntry":
        """Return what has to be known of it later: not what documents say."""
        return self.model_copy(update={"evidence": "", "source_document": ""})


class ListedFact(Record):
    """One of the facts that contradict each other.

    Attributes:
        fact: Id of a relation, a value, or an entity type.
        documents: Some that state it, between spaces, to read by.
        entities: Ids of what is of the type, between spaces; of others none.
    """

    fact: str
    documents: str = ""
    entities: str = ""


class ContradictionEntry(Record):
    """Facts that cannot all be true.

    Attributes:
        entity_id: What they are about.
        entity_name: Its name, to read by.
        kind: What contradicts each other; see `OpenContradiction`.
        about: The relation type, or the key of the property.
        facts: The facts.
        status: See `FileStatus`; `REJECTED` lets none of them stand.
        stands: Which stand where it is confirmed: `all`, or numbers from 1.
        reason: Why, in words.
    """

    entity_id: str
    entity_name: str
    kind: str
    about: str
    facts: tuple[ListedFact, ...]
    status: FileStatus
    stands: str = ALL
    reason: str = ""

    @property
    def key(self) -> str:
        """What tells the entry from the others: the key that it has in the queue."""
        if self.kind == "name":
            ids = (one for fact in self.facts for one in fact.entities.split())
            return item_key("merge", *sorted(ids))
        return item_key("contradiction", self.kind, self.entity_id, self.about)

    @property
    def ids(self) -> tuple[str, ...]:
        """The id of what it is about."""
        return (self.entity_id,)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Which facts stand where it is confirmed, from 0; none where `stands` names none."""
        count = len(self.facts)
        if self.stands == ALL:
            return tuple(range(count))
        given = self.stands.replace(",", " ").split()
        are_numbers = all(one.isdecimal() and 0 < int(one) <= count for one in given)
        return tuple(int(one) - 1 for one in given) if are_numbers else ()

    def remembered(self) -> "ContradictionEntry":
        """Return what has to be known of it later: not what documents say."""
        facts = (ListedFact(fact=digest_of(one.fact), entities=one.entities) for one in self.facts)
        return self.model_copy(update={"facts": tuple(facts)})


Entry = MergeEntry | RelationEntry | ContradictionEntry
"""An entry of any file."""

EntryT = TypeVar("EntryT", MergeEntry, RelationEntry, ContradictionEntry)


class Known(Record):
    """An entry as it stood when the file was last written or read.

    Attributes:
        entry: The entry.
        decisions: Ids of the decisions in force about exactly its subjects.
        shown: Hash of what a person was shown.
    """

    entry: Entry
    decisions: tuple[str, ...] = ()
    shown: str = ""


class Snapshot(Record):
    """What a person who edits a file was shown, brought forward by what has been read since.

    Attributes:
        revision: Stands in the file, so that an old text is compared with its own snapshot, also
            when an editor saves it over a newer one.
        entries: Those of the file.
    """

    revision: str
    entries: tuple[Known, ...] = ()


class Problem(Record):
    """An entry, or a whole file, that could not be read.

    Attributes:
        file: The file, as people know it.
        line: Its line from 1; 0 where it is about the whole file.
        message: What is wrong and what to do.
    """

    file: str
    line: int
    message: str


class Located(NamedTuple, Generic[EntryT]):
    """An entry and its line."""

    entry: EntryT
    line: int


class ReadEntries(NamedTuple, Generic[EntryT]):
    """A file, read.

    Attributes:
        entries: Those that are as they must be, each once, in order.
        unread: Keys of entries that are there and could not be read.
        problems: What is wrong with the others.
        revision: Which revision of the file it was made from; empty where it does not say.
    """

    entries: tuple[Located[EntryT], ...]
    unread: frozenset[str]
    problems: tuple[Problem, ...]
    revision: str = ""


class Remembered(Record):
    """The revisions of a file that were written last, the newest at the end."""

    snapshots: tuple[Snapshot, ...] = ()


class FileState(Record):
    """What every look has to know of a review file; small, as what was shown need not be.

    Attributes:
        clean: Hashes of contents of which everything has been read, so that they may be replaced.
        queue: Hash of the review queue that the file was last written from.
        seen: What the file was read against last; see `problems`.
        problems: What was found wrong then.
    """

    clean: tuple[str, ...] = ()
    queue: str = ""
    seen: str = ""
    problems: tuple[Problem, ...] = ()


def merge_key(ids: tuple[str, ...]) -> str:
    """Return what tells entities that are (not) one from others, in any order."""
    return key_of("merge", *sorted(ids))


def revision_of(entries: tuple[Entry, ...]) -> str:
    """Return the revision of a file with these entries."""
    return key_of("revision", *(one.model_dump(mode="json") for one in entries))[:REVISION_DIGITS]
