"""The version of all that shapes a text by a language model, beside the model and its evidence."""

from sift_assets.core.narrative.asking.holding import HOLDING_VERSION
from sift_assets.core.narrative.asking.mending import MENDING_VERSION
from sift_assets.core.narrative.asking.questions import VERSIONS
from sift_assets.core.records.record import key_of


def telling_version() -> str:
    """Return it: the hash of the versions of prompts and checks."""
    return key_of("telling", dict(VERSIONS), MENDING_VERSION, HOLDING_VERSION)
