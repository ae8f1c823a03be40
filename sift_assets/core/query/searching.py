"""`search`: entities by name and passages by words."""

from collections.abc import Sequence

from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.fitting import LONGEST_NAME, cut
from sift_assets.core.query.folding import words
from sift_assets.core.query.index import Index
from sift_assets.core.query.ranking import Answering, answering
from sift_assets.core.query.records import Found
from sift_assets.core.query.results import SearchResult
from sift_assets.core.query.rows import PassageRow
from sift_assets.core.query.showing import founds, shown_passages

Counts = dict[str, int]
"""List of a result to how many items there are."""


def search(
    index: Index, bounds: Bounds, text: str, *, entities: bool = True, passages: bool = True
) -> tuple[SearchResult, Counts]:
    """Look for entities and passages.

    Args:
        index: What is asked.
        bounds: Each list has at most so many items; one more is looked for, to say that there are.
        text: A name, a part of one, or words.
        entities: Whether entities are looked for.
        passages: Whether passages are.

    Raises:
        QueryError: `bad_filter`: there is nothing to look for in the text.
    """
    asked = words(text)
    if not asked:
        raise QueryError(Code.BAD_FILTER, "There is no word to look for.", "Give a name or words.")
    most = bounds.limit + 1
    names = answering(index, text, most, filtered=True) if entities else []
    places = _passages(index, asked, most) if passages else []
    result = SearchResult(
        text=cut(text, LONGEST_NAME)[0],
        entities=tuple(_found(index, names[: bounds.limit])),
        passages=tuple(shown_passages(index, places[: bounds.limit])),
    )
    return result, {"entities": len(names), "passages": len(places)}


def _found(index: Index, names: Sequence[Answering]) -> list[Found]:
    shown = founds(index, [one.entity for one in names], sources=1)
    return [
        one.model_copy(
            update={"match": str(name.match), "matched": cut(name.matched, LONGEST_NAME)[0]}
        )
        for one, name in zip(shown, names, strict=True)
    ]


def _passages(index: Index, asked: Sequence[str], most: int) -> list[PassageRow]:
    """Look for passages with all words; only where there is none, for such with some."""
    found = index.passages(asked, most, all_words=True)
    return found or (index.passages(asked, most, all_words=False) if len(asked) > 1 else [])
