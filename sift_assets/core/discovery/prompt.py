"""The prompt of discovery and its answer schema; the answer's reader is in `reading`."""

from collections.abc import Sequence
from typing import Any

from sift_assets.core.domain.model import Domain, EntityType, RelationType
from sift_assets.core.llm.fence import FENCE_RULE, UNSENT_NONCE, fenced
from sift_assets.core.llm.model import DEFAULT_MAX_TOKENS, ModelRequest, request_of

DISCOVERY_VERSION = "1"
"""Raised with every change of this module or of `reading` by which other types may come."""

_SYSTEM = """\
You design the schema of a knowledge graph: which types of entities and of relations a collection \
of documents is about. You are shown samples of the collection.

Rules
- 5 to 15 entity types, 8 to 20 relation types: those that the samples really need. Specific ones \
where the samples are specific (COURT_CASE, VESSEL), general ones (PERSON, ORGANIZATION) else.
- Names are English, upper snake case, singular. Relation names are in the active voice and read \
from source to target (WORKS_FOR, OWNS).
- `description` is one sentence that tells a reader what belongs to the type. It names nobody and \
nothing from the samples.
- `hints` are up to three short phrases: by which words it is recognised, what to record of it.
- `source_types` and `target_types` list entity types of your answer or of those given.
- `symmetric` is true where direction has no meaning. `inverse` is the name of the relation read \
from target to source, empty when there is none; never list the inverse as a relation of its own.
- `review_required` is true where a wrong relation would be a grave claim about somebody, such as \
a crime.
- Types that are given are fixed: use them, do not repeat them, add what is missing.

Answer with one JSON object and nothing else:
{"entity_types": [{"name": "", "description": "", "hints": []}], "relation_types": [{"name": "", \
"description": "", "hints": [], "source_types": [], "target_types": [], "symmetric": false, \
"inverse": "", "review_required": false}]}"""

_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS: dict[str, Any] = {"type": "array", "items": _TEXT}
_FLAG: dict[str, Any] = {"type": "boolean"}


def _closed(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_ENTITY = {"name": _TEXT, "description": _TEXT, "hints": _TEXTS}
_RELATION = _ENTITY | {
    "source_types": _TEXTS,
    "target_types": _TEXTS,
    "symmetric": _FLAG,
    "inverse": _TEXT,
    "review_required": _FLAG,
}
_SCHEMA = _closed(
    {
        "entity_types": {"type": "array", "items": _closed(_ENTITY)},
        "relation_types": {"type": "array", "items": _closed(_RELATION)},
    }
)


def discovery_request(
    samples: Sequence[str],
    domain: Domain,
    temperature: float | None = 0.0,
    max_tokens: int = DEFAULT_MAX_TOKENS,
    *,
    nonce: str = UNSENT_NONCE,
) -> ModelRequest:
    """Ask which types a corpus needs.

    Args:
        samples: Excerpts of documents; they go into the user's message only, each fenced.
        domain: The user's own: its context is told, its types are fixed.
        temperature: See `ModelRequest`.
        max_tokens: See `ModelRequest`.
        nonce: What the fences are recognised by.
    """
    shown = (
        f"Sample {number} of {len(samples)}\n{fenced(text, nonce)}"
        for number, text in enumerate(samples, start=1)
    )
    end = f"End of the samples {nonce}. Answer with the JSON object as described."
    asked = "\n\n".join((*_told(domain), FENCE_RULE.format(nonce=nonce), *shown, end))
    return request_of(_SYSTEM, asked, _SCHEMA, temperature, max_tokens)


def _told(domain: Domain) -> list[str]:
    context = (domain.extraction_context or domain.system_context).strip()
    parts = [f"About these documents\n{context}"] if context else []
    entities = "\n".join(_line(name, kind) for name, kind in sorted(domain.entity_types.items()))
    relations = "\n".join(_line(name, k) for name, k in sorted(domain.relation_types.items()))
    parts += [f"Given entity types\n{entities}"] if entities else []
    return parts + ([f"Given relation types\n{relations}"] if relations else [])


def _line(name: str, kind: EntityType | RelationType) -> str:
    also = f" Also called {', '.join(kind.synonyms)}." if kind.synonyms else ""
    return f"- {name}: {kind.description or name}{also}"
