"""A language model writes the overview that begins a report, from what is told of communities."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sift_assets.core.errors import ModelError
from sift_assets.core.llm.tally import Tally
from sift_assets.core.narrative.asking.briefs import Chapter, overview_brief
from sift_assets.core.narrative.asking.questions import Kind
from sift_assets.core.narrative.records import Passage, Sentence
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.telling_parts import Author, Part, PartText, State


@dataclass(frozen=True)
class ToldOverview:
    """What came of telling.

    Attributes:
        sentences: The overview; empty where the local writer's has to stand in for it.
        passages: Those that it cites, by id.
        writer: The model that really wrote, empty when none did.
        rewritten: Sentences that were written once more because they did not hold.
        dropped: Sentences that were left out because they did not hold then either.
        state: How it ended.
        reason: Why it is not told; no text of a document.
        tally: What was asked.
    """

    sentences: tuple[Sentence, ...]
    passages: dict[str, Passage]
    writer: str
    rewritten: int
    dropped: int
    state: State
    reason: str
    tally: Tally = field(default_factory=Tally)


def tell_overview(
    workspace: Workspace,
    chapters: Sequence[Chapter],
    names: Iterable[str],
    *,
    approved: bool = False,
) -> ToldOverview:
    """Write the overview of a report, in one question or two; see `telling_by_model.tell_all`.

    Args:
        workspace: The open project.
        chapters: What is told of each community, by descending size.
        names: Every name that occurs in it.
        approved: Whether a person has agreed to the cost.

    Raises:
        ConfigError: Nobody knows the provider of the configured model.
        StoreError: The ledger or the store cannot be written.
    """
    author = Author.of(workspace)
    part = Part(Kind.OVERVIEW, overview_brief(chapters, names))
    tally = Tally()
    if not part.brief.passages:
        return _overview(part, PartText(State.GIVEN_UP, reason="nothing is told"), tally)
    text = author.kept(part, tally)
    if text.missing.calls:
        too_dear = "" if approved else author.model.too_dear("The overview", text.missing)
        text = PartText(State.WAITING, reason=too_dear) if too_dear else _asked(author, part, tally)
    return _overview(part, text, tally)


def _asked(author: Author, part: Part, tally: Tally) -> PartText:
    try:
        asker = author.model.asker()
    except ModelError as error:
        return PartText(State.FAILED, reason=str(error))
    return author.told(asker, part, tally)


def _overview(part: Part, text: PartText, tally: Tally) -> ToldOverview:
    cites = sorted({cite for sentence in text.held.sentences for cite in sentence.cites})
    return ToldOverview(
        sentences=text.held.sentences,
        passages={one.id: one for one in part.brief.cited(tuple(cites))},
        writer=text.writer,
        rewritten=text.held.rewritten,
        dropped=text.held.dropped,
        state=text.state,
        reason=text.reason,
        tally=tally,
    )
