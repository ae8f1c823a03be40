"""Extractions that sift-kg wrote, one file a document, and which document of ours each is about."""

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any, cast

from sift_assets.core.config.json_source import read_json
from sift_assets.core.extraction.grounding import Grounder
from sift_assets.core.extraction.llm.replay import SEPARATOR, Recording
from sift_assets.core.planning.keys import document_path
from sift_assets.core.records.record import Record

LEAST_STANDING = 0.5
"""Share of quotes that must stand in a document for it to be the one that was extracted from. Of
those of a language model 94 of 100 stand in the FTX articles; in another text next to none do."""

_ENDS = ("source_entity", "target_entity")


class Recorded(Record):
    """One file of recorded extractions.

    Attributes:
        document_id: The document's stem, as sift-kg names it.
        document_path: Where it lay then; may be empty.
        domain: Name of the domain it was extracted with; may be empty.
        model: That answered.
        entities: As sift-kg stores them, those that have a name.
        relations: Likewise, those that have two ends.
        unreadable: Records that are none of these.
    """

    document_id: str
    document_path: str = ""
    domain: str = ""
    model: str = ""
    entities: tuple[dict[str, Any], ...] = ()
    relations: tuple[dict[str, Any], ...] = ()
    unreadable: int = 0

    def on(self, text: str) -> Recording:
        """Return the same as a recording about a text."""
        return Recording(
            text=text,
            entities=self.entities,
            relations=self.relations,
            model=self.model or "sift-kg",
        )


def read_recorded(data: bytes, stem: str) -> Recorded | str:
    """Read a file of sift-kg's `extractions/`, or say in words why it cannot be taken over.

    Args:
        data: Content of the file.
        stem: Of its name, for files that do not say which document they are about.
    """
    try:
        said: Any = read_json(data)
    except ValueError:
        return "is no JSON"
    if not isinstance(said, dict):
        return "holds no extraction"
    fields = cast("dict[str, Any]", said)
    if fields.get("error"):
        return "says that the extraction failed"
    entities = [one for one in _records(fields.get("entities")) if _named(one, "name")]
    relations = [
        one for one in _records(fields.get("relations")) if all(_named(one, end) for end in _ENDS)
    ]
    every = len(_listed(fields.get("entities"))) + len(_listed(fields.get("relations")))
    return Recorded(
        document_id=_text(fields.get("document_id")) or stem,
        document_path=_text(fields.get("document_path")),
        domain=_text(fields.get("domain_name")),
        model=_text(fields.get("model_used")),
        entities=tuple(entities),
        relations=tuple(relations),
        unreadable=every - len(entities) - len(relations),
    )


def document_of(recorded: Recorded, keys: Iterable[str]) -> str | list[str]:
    """Return the key of the document that an extraction is about, or all that it may be about.

    sift-kg knows a document by its stem only. Of several the one counts whose path is the end of
    the path where the document lay then, and so of all where none has that stem: what no file may
    be called is left out of the names in our own export.

    Args:
        recorded: The extraction.
        keys: Of all documents.
    """
    named = {key: PurePosixPath(document_path(key)) for key in keys}
    lay = PurePosixPath(recorded.document_path.replace("\\", "/")).parts
    same = sorted(key for key, path in named.items() if lay[-len(path.parts) :] == path.parts)
    alike = sorted(key for key, path in named.items() if path.stem == recorded.document_id)
    if len(alike) == 1:
        return alike[0]
    found = [key for key in same if key in alike or not alike]
    longest = max((len(named[key].parts) for key in found), default=0)
    best = [key for key in found if len(named[key].parts) == longest]
    return best[0] if len(best) == 1 else alike


def standing(recorded: Recorded, text: str) -> float:
    """Return which share of the recorded quotes stands in a text; 1 where there are none."""
    grounder = Grounder(text, 0, len(text))
    contexts = (str(one.get("context", "")).split(SEPARATOR) for one in recorded.entities)
    quotes = [quote for several in contexts for quote in several]
    quotes += [str(one.get("evidence", "")) for one in recorded.relations]
    found = [grounder.exactly(quote) is not None for quote in quotes if quote.strip()]
    return sum(found) / len(found) if found else 1.0


def _listed(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _records(value: Any) -> list[dict[str, Any]]:
    return [cast("dict[str, Any]", one) for one in _listed(value) if isinstance(one, dict)]


def _named(record: dict[str, Any], field: str) -> bool:
    return bool(_text(record.get(field)).strip())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
