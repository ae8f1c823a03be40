"""`merge_proposals.yaml`: entities that may be one, and those of which people have decided it."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.review.files.reading import EntryFields, read_entries
from sift_assets.core.review.files.records import (
    FileStatus,
    Known,
    MergeEntry,
    MergeMember,
    ReadEntries,
)
from sift_assets.core.review.files.shown_names import CONFIDENCE_DIGITS, ShownNames, who_decided
from sift_assets.core.review.files.spoken import Spoken
from sift_assets.core.review.records import OpenMerge, ReviewQueue, shown_hash

MERGE_FILE = "merge_proposals.yaml"
SECTION = "proposals"

HEAD = """\
# Entities that may be one. Change the status of an entry and save: the next look at the project
# writes your decision into log.jsonl.
#   CONFIRMED  they are one, called by canonical_name (which you may change)
#   REJECTED   no two of them are one
#   DRAFT      nobody has decided; takes back a decision that is listed here
# Before you confirm you may take members out, or add some by their id. Entries that you delete
# decide nothing and come back. A reason of your own is written down with the decision.
# A comment of your own above an entry stays with it while it is listed, any other does not.
"""


def read_merges(text: str, file: str) -> ReadEntries[MergeEntry]:
    """Read the entries of a file of merge proposals, ours or sift-kg's; a bad one costs no other.

    Args:
        text: Its content.
        file: Its name, for messages.
    """
    return read_entries(text, file, SECTION, _entry)


def listed_merges(
    queue: ReviewQueue, graph: ResolvedGraph, decisions: Sequence[Decision]
) -> tuple[Known, ...]:
    """Return the entries of the file: what is open, the surest first, then what was decided.

    Args:
        queue: What is open.
        graph: The resolved graph of the same build.
        decisions: Those in force, in order of time.
    """
    names, spoken = ShownNames(graph), Spoken(decisions)
    opened = [_open(item, spoken) for item in queue.merges]
    said = [_decided(ids, one, names, spoken) for ids, one in _groups(graph, decisions)]
    entries: dict[str, Known] = {}
    for known in (*opened, *said):
        entries.setdefault(known.entry.key, known)
    return tuple(entries.values())


def _entry(fields: EntryFields) -> MergeEntry:
    canonical, members = fields.needed("canonical_id"), fields.each("members")
    entry = MergeEntry(
        canonical_id=canonical,
        canonical_name=fields.text("canonical_name"),
        entity_type=fields.text("entity_type"),
        status=FileStatus.DRAFT,
        members=tuple(_member(one) for one in members),
        reason=fields.text("reason"),
    )
    if len({*entry.ids}) != len(entry.ids):
        raise fields.bad("members", "names an entity twice", entry.key)
    return entry.model_copy(update={"status": fields.status(entry.key)})


def _member(fields: EntryFields) -> MergeMember:
    return MergeMember(
        id=fields.needed("id"),
        name=fields.text("name"),
        confidence=fields.number("confidence", MergeMember.model_fields["confidence"].default),
    )


def _open(item: OpenMerge, spoken: Spoken) -> Known:
    scores = {frozenset({pair.left, pair.right}): pair.score for pair in item.pairs}
    first, *others = item.sides
    members = tuple(
        MergeMember(
            id=side.id,
            name=side.name,
            confidence=round(
                scores.get(frozenset({first.id, side.id}), item.score), CONFIDENCE_DIGITS
            ),
        )
        for side in others
    )
    entry = MergeEntry(
        canonical_id=first.id,
        canonical_name=first.name,
        entity_type=first.type,
        status=FileStatus.DRAFT,
        members=members,
        reason=_why(item),
    )
    return Known(entry=entry, decisions=spoken.ids_about(entry.key), shown=shown_hash(item))


def _why(item: OpenMerge) -> str:
    """Say how they were found, why the first names the whole, and what a language model thinks."""
    rules = ", ".join(sorted({rule for pair in item.pairs for rule in pair.blocked_by}))
    found = f"Alike by {rules}. " if rules else ""
    said = "".join(
        f" A model says {one.opinion.verdict}: {one.opinion.reason}" for one in item.opinions
    )
    return f"{found}{item.reason[:1].upper()}{item.reason[1:]}{said}"


def _groups(
    graph: ResolvedGraph, decisions: Sequence[Decision]
) -> Iterable[tuple[tuple[str, ...], Decision]]:
    """Yield what decisions still say of which entities, the latest first.

    A merge: all that it still ties to its first. A refusal: all where every pair still counts,
    else pair by pair.
    """
    pairs: dict[str, list[tuple[str, str]]] = {}
    for row in graph.links.select(["first", "second", "decision"]).to_pylist():
        pairs.setdefault(row["decision"], []).append((row["first"], row["second"]))
    for one in reversed(decisions):
        if one.id in pairs:
            yield from ((ids, one) for ids in _still_said(one, sorted(pairs[one.id])))


def _still_said(one: Decision, pairs: list[tuple[str, str]]) -> Iterable[tuple[str, ...]]:
    ids = {member for pair in pairs for member in pair}
    named = [ref.id for ref in one.entities]
    order = sorted(ids, key=lambda member: named.index(member) if member in named else len(named))
    if one.act is Act.MERGE or len(pairs) == len(list(combinations(ids, 2))):
        yield tuple(_first_in_all(order, pairs) if one.act is Act.MERGE else order)
    else:
        yield from (tuple(sorted(pair, key=order.index)) for pair in pairs)


def _first_in_all(order: list[str], pairs: list[tuple[str, str]]) -> list[str]:
    """Put that one first to which the others are tied."""
    first = max(order, key=lambda one: (sum(one in pair for pair in pairs), -order.index(one)))
    return [first, *(one for one in order if one != first)]


def _decided(ids: tuple[str, ...], decision: Decision, names: ShownNames, spoken: Spoken) -> Known:
    first, *others = ids
    is_merge = decision.act is Act.MERGE
    entry = MergeEntry(
        canonical_id=first,
        canonical_name=names.name(first),
        entity_type=names.type(first),
        status=FileStatus.CONFIRMED if is_merge else FileStatus.REJECTED,
        members=tuple(MergeMember(id=one, name=names.name(one), confidence=1.0) for one in others),
        reason=who_decided(decision, names.hindrance(decision.id)),
    )
    concerned = dict.fromkeys((*spoken.ids_about(entry.key), decision.id))
    return Known(entry=entry, decisions=tuple(concerned), shown=entry.content_hash())
