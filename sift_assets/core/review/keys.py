"""Keys by which people name what is open, found again in decisions and by their beginning."""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import TypeVar

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.history import relations_of
from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.identity import normal_form, relation_id
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.queue import open_pair
from sift_assets.core.review.records import OpenMerge, QueueItem, ReviewQueue, item_key
from sift_assets.core.review.type_contradictions import ABOUT

LEAST_DIGITS = 4
"""Of a key or an id that is given by its beginning: fewer name something else by mistake."""

T = TypeVar("T")


def keys_of(decision: Decision) -> frozenset[str]:
    """Return the keys under which what a decision settles would be open."""
    if decision.act is Act.DROP:  # of its subjects nothing is settled
        return frozenset({item_key("proposal", decision.proposal)})
    found = {item_key("relation", relation_id(*ids)) for ids in _claims(decision)}
    entities = [one.id for one in decision.entities]
    if decision.act in {Act.MERGE, Act.NOT_SAME}:
        found.add(item_key("merge", *sorted(entities)))
    elif decision.act in {Act.SPLIT, Act.WHOLE}:
        found.add(item_key("split", *entities))
    elif decision.act in {Act.ADD, Act.REJECT}:
        found |= {item_key("variant", s, t) for s, name, t in _claims(decision) if name == EXTENDS}
    elif decision.values:
        said = decision.values
        kind, about = ("attribute", normal_form(said.key)) if said.key else ("type", ABOUT)
        found.add(item_key("contradiction", kind, said.entity.id, about))
    elif decision.act is Act.RESOLVE:
        found |= {item_key("contradiction", "relation", *about) for about in _disputed(decision)}
    elif decision.attribute:
        said = decision.attribute
        about = (said.entity.id, normal_form(said.key))
        found.add(item_key("contradiction", "attribute", *about))
    if decision.proposal:
        found.add(item_key("proposal", decision.proposal))
    return frozenset(found)


def undecided(queue: ReviewQueue, log: Iterable[Decision]) -> ReviewQueue:
    """Return what of a queue nobody ever decided, also not to take it back later.

    For automatisms, which have no second word.

    Args:
        queue: What is open.
        log: Every decision ever made.
    """
    decisions = tuple(log)
    keys = {key for one in decisions for key in keys_of(one)}
    pairs = {pair for one in decisions for pair in _pairs(one.id for one in one.entities)}
    return queue.model_copy(
        update={
            "merges": tuple(one for one in queue.merges if not pairs & {*_pairs(one.members)}),
            "relations": tuple(one for one in queue.relations if one.key not in keys),
        }
    )


def named(given: str, known: Mapping[str, T], what: str) -> T:
    """Return what a key or an id names, given whole or by its beginning.

    Raises:
        DecisionError: Nothing begins so, or several do.
    """
    if given in known:
        return known[given]
    found = sorted(one for one in known if one.startswith(given))
    if len(given) < LEAST_DIGITS or not found:
        raise DecisionError(
            f"There is no {what} {given!r}.",
            f"Give at least {LEAST_DIGITS} digits of one." if len(given) < LEAST_DIGITS else "",
        )
    if len(found) > 1:
        raise DecisionError(f"{given!r} is the beginning of {', '.join(found)}.", "Give more.")
    return known[found[0]]


def by_key(items: Iterable[QueueItem]) -> dict[str, QueueItem]:
    """Return items by their key; the pairs of a group of three or more are items as well."""
    return {one.key: one for item in items for one in (*pairs_of(item), item)}


def pairs_of(item: QueueItem) -> tuple[OpenMerge, ...]:
    """Return the compared pairs of a group of three or more, the surest first; none of others."""
    if not isinstance(item, OpenMerge) or len(item.members) < 3:
        return ()
    sides = {side.id: side for side in item.sides}
    found = [open_pair(pair, sides) for pair in item.pairs]
    return tuple(sorted(found, key=lambda one: (one.constant, -one.score, one.key)))


def _pairs(ids: Iterable[str]) -> Collection[frozenset[str]]:
    return [frozenset(pair) for pair in combinations(ids, 2)]


def _claims(decision: Decision) -> list[tuple[str, str, str]]:
    return [(ref.source.id, ref.type, ref.target.id) for ref in relations_of(decision)]


def _disputed(decision: Decision) -> set[tuple[str, str]]:
    """Return the entities that all relations of a decision are about, each with the type."""
    claims = _claims(decision)
    shared = set[str].intersection(*({source, target} for source, _, target in claims))
    return {(one, name) for one in shared for _, name, _ in claims}
