"""Any provider's model through LiteLLM; the only module that imports it, and only when called.

What belongs here: one call, keys, prices, and what a server refuses to be asked. What does not:
what errors mean (in `language_model_errors`), when a call is made and made again (in
`core.llm.metered`), prompts, and what an answer means.
"""

import asyncio
import logging
import os
import threading
import warnings
from collections.abc import Callable, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

from sift_assets.core.errors import ConfigError, ModelKeyError
from sift_assets.core.llm.metered import Provider
from sift_assets.core.llm.model import FinishReason, ModelAnswer, ModelRequest
from sift_assets.core.llm.money import Price, dollars
from sift_assets.resources.language_model_errors import failure_of, is_refusal, unreadable
from sift_assets.resources.language_model_names import (
    KEY_VARIABLES,
    OTHER_CREDENTIALS,
    OWN_SERVERS,
    provider_of,
)
from sift_assets.resources.local_provider import register_local_provider

DUMMY_KEY = "no-key"
"""What an own server (`api_base`) gets when no key is set: clients refuse to send none."""

DEFAULT_TIMEOUT_SECONDS = 120.0
"""A full answer of 8,192 tokens takes about 100 s at 80 tokens a second."""

_IMPORTING = threading.Lock()
"""Several threads ask for the first time at once, and LiteLLM's modules import one another."""

_FORMATS = ("json_schema", "json_object", "plain")
_FINISH = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "content_filter": FinishReason.FILTERED,
}
_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "schema")


