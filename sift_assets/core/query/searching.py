"""`search`: entities by name and passages by words, and both by what they mean."""

from collections.abc import Sequence
from typing import NamedTuple

from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.fitting import LONGEST_NAME, cut
from sift_assets.core.query.index import Index, Match, Meaning
from sift_assets.core.query.ranking import Answering, answering, with_near
from sift_assets.core.query.records import Found, PassageFound
from sift_assets.core.query.results import SearchResult
from sift_assets.core.query.rows import PassageRow
from sift_assets.core.query.showing import founds, shown_passages
from sift_assets.core.text.folding import words

Counts = dict[str, int]
"""List of a result to how many items there are."""

FUSED = 100
"""Passages of each order that are fused, at least: so the first are the same at every limit."""

DAMPING = 60
"""Added to each place before orders are fused, so that the first place of one order does not
outweigh a good place in both (Cormack, Clarke and Büttcher, SIGIR 2009: from 10 to 100 it hardly
matters)."""

_SET = "Set `resolution: {encoder: minilm}` in sift.yaml (extra `embeddings`), then `sift run`."


class _Place(NamedTuple):
    """A passage, and how it answers where meaning was asked for."""

    passage: PassageRow
    match: str = ""
    similarity: float = 0.0


def search(
    index: Index,
    bounds: Bounds,
    text: str,
    *,
    entities: bool = True,
    passages: bool = True,
    meaning: Meaning | None = None,
) -> tuple[SearchResult, Counts]:
    """Look for entities and passages.

    Args:
        index: What is asked.
        bounds: Each list has at most so many items; one more is looked for, to say that there are.
        text: A name, a part of one, or words.
        entities: Whether entities are looked for.
        passages: Whether passages are.
        meaning: Gives vectors where it is also searched by meaning.

    Raises:
        QueryError: `bad_filter`: there is nothing to look for in the text. `no_vectors`: the index
            has no vectors to search by meaning.
    """
    asked = words(text)
    if not asked:
        raise QueryError(Code.BAD_FILTER, "There is no word to look for.", "Give a name or words.")
    vector = _vector(index, text, meaning) if meaning else b""
    most = bounds.limit + 1
    names = answering(index, text, most, filtered=True) if entities else []
    if entities and vector:
        names = with_near(index, vector, names, most)
    places = _passages(index, asked, vector, most) if passages else []
    result = SearchResult(
        text=cut(text, LONGEST_NAME)[0],
        entities=tuple(_found(index, names[: bounds.limit])),
        passages=tuple(_shown(index, places[: bounds.limit])),
    )
    return result, {"entities": len(names), "passages": len(places)}


def _vector(index: Index, text: str, meaning: Meaning) -> bytes:
    encoder = index.about().encoder
    if not encoder:
        raise QueryError(Code.NO_VECTORS, "The agent_index has no vectors to search by.", _SET)
    return meaning(encoder, text)


def _found(index: Index, names: Sequence[Answering]) -> list[Found]:
    shown = founds(index, [one.entity for one in names], sources=1)
    return [
        one.model_copy(
            update={
                "match": str(name.match),
                "similarity": name.similarity,
                "matched": cut(name.matched, LONGEST_NAME)[0],
            }
        )
        for one, name in zip(shown, names, strict=True)
    ]


def _shown(index: Index, places: Sequence[_Place]) -> list[PassageFound]:
    shown = shown_passages(index, [one.passage for one in places])
    return [
        one.model_copy(update={"match": place.match, "similarity": place.similarity})
        for one, place in zip(shown, places, strict=True)
    ]


def _passages(index: Index, asked: Sequence[str], vector: bytes, most: int) -> list[_Place]:
    """Look for passages with all words; only where there is none, for such with some.

    By meaning, what is near takes the place of such with some, and both orders are fused.
    """
    if vector:
        return _fused(index, asked, vector, most)
    found = index.passages(asked, most, all_words=True)
    if not found and len(asked) > 1:
        found = index.passages(asked, most, all_words=False)
    return [_Place(one) for one in found]


def _fused(index: Index, asked: Sequence[str], vector: bytes, most: int) -> list[_Place]:
    worded = index.passages(asked, max(most, FUSED), all_words=True)
    near = index.near_passages(vector, max(most, FUSED))
    scores: dict[int, float] = {}
    for order in (worded, [one.passage for one in near]):
        for place, passage in enumerate(order, 1):
            scores[passage.row] = scores.get(passage.row, 0.0) + 1 / (DAMPING + place)
    places = {one.passage.row: _Place(one.passage, Match.MEANING, one.similarity) for one in near}
    for one in worded:
        similarity = places[one.row].similarity if one.row in places else 0.0
        places[one.row] = _Place(one, Match.WORD, similarity)
    order = sorted(places, key=lambda row: (-scores[row], -places[row].similarity, row))
    return [places[row] for row in order[:most]]
