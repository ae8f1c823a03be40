"""Language models that make no call: for a plan, and where something is to be decided first."""

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


class WaitingModel(LanguageModel):
    """Holds back every call until people have acted, and remembers none: a corpus may be large.

    Args:
        reason: What it waits for, for people.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def complete(self, request: ModelRequest) -> NoReturn:  # noqa: ARG002 - the protocol's
        """Hold the request back.

        Raises:
            CallHeldError: Always.
        """
        raise CallHeldError(self.reason)
