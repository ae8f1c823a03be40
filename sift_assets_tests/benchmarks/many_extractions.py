"""Stored extractions of any number of mentions, made while they are read.

Copies of the nine FTX documents (of made-up ones where the data is absent) with a word in every
name that only one copy has, so that nothing joins across copies: the most entities, and so the
largest graph, that so many mentions can give. Copying is exchanging bytes, so that a corpus of
gigabytes takes neither memory nor disk, and little time.
"""

from collections.abc import Iterator

from sift_assets_tests.benchmarks.extracted_corpus import (
    recorded_answers,
    stored_extraction,
    word,
)
from sift_assets_tests.benchmarks.graphs import extraction

PLACE = "Placeholderword"
"""Stands in each template where the word of a copy goes; no document says it."""

MADE_UP, NAMES = 10, 100
"""Documents, and names of each, where the data is absent."""


class ManyExtractions:
    """Extractions with about so many mentions.

    Args:
        mentions: How many; rounded to whole copies.

    Attributes:
        documents: The keys of all documents.
        mentions: How many mentions there are.
    """

    def __init__(self, mentions: int) -> None:
        self._templates = _templates()
        each = sum(data.count(b'"surface":') for data in self._templates.values())
        self._copies = round(mentions / each)
        self.mentions = self._copies * each
        self.documents = [
            f"{name}_{copy:05}" for copy in range(self._copies) for name in self._templates
        ]

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        """Yield document and stored extraction."""
        place = PLACE.encode()
        for copy in range(self._copies):
            own = word(copy).encode()
            for name, data in self._templates.items():
                yield f"{name}_{copy:05}", data.replace(place, own)


def _templates() -> dict[str, bytes]:
    known = {name: stored_extraction(one, PLACE) for name, one in recorded_answers().items()}
    made_up = (extraction(n, NAMES, f" {PLACE}") for n in range(MADE_UP))
    return known or {f"{n:02}": one.to_bytes() for n, one in enumerate(made_up)}
