"""What the errors of LiteLLM and its client mean: try again, adapt, give up the chunk, or stop.

They are told apart by HTTP status and by the name of their class, so that nothing of LiteLLM is
imported here. Messages never repeat what the provider said, because providers quote the request,
which holds text of documents.
"""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from sift_assets.core.errors import CallFailureKind, ModelCallError
from sift_assets.core.llm.retrying import FailedCallError, Next


def is_refusal(error: Exception) -> bool:
    """Say whether the server did not like the request; llama.cpp says so with status 500."""
    return _status(error) in {400, 404, 415, 422, 500, 501}


def failure_of(name: str, error: Exception, *, adapted: bool = False) -> FailedCallError:
    """Say what failed and what to do next, without repeating what the provider said.

    Args:
        name: The model.
        error: As LiteLLM raised it.
        adapted: Whether the next call leaves out what the server has just refused.
    """
    retryable = not _about_the_text(error) and _is_retryable(error)
    next_step = Next.ADAPTED if adapted else Next.RETRY if retryable else Next.GIVE_UP
    return FailedCallError(
        _call_error(name, error, retryable=retryable),
        next_step,
        retry_after=_retry_after(error),
        is_rate=_status(error) == _RATE,
        may_be_billed=_may_be_billed(error),
        is_unreachable=_has_cause(error, _CONNECTING),
    )


def unreadable(name: str) -> FailedCallError:
    """Say that an answer came which is none."""
    error = ModelCallError(f"{name}: the answer cannot be read")
    return FailedCallError(error, Next.RETRY, may_be_billed=True)


_RATE = 429
_TIMED_OUT = frozenset((0, 408, 504, 524))
"""No answer, or none in time: behind a gateway the model may have answered all the same."""

_TOO_LONG = "ContextWindowExceededError"

_ABOUT_THE_TEXT: dict[str | int, tuple[str, CallFailureKind]] = {
    413: ("the request is too large for the provider", "context"),
    _TOO_LONG: ("the text is too long for the model", "context"),
    "ContentPolicyViolationError": (
        "the provider refuses the text (content policy)",
        "transient",
    ),
}
"""Refusals that are about one chunk, by status or class: the run goes on without it."""

_NO_CREDIT = "insufficient_quota"
"""OpenAI reports an account without credit as too many requests (429)."""

_CONNECTING = frozenset(("ConnectError", "ConnectTimeout", "ConnectionRefusedError", "gaierror"))
"""Classes of errors, anywhere in the chain of causes, before anything was sent."""

_CUT = frozenset(("IncompleteRead", "ReadError", "RemoteProtocolError", "WriteError"))
_BROKEN = _CUT | {"APIResponseValidationError", "JSONDecodeError", "ReadTimeout"}
"""Classes of errors, likewise, after the request was sent: the model may have answered."""

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


def _about_the_text(error: Exception) -> tuple[str, CallFailureKind] | None:
    return _ABOUT_THE_TEXT.get(type(error).__name__) or _ABOUT_THE_TEXT.get(_status(error))


def _is_retryable(error: Exception) -> bool:
    """Say whether the same call may succeed later: limits, outages, time-outs, broken answers."""
    if _NO_CREDIT in str(error):
        return False
    status = _status(error)
    return status in {0, 408, 409, _RATE} or status >= 500


def _call_error(name: str, error: Exception, *, retryable: bool) -> ModelCallError:
    about = _about_the_text(error)
    if about:
        return ModelCallError(f"{name}: {about[0]}", about[1])
    status, kind = _status(error), type(error).__name__
    said = next((meaning for words, meaning in _SAID.items() if words in str(error)), "")
    if _has_cause(error, _CONNECTING):
        said = "the server cannot be reached"
    elif _has_cause(error, _CUT):
        said = "the connection was cut before the whole answer came"
    meaning = said or _MEANINGS.get(status, kind)
    shown = f"{name}: {meaning}" + (f" (HTTP {status})" if status and not said else "")
    return ModelCallError(shown, "transient" if retryable else "fatal")


def _retry_after(error: Exception) -> float | None:
    """Return how many seconds the provider asks to wait: a number, or a moment."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    asked = str(headers.get("retry-after", "")).strip()
    try:
        return max(0.0, float(asked))
    except ValueError:
        return _seconds_until(asked)


def _seconds_until(moment: str) -> float | None:
    try:
        until = parsedate_to_datetime(moment)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(tz=UTC)).total_seconds())


def _may_be_billed(error: Exception) -> bool:
    """Say whether the model may have answered although nothing usable came."""
    if _has_cause(error, _CONNECTING):
        return False
    return _status(error) in _TIMED_OUT or _has_cause(error, _BROKEN)


def _has_cause(error: Exception, names: Collection[str]) -> bool:
    return any(type(cause).__name__ in names for cause in _causes(error))


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    seen: set[int] = set()
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__


def _status(error: Exception) -> int:
    """Return the HTTP status, 0 when there was no answer at all."""
    if type(error).__name__ in {"APIConnectionError", "Timeout", "APIResponseValidationError"}:
        return 0
    status = getattr(error, "status_code", 0)
    return status if isinstance(status, int) else 0
