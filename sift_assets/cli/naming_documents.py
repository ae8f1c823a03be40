"""Documents as people name them on the command line."""

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import document_key
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.observing import known_documents


def named_document(workspace: Workspace, named: str) -> str:
    """Return the key of a document, given by its path or its key.

    Raises:
        ProjectError: There is none.
    """
    keys = known_documents(workspace)
    key = named if named in keys else document_key(named)
    if key not in keys:
        raise ProjectError(
            f"There is no document `{named}`.", "Give its path below the watched folder."
        )
    return key
