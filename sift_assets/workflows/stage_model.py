"""The language model of a stage beside extraction: how it is asked, and what asking it costs.

What belongs here: what judging pairs and telling of communities have in common. What is asked, and
what an answer means, is theirs.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sift_assets.core.extraction.llm.asking import Asker, Question
from sift_assets.core.llm.answer_cache import answer_key
from sift_assets.core.llm.fence import UNSENT_NONCE
from sift_assets.core.llm.model import LanguageModel, ModelRequest
from sift_assets.core.llm.money import in_words, nanodollars
from sift_assets.core.planning.estimate import Prices, Work, estimate
from sift_assets.resources.extractors import StoredAnswers
from sift_assets.resources.played_models import played_name
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.asking import project_asker
from sift_assets.workflows.planning import prices_of


@dataclass(frozen=True)
class StageModel:
    """A model and what its questions are for.

    Attributes:
        workspace: The project with this model as its only one.
        stage: What the ledger calls these calls.
        name: Of the model, as it shapes answers.
    """

    workspace: Workspace
    stage: str
    name: str

    @classmethod
    def of(cls, workspace: Workspace, model: str, stage: str) -> "StageModel":
        """Return the model of a stage.

        Args:
            workspace: The open project.
            model: Its name in the settings.
            stage: What the calls are for.

        Raises:
            ConfigError: The model is played from a file that is not there.
        """
        only = Workspace(workspace.root, workspace.settings.with_model(model))
        return cls(only, stage, played_name(model))

    @property
    def answers(self) -> StoredAnswers:
        """Where its answers are kept."""
        return StoredAnswers(self.workspace.store)

    def asker(self) -> Asker:
        """Open the model.

        Raises:
            ConfigError: Nobody knows its provider.
            ModelKeyError: Its key is not in the environment.
        """
        return project_asker(self.workspace, self.stage)

    def asker_of(self, model: LanguageModel) -> Asker:
        """Return what answers from what is kept, and asks another model for the rest."""
        return Asker(model, self.answers)

    def question(self, version: str, request: Callable[[str], ModelRequest]) -> Question:
        """Return a question whose answer is kept under all that is shown.

        Args:
            version: Of the prompt.
            request: Makes the request with a nonce for its fences, which shapes nothing.
        """
        return Question(answer_key(self.stage, version, self.name, request(UNSENT_NONCE)), request)

    @property
    def prices(self) -> Prices | None:
        """What the model costs, None when nobody knows."""
        return prices_of(self.workspace)

    def too_dear(self, doing: str, work: Work) -> str:
        """Say why a person has to agree to asking; empty when nobody has to.

        Args:
            doing: What is asked for, at the beginning of a sentence (`Judging 3 pairs`).
            work: What it takes. A cost that nobody knows cannot be too high.
        """
        cost = estimate({self.stage: work}, self.prices).cost_usd
        above = self.workspace.settings.confirm_above_usd
        if cost is None or cost <= above:
            return ""
        return (
            f"{doing} takes {work.calls} calls and about {in_words(nanodollars(cost))}, more than "
            f"may be spent unasked (confirm_above_usd is {in_words(nanodollars(above))})"
        )
