"""Whether a discovery may be made unasked, or costs so much that a person has to agree."""

from sift_assets.core.discovery.reading import read_types
from sift_assets.core.errors import ApprovalError
from sift_assets.core.extraction.llm.asking import Asker, Question, UnansweredError
from sift_assets.core.llm.fence import UNSENT_NONCE
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.money import in_words, nanodollars
from sift_assets.core.planning.estimate import Work, estimate, request_tokens
from sift_assets.core.records.extraction import ChunkStatus
from sift_assets.resources.extractors import StoredAnswers
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.discovering import STAGE, Sample, question_about
from sift_assets.workflows.planning import prices_of


def check_cost(workspace: Workspace, sample: Sample) -> None:
    """Make sure that asking costs no more than may be spent unasked; a kept answer costs nothing.

    Raises:
        ApprovalError: It does; says how much.
    """
    question = question_about(workspace, sample)
    if _is_answered(workspace, question):
        return
    request = question.request(UNSENT_NONCE)
    sent, answered = request_tokens(request), request.max_tokens
    work = Work(calls=1, input_tokens=sent, output_tokens=answered)
    takes = estimate({STAGE: work}, prices_of(workspace))
    above = workspace.settings.confirm_above_usd
    if takes.cost_usd is not None and takes.cost_usd > above:
        raise ApprovalError(
            f"Discovering from {len(sample.contents)} documents takes 1 call and at most about "
            f"{in_words(nanodollars(takes.cost_usd))}, more than may be spent unasked "
            f"(confirm_above_usd is {in_words(nanodollars(above))}).",
            "Run `sift domains discover --approve`, or raise confirm_above_usd.",
        )


def _is_answered(workspace: Workspace, question: Question) -> bool:
    """Say whether the question is not asked any more: it has been answered, or too often badly."""
    kept = Asker(HeldModel(""), StoredAnswers(workspace.store))
    try:
        kept.answer(question, lambda said: read_types(said, workspace.named_domain))
    except UnansweredError as error:
        return error.status is not ChunkStatus.PENDING
    return True
