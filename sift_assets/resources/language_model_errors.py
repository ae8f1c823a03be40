"""What the errors of LiteLLM and its client mean: try again, adapt, give up the chunk, or stop.

They are told apart by HTTP status and by the name of their class, so that nothing of LiteLLM is
imported here. Messages never repeat what the provider said, because providers quote the request,
which holds text of documents.
"""

from sift_assets.core.errors import ModelCallError

FIRST_WAIT_SECONDS = 2.0
MAX_WAIT_SECONDS = 60.0
"""Limits per minute say in `Retry-After` what they want; more than a minute is not waited."""


def is_refusal(error: Exception) -> bool:
    """Say whether the server did not like the request; llama.cpp says so with status 500."""
    return _status(error) in {400, 404, 415, 422, 500, 501}


def is_retryable(error: Exception) -> bool:
    """Say whether the same call may succeed later: limits, outages, time-outs, broken answers."""
    if _NO_CREDIT in str(error):
        return False
    status = _status(error)
    return status in {0, 408, 409, 429} or status >= 500


def call_error(name: str, error: Exception) -> ModelCallError:
    """Say what failed, by class, without repeating what the provider said."""
    status, kind = _status(error), type(error).__name__
    about_the_text = _ABOUT_THE_TEXT.get(kind) or _ABOUT_THE_TEXT.get(status)
    if about_the_text:
        return ModelCallError(f"{name}: {about_the_text}", "transient")
    said = next((meaning for words, meaning in _SAID.items() if words in str(error)), "")
    meaning = said or _MEANINGS.get(status, kind)
    shown = f"{name}: {meaning}" + (f" (HTTP {status})" if status else "")
    return ModelCallError(shown, "transient" if is_retryable(error) else "fatal")


def pause_seconds(error: Exception, failures: int) -> float:
    """Return how long to wait: what the server asks for, else twice as long each time."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    asked = str(headers.get("retry-after", ""))
    if asked.isdecimal():
        return min(float(asked), MAX_WAIT_SECONDS)
    return min(FIRST_WAIT_SECONDS * 2 ** (failures - 1), MAX_WAIT_SECONDS)


_ABOUT_THE_TEXT: dict[str | int, str] = {
    413: "the request is too large for the provider",
    "ContextWindowExceededError": "the text is too long for the model",
    "ContentPolicyViolationError": "the provider refuses the text (content policy)",
}
"""Refusals that are about one chunk, by status or class: the run goes on without it."""

_NO_CREDIT = "insufficient_quota"
"""OpenAI reports an account without credit as too many requests (429)."""

_SAID = {
    "Connection error": "the server cannot be reached",
    "timed out": "no answer in time",
    "LLM Provider NOT provided": (
        "LiteLLM knows no provider of that name; names look like openai/gpt-4o-mini"
    ),
}
"""Words of LiteLLM and its client that say more than the status that they come with."""

_MEANINGS = {
    400: "the provider rejects the request",
    401: "the provider does not accept the key",
    402: "the account has no credit",
    403: "the key may not use this model",
    404: "the provider does not know this model",
    429: "too many requests or quota used up",
    500: "the provider failed",
}


def _status(error: Exception) -> int:
    """Return the HTTP status, 0 when there was no answer at all."""
    if type(error).__name__ in {"APIConnectionError", "Timeout", "APIResponseValidationError"}:
        return 0
    status = getattr(error, "status_code", 0)
    return status if isinstance(status, int) else 0
