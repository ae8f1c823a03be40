"""A language model that makes no call: what a plan asks, and what a budget of nothing allows."""

from typing import NoReturn

from sift_assets.core.errors import CallHeldError
from sift_assets.core.llm.model import LanguageModel, ModelRequest


class HeldModel(LanguageModel):
    """Holds back every call. Kept answers are still used, so that only the missing are pending.

    Args:
        reason: Why, for people.

    Attributes:
        held: The requests that would have been calls.
    """

    def __init__(self, reason: str) -> None:
        self.reason, self.held = reason, list[ModelRequest]()

    def complete(self, request: ModelRequest) -> NoReturn:
        """Hold the request back.

        Raises:
            CallHeldError: Always.
        """
        self.held.append(request)
        raise CallHeldError(self.reason, always=True)
