"""What a language model is to this package: a request goes in, an answer comes out.

What belongs here: the protocol and its two values. What does not: a provider (those are in
`sift_assets.resources`), and what a stage asks for.
"""

from enum import StrEnum
from typing import Annotated, Any, Protocol

from pydantic import BeforeValidator

from sift_assets.core.records.record import Record

DEFAULT_MAX_TOKENS = 8192
"""Room for the answer to a chunk of 10,000 characters: about 60 records of 100 tokens each, with
margin. A longer answer is cut, which is seen and asked again in halves."""


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Message(Record):
    """One message of a conversation."""

    role: Role
    content: str


class ModelRequest(Record):
    """One question to a language model; everything in it may shape the answer.

    Attributes:
        messages: In order. Text of documents stands in a `user` message only, inside a fence.
        answer_schema: JSON schema that the answer must follow; empty asks for free text.
        temperature: None leaves it to the provider, for models that refuse the parameter.
        max_tokens: Limit of the answer.
    """

    messages: tuple[Message, ...]
    answer_schema: dict[str, Any] = {}
    temperature: float | None = 0.0
    max_tokens: int = DEFAULT_MAX_TOKENS


def request_of(
    system: str,
    asked: str,
    answer_schema: dict[str, Any],
    temperature: float | None,
    max_tokens: int,
) -> ModelRequest:
    """Return a request of two messages: what the model is told for good, and what it is asked.

    Args:
        system: Ours alone; no word of it comes from a document or from a model.
        asked: The user's message, with text of documents in fences.
        answer_schema: See `ModelRequest`.
        temperature: Likewise.
        max_tokens: Likewise.
    """
    return ModelRequest(
        messages=(
            Message(role=Role.SYSTEM, content=system),
            Message(role=Role.USER, content=asked),
        ),
        answer_schema=answer_schema,
        temperature=temperature,
        max_tokens=max_tokens,
    )


class FinishReason(StrEnum):
    """Why a model stopped: it was done, it was cut, its provider withheld the rest, or unknown."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"
    OTHER = "other"


def without_lone_surrogates(text: Any) -> Any:
    """Replace halves of surrogate pairs, which JSON can say and UTF-8 cannot; others unchanged."""
    if not isinstance(text, str) or text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


CleanText = Annotated[str, BeforeValidator(without_lone_surrogates)]
"""Text from outside that must be storable as UTF-8."""


class ModelAnswer(Record):
    """What a language model answered.

    Attributes:
        text: As it came.
        model: The model that really answered, as the provider names it.
        input_tokens: As counted by the provider, 0 when it does not say.
        output_tokens: Likewise.
        finish_reason: See `FinishReason`.
        cost_usd: None when the price of the model is unknown; the answer is kept all the same.
        fingerprint: What the provider names the very build that answered, empty when it does not.
    """

    text: CleanText
    model: CleanText = ""
    input_tokens: int = 0
    output_tokens: int = 0
    finish_reason: FinishReason = FinishReason.STOP
    cost_usd: float | None = None
    fingerprint: CleanText = ""


class LanguageModel(Protocol):
    """Answers requests. Safe to call from several threads."""

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Answer one request.

        Raises:
            ModelKeyError: The key of the model is not in the environment.
            ModelCallError: The call failed; `kind` says whether another may succeed.
            CallHeldError: The call was not made: it waits for a budget or for a person.
        """
        ...
