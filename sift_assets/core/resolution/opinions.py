"""What a language model thinks of a pair: shown beside a proposal, never in place of a person.

The prompt, the schema of its answer and the answer's reader stand together, so that a change of
one is a change of all.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

from sift_assets.core.domain.facets import ResolutionFacet
from sift_assets.core.llm.fence import FENCE_RULE, fenced, neutralised
from sift_assets.core.llm.json_reading import find_object
from sift_assets.core.llm.model import ModelAnswer, ModelRequest, request_of
from sift_assets.core.records.record import Record, key_of
from sift_assets.core.resolution.records import Side

OPINION_VERSION = "1"
"""Raised with every change of this module by which other opinions may come."""

BATCH = 20
"""Pairs in one question: their evidence fills some 6,000 tokens, which every model reads; more
and the answers about the last ones get careless."""

MAX_REASON = 240
"""Characters of a reason; a longer one explains no more."""

MAX_QUOTE = 300
"""Characters of a passage that is shown."""

UNSAID = "the model did not say"
"""Reason of an opinion where the answer left a pair out: it is not asked again."""

Verdict = Literal["same", "different", "variant", "unsure"]
"""`variant`: one is a kind, version or part of the other."""

VERDICTS: tuple[Verdict, ...] = ("same", "different", "variant", "unsure")

_SYSTEM = """\
You help to clean a knowledge graph. You are shown pairs of entities with what documents say of \
them, and say of each pair whether both names mean one and the same thing in the world.

Rules
- `same` only when the evidence shows it: a spelling, a title, an acronym, a former name, and \
nothing that speaks against it. Relatives, namesakes, parent and daughter companies, different \
years or editions of something are `different`.
- `variant` when one is a kind, version or model of the other; `general` is then the letter of the \
one that the other is a variant of, else it is empty.
- `unsure` when the evidence does not tell. That is a good answer.
- `reason` is one short sentence in English that names the evidence.

