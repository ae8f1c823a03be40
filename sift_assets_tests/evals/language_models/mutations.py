"""Answers of language models, damaged in every way that has been seen, with what is still whole.

Each is made from a seed: some records, written as JSON, then damaged once or several times. Of each
record it is known whether its text came through untouched; those must be read, whatever else
happened, and no record may come out that is a part of another one.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

STRANGE = (
    "plain",
    'a "quoted" word',
    "braces } { and ] [",
    "back\\slash",
    "line\nbreak\ttab",
    "Ελληνικά",
    "北京市",
    "emoji 😀",
    "comma, colon: and 'apostrophe'",
    "</think> and ``` and // no comment",
)
"""Contents of strings that are valid JSON and have misled readers."""

ODD_VALUES = ("NaN", "-Infinity", "1e999", "9" * 400, "null", '"95 %"', "95", "[]", "{}", "true")
"""What models write where a number is asked for."""

DEEP = 60
"""Levels of nesting; more than any reader of ours follows."""


@dataclass
class Damaged:
    """An answer.

    Attributes:
        records: The records as they were meant, each with a name of its own.
        text: The answer as the model gave it.
        whole: Names of the records that came through.
        kinds: The damages, in order.
    """

    records: list[dict[str, Any]]
    text: str
    whole: set[str]
    kinds: list[str]


def damaged_answer(seed: int) -> Damaged:
    """Make the answer of a seed."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
    records = [_record(chance, f"N{seed}x{n}") for n in range(chance.randint(1, 8))]
    split = chance.randint(0, len(records))
    parts = [json.dumps(one, ensure_ascii=chance.random() < 0.5) for one in records]
    answer = Damaged(records, "", {one["name"] for one in records}, [])
    _damage_records(chance, answer, parts)
    lists = [", ".join(parts[:split]), ", ".join(parts[split:])]
    answer.text = f'{{"entities": [{lists[0]}], "relations": [{lists[1]}]}}'
    for damage in chance.sample(WHOLE, chance.randint(0, 2)):
        damage(chance, answer)
        answer.kinds.append(damage.__name__.strip("_"))
    if chance.random() < 0.5:
        _cut(chance, answer, parts)
    return answer


def _record(chance: random.Random, name: str) -> dict[str, Any]:
    record: dict[str, Any] = {"name": name, "confidence": round(chance.random(), 2)}
    for key in chance.sample(("surface", "type", "context", "aliases"), chance.randint(0, 4)):
        words = chance.sample(STRANGE, chance.randint(1, 2))
        record[key] = words if key in ("context", "aliases") else words[0]
    if chance.random() < 0.3:
        record["attributes"] = [{"key": "k", "value": chance.choice(STRANGE)}]
    return record


def _damage_records(chance: random.Random, answer: Damaged, parts: list[str]) -> None:
    """Damage a record or two; the others stay whole."""
    damages = chance.sample(SINGLE, min(len(parts), chance.choice((0, 0, 1, 2))))
    for at, damage in zip(chance.sample(range(len(parts)), len(damages)), damages, strict=True):
        parts[at] = damage(chance, parts[at])
        answer.whole.discard(answer.records[at]["name"])
        answer.kinds.append(damage.__name__.strip("_"))


def _unescaped_quote(chance: random.Random, part: str) -> str:
    return f'{part[:-1]}, "context": "she said "{chance.choice(("yes", "no way"))}" to it"}}'


def _bare_word(chance: random.Random, part: str) -> str:
    return f'{part[:-1]}, "type": {chance.choice(("PERSON", "Anna Berg", "<b>"))}}}'


def _odd_value(chance: random.Random, part: str) -> str:
    return f'{part[:-1]}, "confidence": {chance.choice(ODD_VALUES)}}}'


def _lone_surrogate(chance: random.Random, part: str) -> str:
    half = chance.choice(("\\ud83d", "\\udc00x"))
    return f'{part[:-1]}, "surface": "{half}"}}'


def _missing_colon(_: random.Random, part: str) -> str:
    return part.replace('": ', '" ', 1)


def _deep_nesting(chance: random.Random, part: str) -> str:
    depth = chance.randint(DEEP // 2, DEEP)
    return f'{part[:-1]}, "context": {"[" * depth}{"]" * depth}}}'


def _no_record(chance: random.Random, _: str) -> str:
    return chance.choice(('"Anna"', "17", "null", '["a", "b"]', "true"))


SINGLE: tuple[Callable[[random.Random, str], str], ...] = (
    _unescaped_quote,
    _bare_word,
    _odd_value,
    _lone_surrogate,
    _missing_colon,
    _deep_nesting,
    _no_record,
)
"""Damages to the text of one record."""


def _fenced(_: random.Random, answer: Damaged) -> None:
    answer.text = f"```json\n{answer.text}\n```"


def _prose(chance: random.Random, answer: Damaged) -> None:
    before = chance.choice(("Here it is: ", "I used {braces} and [lists]. ", "A {'x': 1} first. "))
    answer.text = before + answer.text + chance.choice(("", " Hope {this} helps!", "\n\n:-}"))


def _thinking(chance: random.Random, answer: Damaged) -> None:
    draft = chance.choice(("{x}", 'first {"entities": [', '{"entities": [{"name": "draft"}]}'))
    answer.text = f"<think>{draft}</think>{answer.text}"


def _trailing_commas(_: random.Random, answer: Damaged) -> None:
    if answer.text.endswith("}]}"):
        answer.text = answer.text[:-2] + ",],}"


def _wrapped(_: random.Random, answer: Damaged) -> None:
    answer.text = f'{{"result": {answer.text}}}'


def _extra_keys(_: random.Random, answer: Damaged) -> None:
    answer.text = answer.text.replace('"entities": ', '"note": "}", "n": 1.5e3, "entities": ', 1)


WHOLE: tuple[Callable[[random.Random, Damaged], None], ...] = (
    _fenced,
    _prose,
    _thinking,
    _trailing_commas,
    _wrapped,
    _extra_keys,
)
"""What is put around or behind an answer and harms no record."""


def _cut(chance: random.Random, answer: Damaged, parts: list[str]) -> None:
    """Cut the answer at any character; records that end later are no longer whole."""
    at = chance.randrange(len(answer.text))
    for record, part in zip(answer.records, parts, strict=True):
        if answer.text.rindex(part) + len(part) > at:
            answer.whole.discard(record["name"])
    answer.text = answer.text[:at]
    answer.kinds.append("cut")
