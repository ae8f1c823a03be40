"""Asking a language model about pairs that are open: once for each, within the budget."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from sift_assets.core.domain.facets import ResolutionFacet, resolution_facet
from sift_assets.core.errors import ModelError
from sift_assets.core.extraction.llm.asking import Asker, UnansweredError
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.llm.answer_cache import stored_answer
from sift_assets.core.llm.fence import UNSENT_NONCE
from sift_assets.core.llm.model import FinishReason, ModelAnswer, ModelRequest
from sift_assets.core.planning.estimate import Work, request_tokens
from sift_assets.core.records.extraction import ChunkStatus
from sift_assets.core.resolution.opinions import (
    BATCH,
    OPINION_VERSION,
    UNSAID,
    JudgedPair,
    Opinion,
    ReadOpinions,
    from_kept,
    kept_form,
    opinion_key,
    opinion_request,
    read_opinions,
)
from sift_assets.core.settings.model import is_local
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.stage_model import StageModel

STAGE = "resolve"
"""What the ledger calls these calls."""

TOKENS_PER_OPINION = 80
"""Of an answer: a record with its reason."""

Pair = tuple[str, str]


@dataclass
class Opinions:
    """What a language model thinks of pairs.

    Attributes:
        found: By the ids of both, the lesser first.
        waiting: How many pairs wait for a budget or for a person.
        failed: How many could not be judged now.
        reason: Why, of the last that waits or failed; no document text.
    """

    found: dict[Pair, Opinion] = field(default_factory=dict[Pair, Opinion])
    waiting: int = 0
    failed: int = 0
    reason: str = ""


@dataclass(frozen=True)
class _Judge:
    """A model and what it is told, for one look at the queue.

    Attributes:
        model: Judges.
        facet: The domain as resolution reads it.
    """

    model: StageModel
    facet: ResolutionFacet

    def key(self, pair: JudgedPair) -> str:
        return opinion_key(pair, self.facet, self.model.name)

    def request(self, pairs: Sequence[JudgedPair], nonce: str) -> ModelRequest:
        settings = self.model.workspace.settings
        return opinion_request(
            pairs, self.facet, settings.temperature, settings.max_output_tokens, nonce
        )


def is_judged(workspace: Workspace) -> bool:
    """Say whether a language model is configured that judges pairs."""
    return not is_local(workspace.settings.resolve_model)


def opinions_on(
    workspace: Workspace, pairs: Sequence[JudgedPair], *, approved: bool = False
) -> Opinions:
    """Return what the configured model thinks of pairs; asks about those it was never asked.

    A pair is asked about once, with the evidence that there is of it; more evidence is another
    question. A batch that fails costs no other, and a model that cannot be used costs the opinions
    and nothing else.

    Args:
        workspace: The open project.
        pairs: Those that nobody has decided.
        approved: Whether a person has agreed to the cost.
    """
    model = StageModel.of(workspace, workspace.settings.resolve_model, STAGE)
    judge = _Judge(model, resolution_facet(workspace.domain))
    result = Opinions()
    missing: dict[str, JudgedPair] = {}
    for pair in pairs:
        key = judge.key(pair)
        kept = stored_answer(model.answers, key)
        opinion = from_kept(kept) if kept else None
        if opinion is None:
            missing[key] = pair
        else:
            result.found[_ids(pair)] = opinion
    _ask(judge, [missing[key] for key in sorted(missing)], result, approved=approved)
    return result


def _ask(judge: _Judge, missing: Sequence[JudgedPair], result: Opinions, *, approved: bool) -> None:
    batches = [missing[at : at + BATCH] for at in range(0, len(missing), BATCH)]
    too_dear = "" if approved or not batches else _too_dear(judge, batches)
    if too_dear:
        result.waiting, result.reason = len(missing), too_dear
        return
    try:
        _ask_batches(judge, batches, result)
    except ModelError as error:
        result.failed = sum(_ids(pair) not in result.found for pair in missing) - result.waiting
        result.reason = str(error)


def _ask_batches(judge: _Judge, batches: Sequence[Sequence[JudgedPair]], result: Opinions) -> None:
    if not batches:
        return
    asker = judge.model.asker()
    with closing(SharedCalls(judge.model.workspace.settings.concurrency)) as calls:
        judged = calls.made([partial(_judged, judge, asker, batch) for batch in batches])
    for done in judged:
        result.found |= done.found
        result.waiting += done.waiting
        result.failed += done.failed
        result.reason = done.reason or result.reason


def _judged(judge: _Judge, asker: Asker, batch: Sequence[JudgedPair]) -> Opinions:
    """Ask about one batch, and keep the opinion about each pair by itself."""

    def request(nonce: str) -> ModelRequest:
        return judge.request(batch, nonce)

    def read(answer: ModelAnswer) -> ReadOpinions:
        return read_opinions(answer, batch)

    try:
        answer, reading = asker.answer(judge.model.question(OPINION_VERSION, request), read)
    except UnansweredError as error:
        is_waiting = error.status is ChunkStatus.PENDING
        return Opinions(
            waiting=len(batch) if is_waiting else 0,
            failed=0 if is_waiting else len(batch),
            reason=str(error),
        )
    is_cut = answer.finish_reason is FinishReason.LENGTH
    unsaid = None if is_cut else Opinion(verdict="unsure", reason=UNSAID, model=answer.model)
    done = Opinions()
    for number, pair in enumerate(batch, start=1):
        opinion = reading.found.get(number, unsaid)
        if opinion is None:  # the answer was cut before it; the next look asks about the rest
            done.failed, done.reason = done.failed + 1, "the answer was cut"
        else:
            judge.model.answers.put(judge.key(pair), kept_form(opinion).to_bytes())
            done.found[_ids(pair)] = opinion
    return done


def _too_dear(judge: _Judge, batches: Sequence[Sequence[JudgedPair]]) -> str:
    """Say why a person has to agree to asking; empty when nobody has to."""
    sent = sum(request_tokens(judge.request(batch, UNSENT_NONCE)) for batch in batches)
    answered = TOKENS_PER_OPINION * sum(map(len, batches))
    work = Work(calls=len(batches), input_tokens=sent, output_tokens=answered)
    return judge.model.too_dear(f"Judging {sum(map(len, batches))} pairs", work)


def _ids(pair: JudgedPair) -> Pair:
    return pair.first.id, pair.second.id