Answer with one JSON object and nothing else, with one record for every pair:
{"pairs": [{"pair": 1, "verdict": "same", "general": "", "confidence": 0.9, "reason": ""}]}"""

_RECORD: dict[str, Any] = {
    "pair": {"type": "integer"},
    "verdict": {"type": "string", "enum": list(VERDICTS)},
    "general": {"type": "string", "enum": ["A", "B", ""]},
    "confidence": {"type": "number"},
    "reason": {"type": "string"},
}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "pairs": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": _RECORD,
                "required": list(_RECORD),
                "additionalProperties": False,
            },
        }
    },
    "required": ["pairs"],
    "additionalProperties": False,
}


class Opinion(Record):
    """What a language model thinks of a pair.

    Attributes:
        verdict: See `Verdict`.
        general: Id of the more general one where one is a variant of the other, else empty.
        confidence: 0 to 1, as the model says.
        reason: In one sentence; the model's own words, so not to be trusted.
        model: The model that really answered.
    """

    verdict: Verdict
    general: str = ""
    confidence: float = 0.0
    reason: str = ""
    model: str = ""


class JudgedPair(NamedTuple):
    """A pair as it is shown to a model: both sides, in the order of their ids."""

    first: Side
    second: Side


class ReadOpinions(NamedTuple):
    """The records of an answer about a batch, by the number of their pair from 1.

    Attributes:
        found: The records that are readable and about a pair of the batch.
        problem: Why the answer is of no use, empty when it is.
    """

    found: Mapping[int, Opinion]
    problem: str = ""


def opinion_key(pair: JudgedPair, facet: ResolutionFacet, model: str) -> str:
    """Return where the opinion about a pair is kept: the hash of all that is shown of it."""
    told = [_shown(side) for side in pair]
    return key_of("opinion", OPINION_VERSION, model, _told(facet, pair.first.type), told)


def opinion_request(
    pairs: Sequence[JudgedPair],
    facet: ResolutionFacet,
    temperature: float | None,
    max_tokens: int,
    nonce: str,
) -> ModelRequest:
    """Ask about a batch of pairs; what documents say stands in fences.

    Args:
        pairs: At most `BATCH`.
        facet: Context and hints of the domain, which are the user's own words.
        temperature: See `ModelRequest`.
        max_tokens: See `ModelRequest`.
        nonce: What the fences are recognised by.
    """
    types = sorted({side.type for pair in pairs for side in pair})
    told = [text for name in types for text in _told(facet, name)]
    shown = [
        f"Pair {number}\n{fenced(_both(pair), nonce)}" for number, pair in enumerate(pairs, start=1)
    ]
    end = f"End of the pairs {nonce}. Answer with the JSON object as described."
    asked = "\n\n".join((*dict.fromkeys(told), FENCE_RULE.format(nonce=nonce), *shown, end))
    return request_of(_SYSTEM, asked, _SCHEMA, temperature, max_tokens)


def read_opinions(answer: ModelAnswer, pairs: Sequence[JudgedPair]) -> ReadOpinions:
    """Read an answer: lenient in form, strict in what it may say.

    A record about no pair of the batch, or without a known verdict, is left out; of several about
    one pair the first counts.
    """
    found = find_object(answer.text, ("pairs",))
    rows: Any = found.value.get("pairs") if found else None
    if not isinstance(rows, list):
        return ReadOpinions({}, "the answer holds no records about pairs")
    read: dict[int, Opinion] = {}
    for row in cast("list[Any]", rows):
        if isinstance(row, dict):
            record = cast("dict[str, Any]", row)
            number = _number(record.get("pair"))
            if 1 <= number <= len(pairs) and number not in read:
                opinion = _opinion(record, pairs[number - 1], answer.model)
                read |= {number: opinion} if opinion else {}
    return ReadOpinions(read, "" if read else "the answer holds no readable record")


def kept_form(opinion: Opinion) -> ModelAnswer:
    """Return an opinion in the form in which answers are kept, so that none is ever paid twice."""
    return ModelAnswer(text=opinion.to_bytes().decode(), model=opinion.model)


def from_kept(answer: ModelAnswer) -> Opinion | None:
    """Read an opinion back from `kept_form`; None when it is something else."""
    try:
        return Opinion.model_validate(json.loads(answer.text))
    except ValueError:
        return None


def _opinion(record: dict[str, Any], pair: JudgedPair, model: str) -> Opinion | None:
    verdict = str(record.get("verdict", "")).strip().lower()
    if verdict not in VERDICTS:
        return None
    letters = {"A": pair.first.id, "B": pair.second.id}
    general = letters.get(str(record.get("general") or "").strip().upper(), "")
    if verdict == "variant" and not general:
        verdict = "unsure"  # a variant of what, it does not say
    return Opinion(
        verdict=verdict,
        general=general if verdict == "variant" else "",
        confidence=_share(record.get("confidence")),
        reason=" ".join(neutralised(str(record.get("reason") or "")).split())[:MAX_REASON],
        model=model,
    )


def _number(value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return 0


def _share(value: Any) -> float:
    """Read a confidence; one of no number is 0, percents are shares."""
    try:
        number = float(str(value).strip().rstrip("%"))
    except ValueError:
        return 0.0
    if not 0 <= number <= 100:
        return 0.0
    return round(number / 100 if number > 1 else number, 3)


def _told(facet: ResolutionFacet, type_name: str) -> list[str]:
    context = facet.context.strip()
    hints = facet.identity_hints.get(type_name, ())
    told = [f"About these documents\n{context}"] if context else []
    if hints:
        told.append(f"What tells two of type {type_name} apart\n- " + "\n- ".join(hints))
    return told


def _both(pair: JudgedPair) -> str:
    return "\n".join(f"{letter}:\n{_shown(side)}" for letter, side in zip("AB", pair, strict=True))


def _shown(side: Side) -> str:
    """Write down what is known of an entity, without numbers that change with other documents."""
    lines = [f"  name: {_line(side.name)} ({side.type})"]
    if side.aliases:
        lines.append(f"  also: {'; '.join(map(_line, side.aliases))}")
    lines += [f"  {_line(fact.key)}: {_line(fact.value)}" for fact in side.roles]
    if side.first_seen:
        lines.append(f"  documents dated {side.first_seen} to {side.last_seen}")
    lines += [
        f"  {'is' if one.direction == 'out' else 'of which'} {one.relation}: {_line(one.name)}"
        for one in side.neighbours
    ]
    lines += [f"  passage: {_line(quote.quote)[:MAX_QUOTE]}" for quote in side.quotes]
    return "\n".join(lines)


def _line(text: str) -> str:
    return " ".join(text.split())