class LiteLlmProvider(Provider):
    """A model by its LiteLLM name, for example `openai/gpt-4o-mini` or `ollama/qwen3`.

    Args:
        name: As LiteLLM spells it, provider first.
        price_of: Gives the price of a name at an address; asked when the first call is made.
        api_base: Address of an own server; empty takes the provider's.
        timeout_seconds: For one call.
        environment: Where keys are looked up; None takes the process's.
    """

    def __init__(
        self,
        name: str,
        price_of: Callable[[str, str], Price | None],
        api_base: str = "",
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._name, self._api_base, self._timeout_seconds = name, api_base, timeout_seconds
        self._environment = os.environ if environment is None else environment
        self._price_of = price_of
        self._lock = threading.Lock()
        self._dialect = _Dialect()

    @property
    def name(self) -> str:
        """The model as configured."""
        return self._name

    def call(self, request: ModelRequest) -> ModelAnswer:
        """Make one call; see `Provider`.

        Raises:
            ModelKeyError: The key is not in the environment; names the variable.
            FailedCallError: It failed; says what to do next.
        """
        key = self._key()
        litellm, openai = _litellm()
        tried = self._dialect
        _leave_no_event_loop()
        try:
            response = litellm.completion(**self._arguments(request, key, tried))
        except openai.OpenAIError as error:  # the base of all that LiteLLM raises for a call
            adapted = self._adapted(tried, request, error)
            # without its cause: the provider's words may quote the document
            raise failure_of(self._name, error, adapted=adapted) from None
        try:
            answer = _answer(response)
        except (LookupError, AttributeError, TypeError, ValueError):
            raise unreadable(self._name) from None
        return answer.model_copy(update={"cost_usd": self._cost(litellm, response)})

    def price(self) -> Price | None:
        """Return what the model costs at most, None when nobody knows."""
        return self._price

    def answered_at_most(self, request: ModelRequest) -> int:
        """Return the most tokens that an answer can have."""
        if self._dialect.takes_max_tokens:
            return request.max_tokens
        found = table_entry(self._name).get("max_output_tokens")
        return max(request.max_tokens, found if isinstance(found, int) else 0)

    def check_key(self) -> None:
        """Make sure before any call that a key which is needed is there; imports nothing.

        Raises:
            ModelKeyError: It is not in the environment; names the variable.
        """
        self._key()

    def check(self) -> None:
        """Make sure before any call that the name and the environment will do.

        Raises:
            ConfigError: LiteLLM knows no provider of that name.
            ModelKeyError: A key is not in the environment; names the variable.
        """
        self.check_key()
        litellm, openai = _litellm()
        try:
            provider = litellm.get_llm_provider(self._name, api_base=self._api_base or None)[1]
        except (openai.OpenAIError, ValueError):
            raise ConfigError(
                f"LiteLLM knows no provider of `{self._name}`.",
                "Names look like openai/gpt-4o-mini or ollama/qwen3.",
                field="model",
            ) from None
        if self._api_base or provider in OWN_SERVERS | OTHER_CREDENTIALS | KEY_VARIABLES.keys():
            return
        missing = litellm.validate_environment(self._name)["missing_keys"]
        if missing:
            raise _missing_key(self._name, " and ".join(missing))

    @cached_property
    def _price(self) -> Price | None:
        return self._price_of(self._name, self._api_base)

    def _key(self) -> str:
        """Return the key, or what stands for one.

        Raises:
            ModelKeyError: It is needed and not set.
        """
        variable = KEY_VARIABLES.get(provider_of(self._name), "")
        key = self._environment.get(variable, "") if variable else ""
        if variable and not key and not self._api_base:
            raise _missing_key(self._name, variable)
        return key or (DUMMY_KEY if self._api_base else "")

    def _arguments(self, request: ModelRequest, key: str, dialect: "_Dialect") -> dict[str, Any]:
        """Return the arguments of `litellm.completion`."""
        arguments: dict[str, Any] = {
            "model": self._name,
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

    def _cost(self, litellm: ModuleType, response: Any) -> float | None:
        """Return the cost by LiteLLM's table or by our price; None when nobody knows it."""
        price, usage = self._price, getattr(response, "usage", None)
        if price is None or price.is_free:
            return None if price is None else 0.0
        try:
            return float(litellm.completion_cost(response))
        except Exception:  # noqa: BLE001 - LiteLLM raises a bare Exception for an unknown price
            sent, answered = _tokens(usage)
            return dollars(price.cost(sent, answered))


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


def table_entry(name: str) -> Mapping[str, Any]:
    """Return what LiteLLM's table says of a model, nothing when it does not have it."""
    litellm, _ = _litellm()
    bare = name.partition("/")[2] or name
    for spelling in (name, bare):
        found = litellm.model_cost.get(spelling, {})
        if found and (spelling == name or found.get("litellm_provider") == provider_of(name)):
            return found
    return {}


def _missing_key(name: str, variable: str) -> ModelKeyError:
    return ModelKeyError(
        f"{name} needs a key and {variable} is not set.",
        f"Set {variable} in the environment, or choose the local model.",
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
    with _IMPORTING, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pydantic has a word on LiteLLM's own types
        import litellm
        import openai

    # said at the first error, when it loads a provider that nobody has asked for
    warnings.filterwarnings("ignore", "Items? .* on TypedDict class", UserWarning)
    litellm.suppress_debug_info = True
    register_local_provider(litellm)
    logging.getLogger("LiteLLM").setLevel(logging.ERROR)
    return litellm, openai


def _leave_no_event_loop() -> None:
    """Keep LiteLLM from making an event loop that nobody closes.

    After a call it asks for the loop of the thread, and in the main thread asyncio makes one for
    whoever asks first. Where it has been said that there is none, LiteLLM runs one and closes it.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        if threading.current_thread() is threading.main_thread():
            asyncio.set_event_loop(None)


def _answer(response: Any) -> ModelAnswer:
    choice = response.choices[0]
    sent, answered = _tokens(getattr(response, "usage", None))
    return ModelAnswer(
        text=choice.message.content or "",
        model=response.model or "",
        input_tokens=sent,
        output_tokens=answered,
        finish_reason=_FINISH.get(choice.finish_reason, FinishReason.OTHER),
        fingerprint=getattr(response, "system_fingerprint", None) or "",
    )


def _tokens(usage: Any) -> tuple[int, int]:
    """Return the tokens that were sent and answered, 0 where the provider does not say."""
    sent = getattr(usage, "prompt_tokens", 0) or 0
    return sent, getattr(usage, "completion_tokens", 0) or 0
