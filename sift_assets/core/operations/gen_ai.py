"""What is said of a call to a language model: the only module with the names of OpenTelemetry.

They are those of its semantic conventions for generative AI, which are not final: when a name
changes, it changes here. Said are the model, the parameters, the tokens and how it ended; never a
message, an answer, a tool or a key, for which the conventions have names as well.
"""

import re

from sift_assets.core.llm.model import ModelAnswer, ModelRequest
from sift_assets.core.operations.spans import Attributes

OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
REQUEST_MODEL = "gen_ai.request.model"
REQUEST_MAX_TOKENS = "gen_ai.request.max_tokens"
REQUEST_TEMPERATURE = "gen_ai.request.temperature"
OUTPUT_TYPE = "gen_ai.output.type"
RESPONSE_MODEL = "gen_ai.response.model"
FINISH_REASONS = "gen_ai.response.finish_reasons"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"

CHAT = "chat"
"""The operation, of the conventions' list: every call of ours is a conversation."""

STAGE = "sift.stage"
COST = "sift.cost_usd"
"""Ours: the conventions know no stages and no money."""

_MODEL_NAME = re.compile(r"[\w.:/@+-]{1,120}")
"""What a server may call its model: a word. Anything else could be text of a document."""


def name_of_call(model: str) -> str:
    """Return the name of a call's span, as the conventions want it."""
    return f"{CHAT} {model}"


def of_request(model: str, stage: str, request: ModelRequest) -> Attributes:
    """Return what is said of a call before it is made.

    Args:
        model: As configured, provider first.
        stage: What the call is for.
        request: Its messages are left out.
    """
    provider, _, name = model.partition("/")
    said: Attributes = {
        OPERATION: CHAT,
        PROVIDER: provider,
        REQUEST_MODEL: name or provider,
        REQUEST_MAX_TOKENS: request.max_tokens,
        OUTPUT_TYPE: "json" if request.answer_schema else "text",
        STAGE: stage,
    }
    if request.temperature is not None:
        said[REQUEST_TEMPERATURE] = request.temperature
    return said


def of_answer(answer: ModelAnswer) -> Attributes:
    """Return what is said of an answer; its text is left out."""
    said: Attributes = {FINISH_REASONS: (str(answer.finish_reason),)}
    if answer.input_tokens or answer.output_tokens:
        said |= {INPUT_TOKENS: answer.input_tokens, OUTPUT_TOKENS: answer.output_tokens}
    if _MODEL_NAME.fullmatch(answer.model):
        said[RESPONSE_MODEL] = answer.model
    if answer.cost_usd is not None:
        said[COST] = answer.cost_usd
    return said
