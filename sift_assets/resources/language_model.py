"""Any provider's model through LiteLLM; the only module that imports it, and only when called.

What belongs here: keys, what a server refuses to be asked, retries. What does not: what errors mean
(in `language_model_errors`), prompts, and what an answer means.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from sift_assets.core.errors import ModelKeyError
from sift_assets.core.llm.model import (
    FinishReason,
    LanguageModel,
    ModelAnswer,
    ModelRequest,
)
from sift_assets.resources.language_model_errors import (
    call_error,
    is_refusal,
    is_retryable,
    pause_seconds,
)

KEY_VARIABLES: Mapping[str, str] = {
    "anthropic": "ANTHROPIC_API_KEY",
    "azure": "AZURE_API_KEY",
    "cohere": "COHERE_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "groq": "GROQ_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "openai": "OPENAI_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "together_ai": "TOGETHERAI_API_KEY",
    "xai": "XAI_API_KEY",
}
"""The variable that holds the key, by the part of the model's name before the first slash."""

DUMMY_KEY = "no-key"
"""What an own server (`api_base`) gets when no key is set: clients refuse to send none."""

DEFAULT_TIMEOUT_SECONDS = 120.0
"""A full answer of 8,192 tokens takes about 100 s at 80 tokens a second."""

DEFAULT_ATTEMPTS = 5
"""They wait 2 + 4 + 8 + 16 s between them: longer than a provider's usual hiccup."""

_IMPORTING = threading.Lock()
"""Several threads ask for the first time at once, and LiteLLM's modules import one another."""

_FORMATS = ("json_schema", "json_object", "plain")
_FINISH = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "content_filter": FinishReason.FILTERED,
}
_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "schema")


