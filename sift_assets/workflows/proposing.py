"""What agents propose: written down for a person, shown beside the queue, no input of any asset."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.folding import counting
from sift_assets.core.domain.facets import graph_facet
from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.planning.keys import document_key
from sift_assets.core.planning.state import Provenance
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.proposals import (
    MOST_PASSAGES,
    SaidPassage,
    check_unanswered,
    checked,
    is_settled,
    place_of,
)
from sift_assets.core.records.text import DocumentText
from sift_assets.core.review.agent_proposal import AgentProposal, NamedPassage
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.agent_proposals import AgentProposals
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.querying import INDEX_FILE

if TYPE_CHECKING:
    from sift_assets.core.review.records import OpenProposal
    from sift_assets.core.review.said import Grounds


def proposals_of(workspace: Workspace) -> AgentProposals:
    """Return the file of proposals of a project."""
    return AgentProposals(workspace.root, workspace.lock_path("agent_proposals"))


def propose(
    workspace: Workspace, said: AgentProposal, passages: Sequence[SaidPassage] = ()
) -> AgentProposal:
    """Write down what an agent proposes.

    Args:
        workspace: The open project.
        said: With names as the agent gave them; its revision is filled in.
        passages: Where the agent says that it is stated.

    Raises:
        QueryError: It names what is not there, says nothing that can be decided, or was answered.
    """
    types, answers = type_map(graph_facet(workspace.domain)), _answers(workspace)
    with opened_index(workspace.exports_folder / INDEX_FILE, Filters()) as index:
        filled = {
            "revision": index.about().revision,
            "passages": _places(workspace, passages),
        }
        of_today = said.model_copy(update=filled)

        def is_past(one: AgentProposal) -> bool:
            return one.id in answers or is_settled(index, one)

        def look(known: list[AgentProposal]) -> AgentProposal:
            still = [one for one in known if not is_past(one)]
            proposal = checked(index, of_today, still, types)
            check_unanswered(proposal, answers.get(proposal.id))
            return proposal

        return proposals_of(workspace).add(look, is_past)


def open_proposals(workspace: Workspace) -> list[AgentProposal]:
    """Return what nobody has answered and the graph does not say; quick, without the graph itself.

    All that is unanswered where there is no index. Who reviews is told of more that is not open,
    see `core.review.proposed.why_closed`.
    """
    known = proposals_of(workspace).read()
    answers = _answers(workspace) if known else {}
    unanswered = [one for one in known if one.id not in answers]
    if not unanswered:
        return []
    try:
        with opened_index(workspace.exports_folder / INDEX_FILE, Filters()) as index:
            return [one for one in unanswered if not is_settled(index, one)]
    except QueryError:
        return unanswered


def proposed_items(workspace: Workspace, grounds: "Grounds") -> "tuple[OpenProposal, ...]":
    """Return what agents propose, as a person is shown it, oldest first; also what is not open."""
    known = proposals_of(workspace).read()
    if not known:
        return ()
    from sift_assets.core.review.proposed import with_evidence

    return with_evidence(known, grounds, _texts(workspace))


def _answers(workspace: Workspace) -> dict[str, Decision]:
    """Return the id of each proposal that a person has answered to the decision that does."""
    found = counting(workspace.read_decisions.decisions)
    return {one.proposal: one for one in found if one.proposal}


def _places(workspace: Workspace, said: Sequence[SaidPassage]) -> tuple[NamedPassage, ...]:
    if len(said) > MOST_PASSAGES:
        raise QueryError(Code.BAD_PROPOSAL, f"Name {MOST_PASSAGES} passages at most.")
    found: list[NamedPassage] = []
    text_of = _texts(workspace)
    for one in said:
        keys = (one.document, document_key(one.document))
        texts = ((key, text) for key in keys if (text := text_of(key)) is not None)
        key, text = next(texts, ("", None))
        if text is None:
            raise QueryError(Code.BAD_PROPOSAL, f"There is no document {one.document!r}.")
        found.append(place_of(text.text, one, key))
    return tuple(found)


def _texts(workspace: Workspace) -> Callable[[str], DocumentText | None]:
    """Return what gives the latest text of a document, None where there is none to be read."""

    @cache
    def versions() -> dict[str, Provenance]:
        return workspace.provenance.read("document_texts")

    @cache
    def text_of(document: str) -> DocumentText | None:
        entry = versions().get(document)
        try:
            data = workspace.store.get(entry.version) if entry else None
        except CorruptObjectError:
            return None
        return DocumentText.from_bytes(data) if data is not None else None

    return text_of
