"""What becomes of the documents of a seat: guards, references, a model's verdict, the table."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from threading import Lock

from sift_assets.core.errors import ModelError
from sift_assets.core.extraction.llm.asking import Asker, UnansweredError
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.llm.ledger import PROMOTING
from sift_assets.core.llm.model import ModelAnswer, ModelRequest
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.planning.state import Facts
from sift_assets.core.promotion.gate import CLOSED, Permit
from sift_assets.core.promotion.outcomes import (
    OUTCOME_VERSION,
    Judged,
    Policy,
    guarded,
    judged,
    referenced,
)
from sift_assets.core.promotion.records import (
    Assessment,
    Candidate,
    CandidateSet,
    OutcomeKind,
    Reference,
    ReferenceSet,
    SkipReason,
    VerdictSet,
)
from sift_assets.core.promotion.references import REFERENCE_VERSION
from sift_assets.core.promotion.settings import Seat
from sift_assets.core.promotion.triage import (
    TRIAGE_VERSION,
    JudgedPiece,
    ReadVerdict,
    Route,
    pieces_of,
    read_verdict,
    steers,
    triage_request,
    united,
)
from sift_assets.core.records.extraction import ChunkStatus
from sift_assets.core.records.record import key_of
from sift_assets.core.settings.model import is_local
from sift_assets.core.settings.stages import Stage, promotion_stage
from sift_assets.resources.decision_log import system_time
from sift_assets.resources.extractors import open_asker
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.shared_pace import PACE_FILE
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.promotion_gate import honoured
from sift_assets.workflows.seat_values import seat_outcome, text_of_seat, value_of_seat
from sift_assets.workflows.stage_model import StageModel


def policy_of(workspace: Workspace, seat: Seat) -> Policy:
    """Return what the outcome table looks at, with the version of all that shapes outcomes."""
    settings = workspace.settings
    version = key_of(
        "policy",
        (OUTCOME_VERSION, REFERENCE_VERSION, TRIAGE_VERSION),
        promotion_stage(settings).model_dump(mode="json", exclude={"seats"}),
        seat.model_dump(mode="json"),
    )
    return Policy(seat.name, seat.autonomy, settings.promotion.threshold, version)


def assess(workspace: Workspace, seat: Seat, given: Permit = CLOSED) -> Outcome:
    """Say of every document of a seat what is to become of it, and why.

    Args:
        workspace: The project.
        seat: The seat.
        given: What the gate has given to the run; see `promotion_gate.permit`. Without one that
            it honours no model is called, and what would be asked is deferred.

    Raises:
        ProjectError: There are no candidates or no references yet.
        CorruptObjectError: A value is damaged; the next run makes it anew.
        ConfigError: Nobody knows the configured model.
    """
    opened = seat_workspace(workspace, seat)
    found, version = value_of_seat(opened, "promotion_candidates", seat, CandidateSet)
    referred, of_references = value_of_seat(opened, "promotion_reference", seat, ReferenceSet)
    references = {(one.candidate, one.content): one for one in referred.references}
    permitted = honoured(workspace, given, system_time())
    with closing(SharedCalls(workspace.settings.concurrency)) as calls:
        judging = _Judging(workspace, opened, calls, permitted)
        assessing = _Assessing(policy_of(workspace, seat), references, judging.of)
        steps = [partial(assessing.of, one) for one in found.candidates]
        assessments = calls.made(steps)
    value = VerdictSet(seat=seat.name, assessments=tuple(assessments))
    return seat_outcome(
        "promotion_verdicts",
        seat,
        opened.store.put(value.to_bytes()),
        {
            "promotion_candidates": version,
            "promotion_reference": of_references,
            input_name("settings", Stage.PROMOTION): workspace.stage_versions[str(Stage.PROMOTION)],
        },
        _facts(value),
    )


@dataclass(frozen=True)
class _Assessing:
    """Puts what was found out about a candidate through the table.

    Attributes:
        policy: Of the seat.
        references: By candidate and content.
        judge: Asks about a candidate.
    """

    policy: Policy
    references: Mapping[tuple[str, str], Reference]
    judge: Callable[[Candidate], Judged]

    def of(self, candidate: Candidate) -> Assessment:
        if candidate.skip is not None:
            return guarded(candidate, self.policy)
        reference = self.references.get((candidate.id, candidate.content))
        if reference is None:  # its references are of an earlier look
            late = candidate.model_copy(update={"skip": SkipReason.REFERENCE_UNKNOWN})
            return guarded(late, self.policy)
        decided = referenced(candidate, reference, self.policy)
        return decided or judged(candidate, reference, self.judge(candidate), self.policy)


class _Judging:
    """Asks the configured model about texts of a seat.

    Args:
        workspace: The project.
        opened: The seat: answers are kept in its store.
        calls: The places for calls.
        permitted: Whether a model may be called.
    """

    def __init__(
        self, workspace: Workspace, opened: Workspace, calls: SharedCalls, permitted: bool
    ) -> None:
        settings = workspace.settings
        self._opened, self._permitted = opened, permitted
        self._key, self._sampled = PromotionKey(workspace.root), settings.promotion.sampled
        self._is_local = is_local(settings.promote_model)
        self._threshold = settings.promotion.threshold
        self._model = StageModel.of(opened, settings.promote_model, PROMOTING)
        self._pace_file = workspace.local_folder / PACE_FILE
        self._calls = calls
        self._asker: Asker | None = None
        self._opening = Lock()

    def of(self, candidate: Candidate) -> Judged:
        """Return what is thought of a candidate, or why nothing is."""
        text = text_of_seat(self._opened, candidate.text).text
        result = Judged(None, argues=steers(text), drawn=self._draws(candidate))
        if self._is_local:
            return result
        if not self._permitted:
            return result._replace(missing=SkipReason.LLM_SCHEDULED_ONLY)
        try:
            pieces = self._judged(text)
        except UnansweredError as error:
            is_held = error.status is ChunkStatus.PENDING
            missing = SkipReason.BUDGET if is_held else SkipReason.LLM_UNAVAILABLE
            return result._replace(missing=missing)
        except ModelError:
            return result._replace(missing=SkipReason.LLM_UNAVAILABLE)
        return result._replace(verdict=united(pieces))

    def _judged(self, text: str) -> list[JudgedPiece]:
        """Ask piece by piece; a negative verdict is final, and the rest need not be asked."""
        found: list[JudgedPiece] = []
        for piece in pieces_of(text):
            found.append(self._judged_piece(piece))
            verdict = found[-1].verdict
            if verdict.sensitive or not verdict.relevant or verdict.score < self._threshold:
                break
        return found

    def _judged_piece(self, piece: str) -> JudgedPiece:
        try:
            return self._asked(piece, Route.DECISION)
        except UnansweredError as error:
            if error.status is ChunkStatus.PENDING:
                raise
            return self._asked(piece, Route.CHAT)

    def _asked(self, piece: str, route: Route) -> JudgedPiece:
        settings = self._model.workspace.settings

        def request(nonce: str) -> ModelRequest:
            return triage_request(
                piece, route, settings.temperature, settings.max_output_tokens, nonce
            )

        def read(answer: ModelAnswer) -> ReadVerdict:
            return read_verdict(answer, piece)

        question = self._model.question(f"{TRIAGE_VERSION} {route}", request)
        answer, verdict = self._open().answer(question, read)
        return JudgedPiece(verdict, answer.model, route)

    def _open(self) -> Asker:
        with self._opening:
            if self._asker is None:
                only = self._model.workspace
                ledger = project_ledger(only.root, only.settings, PROMOTING)
                self._asker = open_asker(
                    only.settings, only.store, ledger, self._pace_file, PROMOTING
                )
            return self._asker

    def _draws(self, candidate: Candidate) -> bool:
        drawn = int(self._key.signature("sampled", candidate.content)[:8], 16) / 16**8
        return drawn < self._sampled


def _facts(value: VerdictSet) -> Facts:
    outcomes = Counter(str(one.outcome) for one in value.assessments)
    reasons = Counter(
        f"{one.outcome}: {one.reason}"
        for one in value.assessments
        if one.outcome in (OutcomeKind.SKIP, OutcomeKind.DEFER)
    )
    return {
        "documents": len(value.assessments),
        **{str(kind): outcomes.get(str(kind), 0) for kind in OutcomeKind},
        **dict(sorted(reasons.items())),
    }
