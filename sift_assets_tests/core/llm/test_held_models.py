"""Models that make no call: one notes what it was asked, the other remembers nothing."""

import pytest

from sift_assets.core.errors import CallHeldError
from sift_assets.core.llm.held import HeldModel, WaitingModel
from sift_assets.core.llm.model import Message, ModelRequest, Role

ASKED = ModelRequest(messages=(Message(role=Role.USER, content="?"),))


def test_a_held_model_notes_every_request_and_may_be_asked_on() -> None:
    model = HeldModel("a plan")
    with pytest.raises(CallHeldError, match="a plan") as raised:
        model.complete(ASKED)
    assert raised.value.always
    assert model.held == [ASKED]


def test_a_waiting_model_says_what_it_waits_for_and_keeps_no_text() -> None:
    model = WaitingModel("an approval")
    with pytest.raises(CallHeldError, match="an approval") as raised:
        model.complete(ASKED)
    assert not raised.value.always
    assert vars(model) == {"reason": "an approval"}