class LiteLlmModel(LanguageModel):
    """A model by its LiteLLM name, for example `openai/gpt-4o-mini` or `ollama/qwen3`.

    Args:
        name: As LiteLLM spells it, provider first.
        api_base: Address of an own server; empty takes the provider's.
        timeout_seconds: For one call.
        attempts: Most calls for one request while errors are transient.
        wait: Sleeps for some seconds; an argument so that tests need not wait.
        environment: Where keys are looked up; None takes the process's.
    """

    def __init__(
        self,
        name: str,
        api_base: str = "",
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        attempts: int = DEFAULT_ATTEMPTS,
        wait: Callable[[float], None] = time.sleep,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name, self._api_base = name, api_base
        self._timeout_seconds, self._attempts, self._wait = timeout_seconds, attempts, wait
        self._environment = os.environ if environment is None else environment
        self._lock = threading.Lock()
        self._dialect = _Dialect()

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Answer one request; see `LanguageModel`.

        Raises:
            ModelKeyError: The key is not in the environment; names the variable.
            ModelCallError: Refused (`fatal`), or still failing after all attempts.
        """
        key = self._key()
        litellm, openai = _litellm()
        failures = 0
        while True:
            tried = self._dialect
            try:
                response = litellm.completion(**self._arguments(request, key, tried))
                return _answer(litellm, response)
            except openai.OpenAIError as error:  # the base of all that LiteLLM raises for a call
                if self._adapted(tried, request, error):
                    continue
                failures += 1
                if failures >= self._attempts or not is_retryable(error):
                    # without its cause: the provider's words may quote the document
                    raise call_error(self.name, error) from None
                self._wait(pause_seconds(error, failures))

    def check_key(self) -> None:
        """Make sure before any call that a key which is needed is there.

        Raises:
            ModelKeyError: It is not in the environment; names the variable.
        """
        self._key()

    def _key(self) -> str:
        """Return the key, or what stands for one.

        Raises:
            ModelKeyError: It is needed and not set.
        """
        variable = KEY_VARIABLES.get(_provider(self.name), "")
        key = self._environment.get(variable, "") if variable else ""
        if variable and not key and not self._api_base:
            raise ModelKeyError(
                f"{self.name} needs a key and {variable} is not set.",
                f"Set {variable} in the environment, or choose the local model.",
            )
        return key or (DUMMY_KEY if self._api_base else "")

    def _arguments(self, request: ModelRequest, key: str, dialect: "_Dialect") -> dict[str, Any]:
        """Return the arguments of `litellm.completion`."""
        arguments: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": str(m.role), "content": m.content} for m in request.messages],
            "timeout": self._timeout_seconds,
            "num_retries": 0,  # retries are ours, so that each call is seen and counted
            "max_retries": 0,
            "drop_params": True,
        }
        if dialect.takes_max_tokens:
            arguments["max_tokens"] = request.max_tokens
        if request.temperature is not None and dialect.takes_temperature:
            arguments["temperature"] = request.temperature
        if request.answer_schema and _FORMATS[dialect.form] != "plain":
            arguments["response_format"] = _response_format(dialect, request.answer_schema)
        if self._api_base:
            arguments["api_base"] = self._api_base
        if key:
            arguments["api_key"] = key
        return arguments

    def _adapted(self, tried: "_Dialect", request: ModelRequest, error: Exception) -> bool:
        """Give up what the server refuses, for all later calls; False when it is not that."""
        easier = tried.without_refused(str(error), bool(request.answer_schema))
        if easier is None or not is_refusal(error):
            return False
        with self._lock:
            if self._dialect == tried:
                self._dialect = easier
        return True


class _Dialect(NamedTuple):
    """What a server understands: found out by what it refuses."""

    form: int = 0
    takes_temperature: bool = True
    takes_max_tokens: bool = True

    def without_refused(self, complaint: str, has_schema: bool) -> "_Dialect | None":
        """Return the dialect without what a complaint is about, None when it names none."""
        words = complaint.casefold()
        if self.takes_temperature and "temperature" in words:
            return self._replace(takes_temperature=False)
        if self.takes_max_tokens and ("max_tokens" in words or "max_completion_tokens" in words):
            return self._replace(takes_max_tokens=False)
        if has_schema and self.form + 1 < len(_FORMATS) and any(w in words for w in _FORMAT_WORDS):
            return self._replace(form=self.form + 1)
        return None


def known_price(name: str) -> tuple[float, float] | None:
    """Return dollars per token that is sent and per token that is answered, by LiteLLM's table.

    Args:
        name: As LiteLLM spells it, provider first.

    Returns:
        None when the table, which is a file and is not fetched, does not have the model.
    """
    litellm, _ = _litellm()
    bare = name.partition("/")[2] or name
    for spelling in (name, bare):
        found = litellm.model_cost.get(spelling, {})
        is_theirs = spelling == name or found.get("litellm_provider") == _provider(name)
        if is_theirs and "input_cost_per_token" in found and "output_cost_per_token" in found:
            return float(found["input_cost_per_token"]), float(found["output_cost_per_token"])
    return None


def _provider(name: str) -> str:
    """Return the provider that a model's name means; two families are known without prefix."""
    if "/" in name:
        return name.split("/", 1)[0]
    return (
        "openai" if name.startswith("gpt-") else "anthropic" if name.startswith("claude-") else ""
    )


def _response_format(dialect: _Dialect, schema: dict[str, Any]) -> dict[str, Any]:
    if _FORMATS[dialect.form] == "json_object":
        return {"type": "json_object"}
    described = {"name": "answer", "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": described}


def _litellm() -> tuple[ModuleType, ModuleType]:
    """Import LiteLLM without its look at the network, its banners and its log of prompts.

    Returns:
        LiteLLM, and the package whose errors its own derive from.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    with _IMPORTING:
        import litellm
        import openai

    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(logging.ERROR)
    return litellm, openai


def _answer(litellm: ModuleType, response: Any) -> ModelAnswer:
    choice, usage = response.choices[0], getattr(response, "usage", None)
    return ModelAnswer(
        text=choice.message.content or "",
        model=response.model or "",
        input_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        output_tokens=getattr(usage, "completion_tokens", 0) or 0,
        finish_reason=_FINISH.get(choice.finish_reason, FinishReason.OTHER),
        cost_usd=_cost(litellm, response),
    )


def _cost(litellm: ModuleType, response: Any) -> float | None:
    """Return the cost by LiteLLM's table, None when the model is not in it."""
    try:
        return float(litellm.completion_cost(response))
    except Exception:  # noqa: BLE001 - LiteLLM raises a bare Exception for an unknown price
        return None
