"""What agents propose: written down for a person, listed until the graph says so."""

from sift_assets.core.query.errors import QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.proposals import AgentProposal, checked, is_settled
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.agent_proposals import AgentProposals
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.querying import INDEX_FILE


def proposals_of(workspace: Workspace) -> AgentProposals:
    """Return the file of proposals of a project."""
    return AgentProposals(workspace.root, workspace.lock_path("agent_proposals"))


def propose(workspace: Workspace, said: AgentProposal) -> AgentProposal:
    """Write down what an agent proposes.

    Args:
        workspace: The open project.
        said: With names as the agent gave them; its revision is filled in.

    Raises:
        QueryError: It names what is not there, or says nothing that can be decided.
    """
    with opened_index(workspace.exports_folder / INDEX_FILE, Filters()) as index:
        of_today = said.model_copy(update={"revision": index.about().revision})
        return proposals_of(workspace).add(lambda known: checked(index, of_today, known))


def open_proposals(workspace: Workspace) -> list[AgentProposal]:
    """Return what agents propose and the graph does not say; all of it where there is no index."""
    known = proposals_of(workspace).read()
    if not known:
        return []
    try:
        with opened_index(workspace.exports_folder / INDEX_FILE, Filters()) as index:
            return [one for one in known if not is_settled(index, one)]
    except QueryError:
        return known
