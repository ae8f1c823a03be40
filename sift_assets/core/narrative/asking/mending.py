"""Sending back what does not hold: the question, the schema of its answer, and its reader."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from sift_assets.core.domain.facets import NarrativeFacet
from sift_assets.core.llm.json_reading import find_object
from sift_assets.core.llm.model import ModelAnswer, ModelRequest, request_of
from sift_assets.core.narrative.asking.brief import Brief, one_line
from sift_assets.core.narrative.asking.form import MAX_CHARACTERS
from sift_assets.core.narrative.asking.questions import (
    RULES,
    SENTENCE_FIELDS,
    closed,
    enclosing,
    read_sentence,
    styled,
)
from sift_assets.core.narrative.records import Sentence

MENDING_VERSION = "1"
"""Raised with every change of this module by which other answers may come."""

_SYSTEM = """\
You wrote sentences for a report, and some of them do not hold. You are shown the facts and \
numbered passages that they were to be written from, and then each of these sentences with what is \
wrong. Write each once more so that nothing of that is left, and change nothing else: what was \
right stays, every name, number and date of it. Where the passages do not state it, leave the \
sentence out."""

_WANTED = """\
Answer with one JSON object and nothing else; `sentence` is the number behind the letter S:
{"sentences": [{"sentence": 1, "text": "", "cites": [1]}]}"""

_SCHEMA = closed(
    {
        "sentences": {
            "type": "array",
            "items": closed({"sentence": {"type": "integer"}} | SENTENCE_FIELDS),
        }
    }
)


class Fault(NamedTuple):
    """A sentence that does not hold.

    Attributes:
        sentence: As it was written.
        problems: What is wrong, each in words a model can act on.
        is_style: Whether all that it states holds, and only a phrase is not to be used.
    """

    sentence: Sentence
    problems: tuple[str, ...]
    is_style: bool = False


class ReadMending(NamedTuple):
    """What an answer says of the sentences that were sent back.

    Attributes:
        found: By the sentence's number from 1; what was left out is not there.
        problem: Why the answer is of no use, empty when it is.
    """

    found: Mapping[int, Sentence]
    problem: str = ""


def mending_request(
    brief: Brief,
    faults: Sequence[Fault],
    facet: NarrativeFacet,
    temperature: float | None,
    max_tokens: int,
    nonce: str,
) -> ModelRequest:
    """Ask for sentences once more, all in one question; they stand in the fence as well.

    Args:
        brief: What they are written from.
        faults: The sentences that do not hold.
        facet: Context and style of the domain.
        temperature: See `ModelRequest`.
        max_tokens: Likewise.
        nonce: What the fence is recognised by.
    """
    numbers = {passage.id: number for number, passage in enumerate(brief.passages, start=1)}
    lines = [_lines(number, fault, numbers) for number, fault in enumerate(faults, start=1)]
    shown = "\n".join((brief.lines(), "Sentences that do not hold", *lines))
    system = f"{_SYSTEM}\n\n{styled(RULES, facet)}\n\n{_WANTED}"
    return request_of(system, enclosing(shown, facet, nonce), _SCHEMA, temperature, max_tokens)


def read_mending(answer: ModelAnswer, faults: Sequence[Fault], brief: Brief) -> ReadMending:
    """Read an answer: a list without any sentence is one, none at all is not."""
    found = find_object(answer.text, ("sentences",))
    rows: Any = found.value.get("sentences") if found else None
    if not isinstance(rows, list):
        return ReadMending({}, "the answer holds no list of sentences")
    read: dict[int, Sentence] = {}
    for row in cast("list[Any]", rows):
        if isinstance(row, dict):
            record = cast("dict[str, Any]", row)
            number = re.search(r"\d{1,4}", str(record.get("sentence")))
            at = int(number.group()) if number else 0
            sentence = read_sentence(record, brief.passages)
            if 1 <= at <= len(faults) and sentence.text:
                read.setdefault(at, sentence)
    return ReadMending(read)


def _lines(number: int, fault: Fault, numbers: Mapping[str, int]) -> str:
    cites = "".join(f"[{numbers[one]}]" for one in fault.sentence.cites if one in numbers)
    wrong = "; ".join(one_line(problem, MAX_CHARACTERS) for problem in fault.problems)
    return f"S{number} {one_line(fault.sentence.text, MAX_CHARACTERS)} {cites}\n  wrong: {wrong}"
