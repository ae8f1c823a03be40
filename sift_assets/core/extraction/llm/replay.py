"""A model that serves recorded extractions: what was once answered about documents, without a call.

Recordings of other systems know the document but not the chunk. So each record gets a place in the
document's text, where its quote stands, and is served with the chunk that shows that place. A quote
that stands nowhere gets the place of the name that it is about: it is an invention of the recorded
model, and has to come to light again.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sift_assets.core.errors import ModelCallError
from sift_assets.core.extraction.grounding import Grounder
from sift_assets.core.llm.fence import enclosed
from sift_assets.core.llm.model import LanguageModel, ModelAnswer, ModelRequest
from sift_assets.core.records.record import Record, canonical_json

SEPARATOR = " ||| "
"""Joins several quotes of one entity in recordings of sift-kg."""

ANCHOR_CHARACTERS = 60
"""Of the text at a record's place; by them its chunk is known again, even when the document has
been edited elsewhere. Shorter ones stand in several places."""


class Recording(Record):
    """What was answered about one document.

    Attributes:
        text: The document.
        entities: As sift-kg stores them: `name`, `entity_type`, `context`, `confidence`.
        relations: Likewise: `relation_type`, `source_entity`, `target_entity`, `evidence`.
        model: That answered.
    """

    text: str
    entities: tuple[dict[str, Any], ...] = ()
    relations: tuple[dict[str, Any], ...] = ()
    model: str = "replay"


@dataclass(frozen=True)
class _Placed:
    """A record with the text by which its chunk is known."""

    anchor: str
    key: str
    record: dict[str, Any]
    model: str


class ReplayModel(LanguageModel):
    """Answers with recorded extractions and counts what it is asked.

    Args:
        recordings: Of all documents that may be asked about.

    Attributes:
        calls: Every request so far.
    """

    def __init__(self, recordings: Iterable[Recording]) -> None:
        self.calls: list[ModelRequest] = []
        self._placed = [placed for one in recordings for placed in _all_placed(one)]
        self._served: set[int] = set()
        self._lock = threading.Lock()

    @property
    def unserved(self) -> int:
        """How many records no answer has held so far."""
        return len(self._placed) - len(self._served)

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Answer with the records whose places stand in the text that is asked about.

        Raises:
            ModelCallError: The question is not one of extraction; nothing is recorded for it.
        """
        with self._lock:
            self.calls.append(request)
        if "entities" not in request.answer_schema.get("properties", {}):
            raise ModelCallError("nothing is recorded for a question of this kind")
        shown = enclosed(request.messages[-1].content)
        numbers = [i for i, placed in enumerate(self._placed) if placed.anchor in shown]
        found = [self._placed[i] for i in numbers]
        with self._lock:
            self._served.update(numbers)
        answer = {
            key: [placed.record for placed in found if placed.key == key]
            for key in ("entities", "relations")
        }
        models = sorted({placed.model for placed in found})
        text = canonical_json(answer).decode()
        return ModelAnswer(text=text, model=", ".join(models) or "replay", cost_usd=0.0)


def _all_placed(recording: Recording) -> list[_Placed]:
    grounder = Grounder(recording.text, 0, len(recording.text))
    placed: list[_Placed] = []
    for entity in recording.entities:
        quotes = str(entity.get("context", "")).split(SEPARATOR)
        record = {**entity, "context": quotes}
        placed.append(_at(recording, grounder, "entities", record, quotes, (entity["name"],)))
    for relation in recording.relations:
        quotes = [str(relation.get("evidence", ""))]
        names = (relation["source_entity"], relation["target_entity"])
        placed.append(_at(recording, grounder, "relations", relation, quotes, names))
    return placed


def _at(
    recording: Recording,
    grounder: Grounder,
    key: str,
    record: dict[str, Any],
    quotes: Sequence[str],
    names: Sequence[str],
) -> _Placed:
    """Place a record at its first quote that stands in the text, else at a name, else on top."""
    quoted = (grounder.ground(quote) for quote in quotes)
    named = (grounder.exactly(name) for name in names)
    places = (evidence.start for evidence in chain(quoted, named) if evidence is not None)
    start = next(places, 0)
    anchor = recording.text[start : start + ANCHOR_CHARACTERS].strip()
    return _Placed(anchor, key, record, recording.model)
