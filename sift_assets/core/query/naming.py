"""From what somebody calls an entity to the one that is meant, or to an error that helps."""

from collections.abc import Sequence

from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.fitting import LONGEST_NAME, cut
from sift_assets.core.query.index import Index, Match
from sift_assets.core.query.ranking import Answering, answering
from sift_assets.core.query.records import End
from sift_assets.core.query.rows import EntityRow

SUGGESTED = 8
"""Candidates that an error names; who gets more of them reads none."""


NAMES_OF_LABEL = 3
"""As many as a label has."""


def end_of(row: EntityRow) -> End:
    """Return which entity a row is."""
    return End(id=row.id, name=cut(row.name, LONGEST_NAME)[0], type=row.type)


def called_by(members: Sequence[EntityRow]) -> str:
    """Return what a community is called where its label may not be said: by some members."""
    return ", ".join(member.name for member in members[:NAMES_OF_LABEL])


def meant(index: Index, text: str) -> EntityRow:
    """Return the entity that is meant by an id, a name, another name, or a part of one.

    What answers best is meant when it is alone: an exact name before another name of something,
    before a name that begins so or has such words. Misspelled names are only suggested.

    Raises:
        QueryError: `unknown_entity` with the nearest names, `ambiguous_name` with the candidates.
    """
    if (by_id := index.entity(text.strip())) is not None:
        return by_id
    found = answering(index, text, SUGGESTED + 1, filtered=False)
    sure = [one for one in found if one.match is not Match.FUZZY]
    if not sure:
        raise _unknown(text, found)
    best = [one for one in sure if _tier(one) == _tier(sure[0])]
    if len(best) > 1:
        raise _ambiguous(text, best)
    return best[0].entity


def _tier(one: Answering) -> tuple[bool, bool]:
    is_exact = one.match is Match.EXACT
    return not is_exact, is_exact and bool(one.matched)


def _unknown(text: str, near: list[Answering]) -> QueryError:
    names = ", ".join(f"{one.entity.name} ({one.entity.id})" for one in near[:3])
    return QueryError(
        Code.UNKNOWN_ENTITY,
        f"Nothing in the graph is called `{cut(text, LONGEST_NAME)[0]}`.",
        f"Did you mean {names}?" if names else "`search` also looks into the documents' texts.",
        {"nearest": [end_of(one.entity).model_dump() for one in near[:SUGGESTED]]},
    )


def _ambiguous(text: str, candidates: list[Answering]) -> QueryError:
    names = ", ".join(one.entity.id for one in candidates[:3])
    number = f"more than {SUGGESTED}" if len(candidates) > SUGGESTED else str(len(candidates))
    return QueryError(
        Code.AMBIGUOUS_NAME,
        f"`{cut(text, LONGEST_NAME)[0]}` may be {number} things.",
        f"Name one by its id, for example {names}.",
        {
            "candidates": [
                end_of(one.entity).model_dump()
                | {"support": one.entity.support, "degree": one.entity.degree}
                for one in candidates[:SUGGESTED]
            ]
        },
    )
