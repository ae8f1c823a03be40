"""What of a queue is still open after decisions that it does not know of."""

from collections.abc import Iterable
from itertools import combinations

from sift_assets.core.decisions.verdicts import RelationVerdict
from sift_assets.core.graph.identity import relation_id
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.keys import pairs_of
from sift_assets.core.review.proposed import why_closed
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenProposal,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    QueueItem,
)
from sift_assets.core.review.said import Said, covers


def still_open(items: Iterable[QueueItem], said: Said) -> tuple[QueueItem, ...]:
    """Return what is open of some items, in their order, each once.

    Args:
        items: Of the latest queue.
        said: What the decisions in force say, those that the queue knows among them.
    """
    found = (part for item in items for part in open_parts(item, said))
    return tuple({one.key: one for one in found}.values())


def open_parts(item: QueueItem, said: Said) -> tuple[QueueItem, ...]:
    """Return an item when it is open as it is, of a group else the pairs that are."""
    if isinstance(item, OpenMerge):
        if _is_open_merge(item, said):
            return (item,)
        return tuple(pair for pair in pairs_of(item) if _is_open_merge(pair, said))
    return (item,) if _is_open(item, said) else ()


def _is_open(item: QueueItem, said: Said) -> bool:
    if isinstance(item, OpenMerge):
        return _is_open_merge(item, said)
    if isinstance(item, OpenProposal):
        return why_closed(item, said) is None
    if isinstance(item, OpenSplit):
        return said.is_there(item.side.id) and item.side.id not in said.wholeness
    if isinstance(item, OpenVariant):
        claim = said.claim(relation_id(item.child.id, EXTENDS, item.parent.id))
        are_there = said.is_there(item.child.id) and said.is_there(item.parent.id)
        return are_there and claim.source != claim.target and said.relation(claim) is None
    if isinstance(item, OpenRelation):
        return _is_open_relation(item, said)
    return _is_open_contradiction(item, said)


def _is_open_merge(item: OpenMerge, said: Said) -> bool:
    are_there = all(said.is_there(one) for one in item.members)
    return are_there and not any(said.is_settled(*two) for two in combinations(item.members, 2))


def _is_open_relation(item: OpenRelation, said: Said) -> bool:
    claim = said.claim(item.id)
    last = said.relation(claim)
    is_decided = last is not None and covers(last[1], item.new_documents)
    return said.is_stated(item.id) and claim.source != claim.target and not is_decided


def _is_open_contradiction(item: OpenContradiction, said: Said) -> bool:
    if item.kind == "relation":
        return _are_at_odds(item, said)
    if item.kind == "name":
        pairs = combinations(item.entities, 2)
        are_there = all(map(said.is_there, item.entities))
        return are_there and not any(said.is_settled(*pair) for pair in pairs)
    about = (item.entity, "" if item.kind == "type" else item.about)
    if item.kind == "type":
        whole = said.canonical(item.entity)
        left = [one.type for one in item.types if whole in map(said.canonical, one.entities)]
    else:
        left = [one for one in item.facts if not said.is_retracted(*about, one)]
    is_there = item.entity not in said.retracted and said.is_there(item.entity)
    return is_there and len(left) > 1 and not said.are_kept(*about, left)


def _are_at_odds(item: OpenContradiction, said: Said) -> bool:
    """Say whether of relations that contradict each other two are left, not all confirmed."""
    claims = {said.claim(one.id) for one in item.relations if said.is_stated(one.id)}
    words = {one: said.relation(one) for one in claims}
    verdicts = [word[0] if word else None for word in words.values()]
    left = [one for one in verdicts if one is not RelationVerdict.REJECTED]
    return len(left) > 1 and not all(left)
