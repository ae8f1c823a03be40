"""What an item of the queue is about: its kind and its types, for people who want only some."""

from collections.abc import Iterator

from sift_assets.core.graph.identity import RELATION_MARK, TYPE_MARK
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenProposal,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    QueueItem,
)

KIND_NAMES: dict[type[QueueItem], str] = {
    OpenMerge: "merges",
    OpenRelation: "relations",
    OpenVariant: "variants",
    OpenSplit: "splits",
    OpenContradiction: "contradictions",
    OpenProposal: "proposals",
}


def kind_of(item: QueueItem) -> str:
    """Return the kind of an item, in the words of `ReviewQueue`; of what agents propose its own."""
    return KIND_NAMES[type(item)]


def is_about(item: QueueItem, type_name: str) -> bool:
    """Say whether an item concerns an entity type or a relation type, in any case of letters."""
    return type_name.lower() in {one.lower() for one in types_of(item)}


def types_of(item: QueueItem) -> Iterator[str]:
    """Yield the entity and relation types that an item concerns, some of them twice."""
    if isinstance(item, OpenMerge):
        yield from (side.type for side in item.sides)
    elif isinstance(item, OpenVariant):
        yield from (item.child.type, item.parent.type, EXTENDS)
    elif isinstance(item, OpenSplit):
        yield item.side.type
    elif isinstance(item, OpenRelation):
        yield from _of_relation(item.id)
    elif isinstance(item, OpenProposal):
        yield from (*map(_of_entity, item.entities), *filter(None, [item.type]))
    else:
        yield from (item.about, _of_entity(item.entity))
        yield from (one.type for one in item.types)
        for one in item.relations:
            yield from _of_relation(one.id)


def _of_relation(one: str) -> tuple[str, str, str]:
    source, name, target = one.split(RELATION_MARK)
    return _of_entity(source), name, _of_entity(target)


def _of_entity(one: str) -> str:
    return one.partition(TYPE_MARK)[0]
