"""One part of a narrative by a language model: asked, checked, what did not hold sent back once.

What belongs here: the two questions of a part and the states it may end in. Which parts a narrative
has, and what stands in for one that is not told, is in `telling_drafts`.
"""

from dataclasses import dataclass
from enum import StrEnum

from sift_assets.core.domain.facets import NarrativeFacet, narrative_facet
from sift_assets.core.errors import ModelError
from sift_assets.core.extraction.llm.asking import MAX_ANSWERS, Asker, UnansweredError
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.model import ModelAnswer, ModelRequest
from sift_assets.core.llm.tally import Tally
from sift_assets.core.narrative.asking.brief import Brief
from sift_assets.core.narrative.asking.holding import Held, faults_in, mended
from sift_assets.core.narrative.asking.labels import accepted_label
from sift_assets.core.narrative.asking.mending import (
    MENDING_VERSION,
    Fault,
    ReadMending,
    mending_request,
    read_mending,
)
from sift_assets.core.narrative.asking.questions import (
    MAX_SENTENCES,
    VERSIONS,
    Kind,
    ReadText,
    cleaned,
    read_text,
    text_request,
)
from sift_assets.core.planning.estimate import Work, request_tokens
from sift_assets.core.records.extraction import ChunkStatus
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.stage_model import StageModel

STAGE = "narrate"
"""What the ledger calls these calls."""

TOKENS_PER_SENTENCE = 60
"""Of an answer: 25 words with their JSON and numbers of passages."""

TOKENS_PER_LABEL = 30
"""Likewise, of a label and what encloses the answer."""

MAX_MODEL_NAME = 80
"""Characters of what a provider calls its model."""

NOTHING, NO_WORK = Held(()), Work()


class State(StrEnum):
    """How a part ended.

    `told`: it is told. `waiting`: for a budget or for a person. `failed`: the model did not answer;
    it is asked again. `given_up`: so many answers were of no use that it is not asked again before
    something else is shown.
    """

    TOLD = "told"
    WAITING = "waiting"
    FAILED = "failed"
    GIVEN_UP = "given_up"


@dataclass(frozen=True)
class Part:
    """A part of a narrative, which is one question.

    Attributes:
        kind: What is asked for.
        brief: What is shown.
        entity: Whom a profile is of, empty for other kinds.
        labels: Whether the label in its answer is taken.
    """

    kind: Kind
    brief: Brief
    entity: str = ""
    labels: bool = False


@dataclass(frozen=True)
class PartText:
    """What became of a part.

    Attributes:
        state: See `State`.
        label: Accepted, empty when there is none.
        held: The sentences that hold.
        writer: The model that really answered, empty when none did.
        reason: Why it is not told; no text of a document.
        missing: What asking takes, where nothing was asked.
    """

    state: State
    label: str = ""
    held: Held = NOTHING
    writer: str = ""
    reason: str = ""
    missing: Work = NO_WORK


@dataclass(frozen=True)
class Author:
    """A model and the domain that it tells in.

    Attributes:
        model: Writes.
        facet: The domain as narratives read it.
    """

    model: StageModel
    facet: NarrativeFacet

    @classmethod
    def of(cls, workspace: Workspace) -> "Author":
        """Return the configured model, in the domain of a project.

        Raises:
            ConfigError: The model is played from a file that is not there; the domain is wrong.
        """
        model = StageModel.of(workspace, workspace.settings.narrate_model, STAGE)
        return cls(model, narrative_facet(workspace.domain))

    def kept(self, part: Part, tally: Tally) -> PartText:
        """Tell a part from answers that are kept; what is missing waits, with what it takes.

        Args:
            part: The part.
            tally: Counts it when it is told.
        """
        held = HeldModel("it has not been asked yet")
        found = self.told(self.model.asker_of(held), part, Tally())
        if not held.held:
            if found.state is State.TOLD:
                tally.count_kept()
            return found
        answered = MAX_SENTENCES[part.kind] * TOKENS_PER_SENTENCE + TOKENS_PER_LABEL
        work = Work(
            calls=1,
            input_tokens=request_tokens(held.held[-1]),
            output_tokens=min(answered, self.model.workspace.settings.max_output_tokens),
        )
        return PartText(State.WAITING, reason=found.reason, missing=work)

    def told(self, asker: Asker, part: Part, tally: Tally) -> PartText:
        """Tell a part; see `State` for what may come of it. Safe in any thread.

        Args:
            asker: Answers.
            part: The part.
            tally: Counts what is asked for it.
        """
        try:
            return self._told(asker.counted(tally), part)
        except UnansweredError as error:
            return PartText(_state(error), reason=str(error))
        except ModelError as error:
            return PartText(State.FAILED, reason=error.message)

    @property
    def _limits(self) -> tuple[float, int]:
        """The temperature, and the most tokens of an answer."""
        settings = self.model.workspace.settings
        return settings.temperature, settings.max_output_tokens

    def _told(self, asker: Asker, part: Part) -> PartText:
        kind, brief, style = part.kind, part.brief, self.facet.style

        def request(nonce: str) -> ModelRequest:
            return text_request(kind, brief, self.facet, *self._limits, nonce)

        def read(answer: ModelAnswer) -> ReadText:
            return read_text(answer, kind, brief)

        version = f"{kind} {VERSIONS[kind]}"
        answer, text = asker.answer(self.model.question(version, request), read)
        faults = faults_in(text.sentences, brief, style)
        again, mender = self._again(asker, brief, tuple(faults.values()))
        writers = sorted({_named(one, self.model.name) for one in (answer, mender) if one})
        return PartText(
            State.TOLD,
            label=accepted_label(text.label, brief) if part.labels else "",
            held=mended(text.sentences, faults, again.found, brief, style),
            writer=", ".join(writers),
        )

    def _again(
        self, asker: Asker, brief: Brief, faults: tuple[Fault, ...]
    ) -> tuple[ReadMending, ModelAnswer | None]:
        """Send back what does not hold, all in one question, once."""
        if not faults:
            return ReadMending({}), None

        def request(nonce: str) -> ModelRequest:
            return mending_request(brief, faults, self.facet, *self._limits, nonce)

        def read(answer: ModelAnswer) -> ReadMending:
            return read_mending(answer, faults, brief)

        question = self.model.question(f"mend {MENDING_VERSION}", request)
        try:
            answer, found = asker.answer(question, read)
        except UnansweredError as error:
            if _state(error) is not State.GIVEN_UP:
                raise
            return ReadMending({}), None  # asked often enough: what does not hold is left out
        return found, answer


def _state(error: UnansweredError) -> State:
    if error.status is ChunkStatus.PENDING:
        return State.WAITING
    return State.GIVEN_UP if error.kept >= MAX_ANSWERS else State.FAILED


def _named(answer: ModelAnswer, configured: str) -> str:
    return cleaned(answer.model)[:MAX_MODEL_NAME] or configured
