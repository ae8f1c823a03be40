"""What is asked for, in which words, and how an answer is read.

Each kind of question has its prompt and its version; the schema of answers and their reader stand
beside them, so that a change of one is a change of all.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, cast

from sift_assets.core.domain.facets import NarrativeFacet
from sift_assets.core.llm.fence import FENCE_RULE, fenced
from sift_assets.core.llm.json_reading import find_object
from sift_assets.core.llm.model import ModelAnswer, ModelRequest, request_of
from sift_assets.core.narrative.asking.brief import Brief
from sift_assets.core.narrative.records import Passage, Sentence


class Kind(StrEnum):
    """What a question asks for."""

    PROFILE = "profile"
    STORY = "story"
    LABEL = "label"
    OVERVIEW = "overview"


VERSIONS: Mapping[Kind, str] = {
    Kind.PROFILE: "1",
    Kind.STORY: "1",
    Kind.LABEL: "1",
    Kind.OVERVIEW: "1",
}
"""Raised with every change of this module by which other answers of that kind may come."""

MAX_SENTENCES: Mapping[Kind, int] = {
    Kind.PROFILE: 8,
    Kind.STORY: 14,
    Kind.LABEL: 0,
    Kind.OVERVIEW: 10,
}
"""Sentences that are taken: a page at most, of any subject. A model that goes on repeats itself."""

RULES = """\
Rules
- Plain, neutral English in whole sentences, whatever the language of the passages.
- State only what the facts and passages say; stay close to their words. No guess, no motive, no \
praise, no judgement of importance, no outside knowledge.
- Each sentence names whom or what it is about, so that it can be read by itself: no "he", "she", \
"it", "they" or "this" for something named only in another sentence.
- Names, numbers and dates exactly as the passages have them. What is alleged, planned, denied or \
not confirmed is told as just that, with who says so. What has ended is told in the past.
- `cites` holds the numbers of the passages that state everything in the sentence; what a fact \
says is stated by those behind it. What no passage states is left out: a short text is a good text.
- No headings, lists, links, markup or numbers of passages in a text, and no words to a reader or \
about documents, passages, facts or graphs."""

_LABEL_RULES = """\
- `label` is a name for the whole group in 2 to 6 words, as a heading: what its members have in \
common, in words of the passages or names of members; no sentence, no claim, no punctuation."""

_TASKS: Mapping[Kind, str] = {
    Kind.PROFILE: """\
You write a profile of one person, organization, place or thing for a report. You are shown what \
documents say of it: facts, and numbered passages that they rest on. Write 2 to 6 sentences, fewer \
where little is known: first who or what it is, then what it has to do with others, then the rest \
in the order of time.""",
    Kind.STORY: """\
You write the story of a group of people, organizations, places and things for a report. You are \
shown what documents say of its central members: facts, and numbered passages that they rest on. \
Name the group, then write 3 to 10 sentences: who is central, how they are related, and what \
happened, in the order of time.""",
    Kind.LABEL: """\
You name a group of people, organizations, places and things for a report. You are shown what \
documents say of its central members: facts, and numbered passages that they rest on.""",
    Kind.OVERVIEW: """\
You write the overview that begins a report. You are shown how the report tells of each group of \
people, organizations, places and things, as facts, and the numbered passages that they rest on. \
Write 3 to 8 sentences: which groups there are, who is central in each, and how they hang \
together.""",
}

_LABELLED = frozenset((Kind.STORY, Kind.LABEL))
"""Kinds whose answer names the group."""

SENTENCE_FIELDS: dict[str, Any] = {
    "text": {"type": "string"},
    "cites": {"type": "array", "items": {"type": "integer"}},
}

_TRAILING_MARKS = re.compile(r"\s*(?:[\[(]\d+(?:\s*[,;–-]\s*\d+)*[\])]\s*)+(?=[.!?]?$)")
"""Numbers of passages that a model writes behind its sentence all the same."""


class ReadText(NamedTuple):
    """What an answer says.

    Attributes:
        label: As answered, on one line; not checked yet.
        sentences: Likewise, each with the ids of the passages it cites, which exist.
        problem: Why the answer is of no use, empty when it is.
    """

    label: str = ""
    sentences: tuple[Sentence, ...] = ()
    problem: str = ""


def text_request(
    kind: Kind,
    brief: Brief,
    facet: NarrativeFacet,
    temperature: float | None,
    max_tokens: int,
    nonce: str,
) -> ModelRequest:
    """Ask for a text; all that comes from documents stands in one fence.

    Args:
        kind: What is asked for.
        brief: What is shown; see `Brief.bounded`.
        facet: Context and style of the domain, which are the user's own words.
        temperature: See `ModelRequest`.
        max_tokens: Likewise.
        nonce: What the fence is recognised by.
    """
    asked = enclosing(brief.lines(), facet, nonce)
    return request_of(_system(kind, facet), asked, _schema(kind), temperature, max_tokens)


def enclosing(shown: str, facet: NarrativeFacet, nonce: str) -> str:
    """Return the user's message around what is shown."""
    context = facet.context.strip()
    told = [f"About these documents\n{context}"] if context else []
    end = f"End of the data {nonce}. Answer with the JSON object as described."
    return "\n\n".join((*told, FENCE_RULE.format(nonce=nonce), fenced(shown, nonce), end))


