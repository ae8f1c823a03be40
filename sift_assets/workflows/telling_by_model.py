"""A language model tells of communities: each part asked once, within the budget, and checked.

What belongs here: in which order questions of many communities are asked, and whether they are
asked at all. What a narrative consists of is in `telling_drafts`, how one part is asked in
`telling_parts`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial

from sift_assets.core.communities.records import Community
from sift_assets.core.errors import ModelError
from sift_assets.core.extraction.llm.asking import Asker
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.narrative.records import Narrative
from sift_assets.core.planning.estimate import Estimate, estimate, together
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.telling_drafts import Draft, Told, Untold, drafted, outcome
from sift_assets.workflows.telling_parts import Author, PartText, State

PARTS_AHEAD = 8
"""Questions for each call at a time that are asked together, before the first of these communities
is handed on: enough that no call waits long for the last of a community, few enough that results
come steadily."""


def tell(
    workspace: Workspace,
    community: Community,
    previous: Narrative | None = None,
    *,
    approved: bool = False,
) -> Told:
    """Tell of one community; see `tell_all`."""
    return next(tell_all(workspace, [Untold(community, previous)], approved=approved))


def tell_all(
    workspace: Workspace, untold: Sequence[Untold], *, approved: bool = False
) -> Iterator[Told]:
    """Tell of communities with the configured language model, and yield them in their order.

    Where none is configured the local writer tells, at no cost.

    What it was asked before about the same evidence is not asked again. An answer is kept when it
    comes, so a killed process has paid for nothing that the next one pays for. One community that
    cannot be told costs no other.

    Args:
        workspace: The open project.
        untold: The communities.
        approved: Whether a person has agreed to the cost of all of them together.

    Raises:
        ConfigError: Nobody knows the provider of the configured model.
        StoreError: The ledger or the store cannot be written.
    """
    author = Author.of(workspace)
    drafts = [drafted(author, one) for one in untold]
    too_dear = "" if approved else _too_dear(author, drafts)
    if too_dear:
        _end(drafts, PartText(State.WAITING, reason=too_dear))
    if any(draft.missing for draft in drafts):
        yield from _asked(author, drafts)
    else:
        yield from map(outcome, drafts)


def estimated_telling(workspace: Workspace, communities: Iterable[Community]) -> Estimate:
    """Say what telling of communities takes; nothing is asked or written.

    That a sentence does not hold, and is asked for once more, cannot be foreseen.

    Returns:
        The work by key of the community, with its sum and the cost of that.
    """
    author = Author.of(workspace)
    drafts = (drafted(author, Untold(community)) for community in communities)
    works = {draft.untold.community.key: draft.work for draft in drafts}
    asks = any(work.calls for work in works.values())
    return estimate(works, author.model.prices if asks else None)


def _too_dear(author: Author, drafts: Sequence[Draft]) -> str:
    count = sum(bool(draft.missing) for draft in drafts)
    if not count:
        return ""
    work = together(draft.work for draft in drafts)
    return author.model.too_dear(f"Telling of {count} communities", work)


def _asked(author: Author, drafts: Sequence[Draft]) -> Iterator[Told]:
    try:
        asker = author.model.asker()
    except ModelError as error:
        _end(drafts, PartText(State.FAILED, reason=str(error)))
        yield from map(outcome, drafts)
        return
    concurrency = author.model.workspace.settings.concurrency
    with closing(SharedCalls(concurrency)) as calls:
        for wave in _waves(drafts, PARTS_AHEAD * concurrency):
            _ask(author, asker, calls, wave)
            yield from map(outcome, wave)


def _waves(drafts: Sequence[Draft], most: int) -> Iterator[list[Draft]]:
    """Yield drafts in stretches with some questions each."""
    wave: list[Draft] = []
    questions = 0
    for draft in drafts:
        wave.append(draft)
        questions += len(draft.missing)
        if questions >= most:
            yield wave
            wave, questions = [], 0
    if wave:
        yield wave


def _ask(author: Author, asker: Asker, calls: SharedCalls, wave: Sequence[Draft]) -> None:
    places = [(draft, at) for draft in wave for at in draft.missing]
    asked = [partial(author.told, asker, draft.parts[at], draft.tally) for draft, at in places]
    for (draft, at), text in zip(places, calls.made(asked), strict=True):
        draft.texts[at] = text


def _end(drafts: Sequence[Draft], ended: PartText) -> None:
    """Let every part that would have to be asked end the same way, unasked."""
    for draft in drafts:
        for at in draft.missing:
            draft.texts[at] = ended
