"""`relation_review.yaml`: relations that wait, suggested variants, and what was decided of both."""

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.decisions.verdicts import RelationVerdict
from sift_assets.core.graph.identity import RELATION_MARK, relation_id
from sift_assets.core.graph.review import Flag
from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.files.reading import EntryFields, read_entries
from sift_assets.core.review.files.records import FileStatus, Known, ReadEntries, RelationEntry
from sift_assets.core.review.files.shown_names import CONFIDENCE_DIGITS, ShownNames, who_decided
from sift_assets.core.review.files.spoken import ABOUT_RELATIONS, Spoken
from sift_assets.core.review.pending import open_relations
from sift_assets.core.review.records import (
    OpenRelation,
    OpenVariant,
    ReviewQueue,
    shown_hash,
)

RELATION_FILE = "relation_review.yaml"
SECTION = "relations"

THRESHOLD = "review_threshold"
"""The field that says below which confidence a relation of a language model waits."""

QUOTE_LENGTH = 300
"""Characters of a quote, to keep the file readable; the whole is in `sift review`."""

VARIANT = "variant discovered during resolution"
"""How sift-kg flags what resolution suggests as a variant."""

HEAD = """\
# Relations that wait for a person. Change the status of an entry and save: the next look at the
# project writes your decision into log.jsonl.
#   CONFIRMED  it holds
#   REJECTED   it does not, and stays out of the graph
#   DRAFT      nobody has decided; takes back a decision that is listed here
# Entries that you delete decide nothing and come back. A flag_reason of your own is written down
# with the decision.
# A comment of your own above an entry stays with it while it is listed, any other does not.
"""

_REASONS = {
    Flag.ALIGNED_ONLY: "No quote stands in the text word for word",
    Flag.CONFLICT: "Contradicts another relation",
    Flag.LOW_CONFIDENCE: "Low confidence",
    Flag.NEW_EVIDENCE: "New evidence since it was decided",
    Flag.REVIEW_REQUIRED: "The type requires review",
}

_STATUS = {
    RelationVerdict.CONFIRMED: FileStatus.CONFIRMED,
    RelationVerdict.ADDED: FileStatus.CONFIRMED,
    RelationVerdict.REJECTED: FileStatus.REJECTED,
}


def read_relations(text: str, file: str) -> ReadEntries[RelationEntry]:
    """Read the entries of a file of relations, ours or sift-kg's; a bad one costs no other.

    Args:
        text: Its content.
        file: Its name, for messages.
    """
    return read_entries(text, file, SECTION, _entry)


def listed_relations(
    queue: ReviewQueue, graph: ResolvedGraph, decisions: Sequence[Decision]
) -> tuple[Known, ...]:
    """Return the entries of the file: relations, variants, and then what was decided.

    Contradictions are not among them: there it must be said which fact stands.

    Args:
        queue: What is open.
        graph: The resolved graph of the same build.
        decisions: Those in force, in order of time.
    """
    names, spoken = ShownNames(graph), Spoken(decisions)
    opened = [
        *(_open(item, _relation(item, names), spoken) for item in queue.relations),
        *(_open(item, _variant(item), spoken) for item in queue.variants),
    ]
    entries: dict[str, Known] = {}
    for known in (*opened, *_decided(graph, decisions, names, spoken)):
        entries.setdefault(known.entry.key, known)
    return tuple(entries.values())


def _entry(fields: EntryFields) -> RelationEntry:
    source, target = fields.needed("source_id"), fields.needed("target_id")
    kind = fields.needed("relation_type")
    return RelationEntry(
        source_id=source,
        source_name=fields.text("source_name"),
        target_id=target,
        target_name=fields.text("target_name"),
        relation_type=kind,
        confidence=fields.number("confidence", 0.0),
        evidence=fields.text("evidence"),
        source_document=fields.text("source_document"),
        status=fields.status(relation_id(source, kind, target)),
        flag_reason=fields.text("flag_reason"),
    )


def _open(item: OpenRelation | OpenVariant, entry: RelationEntry, spoken: Spoken) -> Known:
    return Known(entry=entry, decisions=spoken.ids_about(entry.key), shown=shown_hash(item))


def _relation(item: OpenRelation, names: ShownNames) -> RelationEntry:
    reason = "; ".join(_REASONS[Flag(flag)] for flag in item.flags)
    return _entry_of(item, names, FileStatus.DRAFT, reason)


def _entry_of(
    item: OpenRelation, names: ShownNames, status: FileStatus, reason: str
) -> RelationEntry:
    source, kind, target = item.id.split(RELATION_MARK)
    best = item.evidence[0] if item.evidence else None
    return RelationEntry(
        source_id=source,
        source_name=names.name(source),
        target_id=target,
        target_name=names.name(target),
        relation_type=kind,
        confidence=round(item.confidence, CONFIDENCE_DIGITS),
        evidence=best.quote[:QUOTE_LENGTH] if best else "",
        source_document=best.document if best else "",
        status=status,
        flag_reason=reason,
    )


def _variant(item: OpenVariant) -> RelationEntry:
    return RelationEntry(
        source_id=item.child.id,
        source_name=item.child.name,
        target_id=item.parent.id,
        target_name=item.parent.name,
        relation_type=EXTENDS,
        confidence=round(item.score, CONFIDENCE_DIGITS),
        evidence=item.reason,
        source_document="",
        status=FileStatus.DRAFT,
        flag_reason=VARIANT,
    )


def _decided(
    graph: ResolvedGraph, decisions: Sequence[Decision], names: ShownNames, spoken: Spoken
) -> Iterable[Known]:
    """Yield what was decided of single relations, the latest first."""
    said = {one.id: one for one in decisions if one.act in ABOUT_RELATIONS}
    rows = graph.decided.select(["subject", "verdict", "decision"]).to_pylist()
    rows = [row for row in rows if row["decision"] in said]
    present = _present(graph, [row["subject"] for row in rows])
    for row in sorted(rows, key=lambda row: said[row["decision"]].order, reverse=True):
        decision = said[row["decision"]]
        item = present.get(row["subject"]) or _absent(row["subject"])
        status = _STATUS[RelationVerdict(row["verdict"])]
        entry = _entry_of(item, names, status, who_decided(decision))
        concerned = dict.fromkeys((*spoken.ids_about(entry.key), decision.id))
        yield Known(entry=entry, decisions=tuple(concerned), shown=entry.content_hash())


def _present(graph: ResolvedGraph, ids: Sequence[str]) -> Mapping[str, OpenRelation]:
    there = only(graph.relations, pc.is_in(graph.relations["id"], pa.array(ids, pa.string())))
    return {one.id: one for one in open_relations(graph, there)}


def _absent(one: str) -> OpenRelation:
    """Stand in for a relation that is kept out of the graph, and its evidence with it."""
    nothing: tuple[str, ...] = ()
    return OpenRelation(
        id=one, source_name="", type="", target_name="", confidence=0, support=0, flags=nothing
    )
