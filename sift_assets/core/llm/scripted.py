"""A language model whose answers are written down beforehand: for tests, demos and replays."""

import threading
from collections.abc import Callable, Mapping

from sift_assets.core.errors import ModelCallError, ModelError
from sift_assets.core.llm.model import LanguageModel, ModelAnswer, ModelRequest, Role

Scripted = str | ModelAnswer | ModelError
"""A text, a whole answer, or an error to raise."""


class ScriptedModel(LanguageModel):
    """Answers from a script and records what it was asked.

    Args:
        script: A function of the request, or a mapping from a part of the user's message to the
            answer: the first key that occurs in it wins.
        name: The model that answers claim to come from.
        cost_usd: Cost of each answer given as plain text; None plays a model without a price.
    """

    def __init__(
        self,
        script: Callable[[ModelRequest], Scripted] | Mapping[str, Scripted],
        name: str = "scripted",
        cost_usd: float | None = 0.0,
    ) -> None:
        self.calls: list[ModelRequest] = []
        self._script = script
        self._name, self._cost_usd = name, cost_usd
        self._lock = threading.Lock()

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Answer as the script says.

        Raises:
            ModelError: The script holds an error for this request, or nothing at all.
        """
        with self._lock:
            self.calls.append(request)
        scripted = self._scripted(request)
        if isinstance(scripted, ModelError):
            raise scripted
        if isinstance(scripted, ModelAnswer):
            return scripted
        return ModelAnswer(text=scripted, model=self._name, cost_usd=self._cost_usd)

    def _scripted(self, request: ModelRequest) -> Scripted:
        if callable(self._script):
            return self._script(request)
        asked = "\n".join(m.content for m in request.messages if m.role is Role.USER)
        for part, scripted in self._script.items():
            if part in asked:
                return scripted
        return ModelCallError("the script has no answer for this request")