def styled(rules: str, facet: NarrativeFacet) -> str:
    """Return rules of ours with the style that the domain asks for: the user's own words."""
    return "\n".join((rules, *(f"- {' '.join(rule.split())}" for rule in facet.style)))


def read_text(answer: ModelAnswer, kind: Kind, brief: Brief) -> ReadText:
    """Read an answer: lenient in form, strict in what may be cited.

    Numbers of no passage are dropped. An answer that was cut gives what was complete.
    """
    found = find_object(answer.text, ("label", "sentences"))
    if found is None:
        return ReadText(problem="the answer holds no readable text")
    said = found.value.get("label")
    label = cleaned(said) if isinstance(said, str) else ""
    rows: Any = found.value.get("sentences")
    sentences = read_sentences(rows, brief.passages)[: MAX_SENTENCES[kind]]
    if kind is Kind.LABEL:
        return ReadText(label, problem="" if label else "the answer holds no label")
    return ReadText(label, sentences, "" if sentences else "the answer holds no sentence")


def read_sentences(rows: Any, passages: Sequence[Passage]) -> tuple[Sentence, ...]:
    """Read the sentences of an answer, without repetitions and without those that are empty."""
    found: dict[str, Sentence] = {}
    for row in cast("list[Any]", rows) if isinstance(rows, list) else []:
        sentence = read_sentence(row, passages)
        if sentence.text:
            found.setdefault(sentence.text.casefold(), sentence)
    return tuple(found.values())


def read_sentence(row: Any, passages: Sequence[Passage]) -> Sentence:
    """Read one sentence; of none its text is empty."""
    record = cast("dict[str, Any]", row) if isinstance(row, dict) else {"text": row}
    text = record.get("text")
    shown = _ended(_TRAILING_MARKS.sub("", cleaned(text))) if isinstance(text, str) else ""
    numbers = dict.fromkeys(_numbers(record.get("cites")))
    cites = (passages[n - 1].id for n in numbers if 1 <= n <= len(passages))
    return Sentence(text=shown, cites=tuple(dict.fromkeys(cites)))


def cleaned(text: str) -> str:
    """Return a model's words on one line, without characters that control how text is shown."""
    visible = (one if unicodedata.category(one) not in ("Cc", "Cf") else " " for one in text)
    return " ".join("".join(visible).split())


def _ended(text: str) -> str:
    return f"{text}." if text and (text[-1].isalnum() or text[-1] == ")") else text


def _numbers(value: Any) -> list[int]:
    """Return the numbers that a value names: a list, one number, or text with numbers in it."""
    values = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [int(digits) for one in values for digits in re.findall(r"(?<!-)\b\d{1,6}\b", str(one))]


def _system(kind: Kind, facet: NarrativeFacet) -> str:
    rules = {Kind.LABEL: f"Rules\n{_LABEL_RULES}", Kind.STORY: f"{RULES}\n{_LABEL_RULES}"}
    told = rules[kind] if kind is Kind.LABEL else styled(rules.get(kind, RULES), facet)
    fields = ['"label": ""'] if kind in _LABELLED else []
    fields += ['"sentences": [{"text": "", "cites": [1]}]'] if kind is not Kind.LABEL else []
    wanted = f"Answer with one JSON object and nothing else:\n{{{', '.join(fields)}}}"
    return f"{_TASKS[kind]}\n\n{told}\n\n{wanted}"


def _schema(kind: Kind) -> dict[str, Any]:
    fields: dict[str, Any] = {"label": {"type": "string"}} if kind in _LABELLED else {}
    if kind is not Kind.LABEL:
        fields["sentences"] = {"type": "array", "items": closed(SENTENCE_FIELDS)}
    return closed(fields)


def closed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has these fields and no other."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }
