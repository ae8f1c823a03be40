"""A script for a model: rules that say what is answered about which text, read from a file.

For trying a project out, and for tests of what a real model does on its bad days: it fails, is
slow, is cut, talks nonsense, or does what a document tells it to.
"""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from pydantic import Field

from sift_assets.core.errors import CallFailureKind, ModelCallError
from sift_assets.core.llm.fence import enclosed
from sift_assets.core.llm.model import FinishReason, ModelAnswer, ModelRequest, Role
from sift_assets.core.llm.scripted import Scripted
from sift_assets.core.records.record import Record, canonical_json, content_hash

MAX_STALL_SECONDS = 3600.0
"""A call that has not been answered within an hour will not be."""


class Rule(Record):
    """What is answered about some texts; the first rule that applies counts.

    Attributes:
        when: Words that stand in the text that is asked about; empty for any text.
        chunk: First digits of the SHA-256 of that text; empty for any text.
        times: For so many questions only; None for all.
        answer: The answer: a text, or an object that is written as JSON.
        cut: Characters after which the answer ends, as at a limit of tokens.
        fails: Class of the failure that comes in the place of an answer.
        seconds: How long the answer takes.
        obeys: Answer with the JSON that stands in the text itself, as a model would that follows
            the orders of a document.
    """

    when: str = ""
    chunk: str = ""
    times: int | None = Field(default=None, ge=1)
    answer: str | dict[str, Any] = ""
    cut: int | None = Field(default=None, ge=0)
    fails: CallFailureKind | None = None
    seconds: float = Field(default=0.0, ge=0, le=MAX_STALL_SECONDS)
    obeys: bool = False


class Script(Record):
    """Rules, first things first.

    Attributes:
        rules: See `Rule`.
        model: The model that answers claim to come from.
    """

    rules: tuple[Rule, ...]
    model: str = "scripted"


class ScriptReader:
    """Answers requests by a script. Safe to call from several threads.

    Args:
        script: The rules.
        wait: Sleeps for some seconds.
    """

    def __init__(self, script: Script, wait: Callable[[float], None]) -> None:
        self._script, self._wait = script, wait
        self._used: Counter[int] = Counter()
        self._lock = threading.Lock()

    def __call__(self, request: ModelRequest) -> Scripted:
        """Return what the script says about the text of a request."""
        asked = "\n".join(m.content for m in request.messages if m.role is Role.USER)
        shown = enclosed(asked)
        rule = self._rule_for(shown)
        if rule is None:
            return ModelCallError("the script has no answer for this text")
        if rule.seconds:
            self._wait(rule.seconds)
        if rule.fails:
            return ModelCallError(f"the script lets this call fail ({rule.fails})", rule.fails)
        return self._answer(rule, shown)

    def _rule_for(self, shown: str) -> Rule | None:
        digest = content_hash(shown.encode("utf-8", "surrogatepass"))
        with self._lock:
            for number, rule in enumerate(self._script.rules):
                spent = rule.times is not None and self._used[number] >= rule.times
                if not spent and rule.when in shown and digest.startswith(rule.chunk):
                    self._used[number] += 1
                    return rule
        return None

    def _answer(self, rule: Rule, shown: str) -> ModelAnswer:
        said = rule.answer if isinstance(rule.answer, str) else canonical_json(rule.answer).decode()
        text = shown[shown.find("{") :] if rule.obeys else said
        is_cut = rule.cut is not None and rule.cut < len(text)
        return ModelAnswer(
            text=text[: rule.cut] if is_cut else text,
            model=self._script.model,
            finish_reason=FinishReason.LENGTH if is_cut else FinishReason.STOP,
            cost_usd=0.0,
        )
