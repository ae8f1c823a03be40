"""What the log says of exactly some subjects, so that nothing is decided twice."""

from collections.abc import Iterable

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.graph.identity import relation_id
from sift_assets.core.review.files.records import merge_key

ABOUT_ENTITIES = frozenset({Act.MERGE, Act.NOT_SAME})
ABOUT_RELATIONS = frozenset({Act.CONFIRM, Act.REJECT, Act.ADD})


class Spoken:
    """Decisions by what they are about.

    Args:
        decisions: Those in force, in order of time.
    """

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self._about: dict[str, list[Decision]] = {}
        self._by_id: dict[str, Decision] = {}
        for one in decisions:
            self._by_id[one.id] = one
            self._about.setdefault(subject_key(one), []).append(one)

    @property
    def every(self) -> tuple[Decision, ...]:
        """All of them, in order of time."""
        return tuple(self._by_id.values())

    def is_in_force(self, decision: str) -> bool:
        """Say whether a decision counts."""
        return decision in self._by_id

    def by_ids(self, ids: Iterable[str]) -> tuple[Decision, ...]:
        """Return those of some decisions that count."""
        return tuple(self._by_id[one] for one in ids if one in self._by_id)

    def about(self, key: str) -> tuple[Decision, ...]:
        """Return the decisions about exactly these subjects, in order of time."""
        return tuple(self._about.get(key, ()))

    def ids_about(self, key: str) -> tuple[str, ...]:
        """Return their ids."""
        return tuple(one.id for one in self._about.get(key, ()))

    def name_of(self, entity: str) -> str:
        """Return the name that was last given to an entity; empty for none."""
        said = self._about.get(_name_key(entity), ())
        return said[-1].name if said else ""


def subject_key(one: Decision) -> str:
    """Return what a decision is about as the key of an entry that would be; empty for others."""
    if one.act in ABOUT_ENTITIES:
        return merge_key(tuple({ref.id for ref in one.entities}))
    if one.act in ABOUT_RELATIONS and one.relation is not None:
        return relation_id(one.relation.source.id, one.relation.type, one.relation.target.id)
    return _name_key(one.entities[0].id) if one.act is Act.NAME else ""


def _name_key(entity: str) -> str:
    return f"{Act.NAME} {entity}"
