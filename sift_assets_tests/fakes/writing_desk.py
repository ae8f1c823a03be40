"""A project whose writing model is a function of the test."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.communities.records import Community
from sift_assets.core.errors import ModelKeyError
from sift_assets.core.extraction.llm.asking import Asker
from sift_assets.core.llm.model import ModelAnswer, ModelRequest
from sift_assets.core.llm.money import Price
from sift_assets.core.llm.pacing import Pace
from sift_assets.core.llm.scripted import ScriptedModel
from sift_assets.core.narrative.records import Narrative
from sift_assets.core.narrative.writing.local_writer import WRITER
from sift_assets.core.planning.estimate import Prices
from sift_assets.core.settings.model import Settings
from sift_assets.resources.extractors import StoredAnswers, metered
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.telling_by_model import tell
from sift_assets.workflows.telling_drafts import Told
from sift_assets_tests.fakes.scripted_writer import Shown, shown_in, writer
from sift_assets_tests.fakes.told_community import community_of, harbour

MODEL = "scripted/writer.yaml"
"""Names a file that is there and that nobody reads: who answers is a function of the test."""

CALL_USD = 0.01
"""What the worst case of a call costs at least, at the price of `Paid`."""


class Paid:
    """A provider that asks a model and is paid for it.

    Attributes:
        calls: How many it was asked.
    """

    name = "paid"

    def __init__(self, model: ScriptedModel) -> None:
        self._model, self.calls = model, 0

    def price(self) -> Price:
        return Price(sent=10**9, answered=10**9)

    def answered_at_most(self, request: ModelRequest) -> int:
        return request.max_tokens

    def call(self, request: ModelRequest) -> ModelAnswer:
        self.calls += 1
        used = {"input_tokens": 500, "output_tokens": 100, "cost_usd": 0.006}
        return self._model.complete(request).model_copy(update=used)


class Desk:
    """A project whose writing model is a function, and what it was asked."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (root / "sift.yaml").write_text("", encoding="utf-8")
        (root / "writer.yaml").write_text("rules: []", encoding="utf-8")
        monkeypatch.chdir(root)
        self.root, self.model, self._patch = root, ScriptedModel(writer()), monkeypatch
        monkeypatch.setattr("sift_assets.workflows.stage_model.project_asker", self._asker)

    def write(self, write: Callable[[Shown], Any]) -> None:
        """Have another writer from now on."""
        self.model = ScriptedModel(writer(write))

    @property
    def asked(self) -> list[Shown]:
        """What this writer was asked, in any order."""
        return [shown_in(call) for call in self.model.calls]

    def workspace(self, **settings: object) -> Workspace:
        fields = {"models": {"narrate": MODEL}, "narrative": {"profiles_from": 2}}
        return Workspace(self.root, Settings.model_validate(fields | settings))

    def told(self, community: Community | None = None, **settings: object) -> Told:
        return tell(self.workspace(**settings), community or community_of(harbour()))

    def local(self, community: Community | None = None) -> Narrative:
        return self.told(community, models={"narrate": WRITER}).narrative

    def priced(self) -> None:
        """Have the model cost something, as far as estimates know."""
        self._patch.setattr(
            "sift_assets.workflows.stage_model.prices_of",
            lambda _: Prices(sent=1e-6, answered=1e-6),
        )

    def broken(self, reason: str) -> None:
        """Have a model that cannot be opened."""

        def opened(*_: object) -> None:
            raise ModelKeyError(reason)

        self._patch.setattr("sift_assets.workflows.stage_model.project_asker", opened)

    def metered(self) -> "Paid":
        """Have a provider answer that is paid for."""
        provider = Paid(self.model)

        def asker(workspace: Workspace, stage: str) -> Asker:
            ledger = project_ledger(workspace.root, workspace.settings)
            model = metered(workspace.settings, provider, ledger, Pace(), stage)
            return Asker(model, StoredAnswers(workspace.store, on_kept=model.settle_kept))

        self._patch.setattr("sift_assets.workflows.stage_model.project_asker", asker)
        return provider

    def _asker(self, workspace: Workspace, _stage: str) -> Asker:
        return Asker(self.model, StoredAnswers(workspace.store))
