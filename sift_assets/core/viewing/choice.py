"""What somebody wants to be shown of a graph. Light to import: commands ask before they load it."""

import re

from sift_assets.core.records.record import Record
from sift_assets.core.text.folding import folded

LONGEST_SLUG = 60
"""Characters of the readable part of a file's name."""

SLUG_DIGITS = 8
"""Of the hash behind it: two choices that read alike are two files."""

_SIGNS = re.compile("[^a-z0-9]+")


class Choice(Record):
    """What is to be shown; by default everything.

    Attributes:
        neighborhood: An entity, by id, name or alias; empty for no such filter.
        depth: Steps from it along relations, in either direction.
        document: A document, by key, path or name: what it states is shown.
        community: A community, by label or key.
        min_confidence: Entities and relations below it are left out.
        top: Number of the best connected entities that are shown, with everybody they are related
            to; 0 for all.
    """

    neighborhood: str = ""
    depth: int = 1
    document: str = ""
    community: str = ""
    min_confidence: float = 0.0
    top: int = 0

    def words(self) -> tuple[str, ...]:
        """Say each filter that is set, for people."""
        steps = "1 step" if self.depth == 1 else f"{self.depth} steps"
        said = {
            f"within {steps} of {self.neighborhood}": self.neighborhood,
            f"stated by the document {self.document}": self.document,
            f"of the community {self.community}": self.community,
            f"of confidence {self.min_confidence:g} or more": self.min_confidence,
            f"the {self.top} best connected, with those they are related to": self.top,
        }
        return tuple(words for words, is_set in said.items() if is_set)

    @property
    def file_name(self) -> str:
        """What a page of this choice is called: the filters, as far as a file may be called so."""
        given = self.model_dump(exclude_defaults=True)
        if not given:
            return "viewer.html"
        words = "-".join(str(part) for pair in given.items() for part in pair)
        readable = _SIGNS.sub("-", folded(words)).strip("-")[:LONGEST_SLUG]
        return f"viewer-{readable}-{self.content_hash()[:SLUG_DIGITS]}.html"
