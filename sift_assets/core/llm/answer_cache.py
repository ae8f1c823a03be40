"""Where answers are kept, and under which key: no answer that was received is paid for twice."""

import itertools
from collections.abc import Iterator
from typing import Protocol

from pydantic import ValidationError

from sift_assets.core.llm.model import ModelAnswer, ModelRequest
from sift_assets.core.records.record import key_of


class AnswerCache(Protocol):
    """Keeps answers by key. Safe to call from several threads."""

    def get(self, key: str) -> bytes | None:
        """Return what was put under a key, None when there is nothing."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key, in place of what was there."""
        ...


class MemoryAnswerCache:
    """Keeps answers for the life of the process; for tests and trials."""

    def __init__(self) -> None:
        self.stored: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        """Return what was put under a key, None when there is nothing."""
        return self.stored.get(key)

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key, in place of what was there."""
        self.stored[key] = data


def answer_key(
    stage: str, prompt_version: str, model_name: str, request: ModelRequest, generation: int = 0
) -> str:
    """Return the key of an answer: the hash of all that shapes it.

    Args:
        stage: Which stage asks, for example `extract`.
        prompt_version: Of the stage's prompt. That of its reader is no part of it: what was
            answered does not depend on who reads it.
        model_name: As configured.
        request: Messages, schema and parameters as they are sent. What the messages do not show
            of a domain does not shape the answer, so it is not in the key.
        generation: Raised by a person who wants to be answered anew although nothing changed.
    """
    asked = request.model_dump(mode="json")
    return key_of(stage, prompt_version, model_name, asked, generation)


def attempt_key(key: str, number: int) -> str:
    """Return under which key one of several answers to a question is kept.

    Args:
        key: Of the question; the first answer lies there.
        number: How many answers came before, all of no use.
    """
    return key_of(key, "attempt", number) if number else key


def kept_answers(answers: AnswerCache, key: str) -> Iterator[ModelAnswer]:
    """Yield what was answered to a question, first things first.

    Args:
        answers: Where answers are kept.
        key: Of the question.
    """
    for number in itertools.count():
        found = stored_answer(answers, attempt_key(key, number))
        if found is None:
            return
        yield found


def stored_answer(answers: AnswerCache, key: str) -> ModelAnswer | None:
    """Return a kept answer, None when there is none or it cannot be read back."""
    data = answers.get(key)
    if data is None:
        return None
    try:
        return ModelAnswer.from_bytes(data)
    except ValidationError:
        return None
