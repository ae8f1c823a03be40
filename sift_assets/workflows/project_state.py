"""What a project says of itself, for `info`: which types it has, and what waits for a person.

Without Arrow and without Dagster, like `querying`.
"""

from collections.abc import Callable

from sift_assets.core.errors import SiftError
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.index import Index
from sift_assets.core.query.overview import info
from sift_assets.core.query.project_state import DomainInForce, ProjectState
from sift_assets.core.query.results import InfoResult
from sift_assets.core.query.searching import Counts
from sift_assets.resources.discovered_domain import NAME as DISCOVERED
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import to_decide
from sift_assets.workflows.proposing import open_proposals
from sift_assets.workflows.querying import Ask

STANDING_IN = "general"
"""The domain whose types the local model takes where its own has none."""


def info_of(opened: Callable[[], Workspace]) -> Ask:
    """Return the question `info` about a graph and about the project that it is of.

    Args:
        opened: Opens the project; called when it is asked, so that its errors are the answer's.
    """

    def ask(index: Index, bounds: Bounds) -> tuple[InfoResult, Counts]:
        return info(index, bounds, project_state(opened()))

    return ask


def project_state(workspace: Workspace) -> ProjectState:
    """Return what a project says of itself now.

    Args:
        workspace: The open project.
    """
    counts = to_decide(workspace).items()
    return ProjectState(
        domain=_domain(workspace),
        to_decide={name: number for name, number in counts if isinstance(number, int)},
        proposed_by_agents=len(open_proposals(workspace)),
    )


def _domain(workspace: Workspace) -> DomainInForce:
    """Return the types in force; a domain that cannot be read keeps nobody from asking."""
    name = workspace.settings.domain
    try:
        domain = workspace.extraction_domain
        return DomainInForce(
            name=name,
            types_of=_other_domain(workspace),
            entity_types=tuple(sorted(domain.entity_types)),
            relation_types=tuple(sorted(domain.relation_types)),
            waits=workspace.missing_domain,
        )
    except SiftError as error:
        return DomainInForce(name=name, problem=str(error))


def _other_domain(workspace: Workspace) -> str:
    if workspace.domain_file_in_force != workspace.domain_file:
        return DISCOVERED
    return "" if workspace.extraction_domain is workspace.domain else STANDING_IN
