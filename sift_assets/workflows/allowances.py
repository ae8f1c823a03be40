"""What people allow a language model to cost, and how often they have asked it anew."""

import time
from collections.abc import Collection, Iterable

from sift_assets.core.errors import ConfigError
from sift_assets.core.llm.ledger import day_of
from sift_assets.core.records.record import key_of
from sift_assets.core.settings.model import is_local
from sift_assets.resources.generations import Generations
from sift_assets.resources.ledger import limits_of
from sift_assets.resources.workspace import Workspace


def generations(workspace: Workspace, documents: Iterable[str]) -> dict[str, int]:
    """Return document to generation, where a person has asked anew; none for the local model.

    Raises:
        StoreError: The file of generations is damaged.
    """
    if is_local(workspace.settings.extract_model):
        return {}
    return Generations(workspace.root).of(documents)


def ask_anew(workspace: Workspace, documents: Collection[str]) -> None:
    """Begin a new generation of answers about some documents, for whoever holds the documents.

    Raises:
        ConfigError: The local model would answer the same.
        StoreError: The file of generations is damaged or cannot be written.
    """
    if is_local(workspace.settings.extract_model):
        raise ConfigError(
            "The local model answers the same whenever it is asked.",
            "Choose a language model to ask anew.",
        )
    Generations(workspace.root).raise_for(documents)


def limits_version(workspace: Workspace) -> str:
    """Return what may be spent now as one version: more of it is another try for what waits."""
    limits = limits_of(workspace.settings)
    today = None if limits.day is None else day_of(time.time())
    return key_of("limits", limits.model_dump(), today)
