"""Opening what asks the configured language model, with the project's store, ledger and pace."""

from sift_assets.core.extraction.llm.asking import Asker
from sift_assets.resources.extractors import open_asker
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.shared_pace import PACE_FILE
from sift_assets.resources.workspace import Workspace


def project_asker(workspace: Workspace, stage: str) -> Asker:
    """Open the model that extracts for questions of another stage.

    Args:
        workspace: The open project.
        stage: What the calls are for.

    Raises:
        ConfigError: Nobody knows the provider of the configured model.
        ModelKeyError: The key of the configured model is not in the environment.
    """
    ledger = project_ledger(workspace.root, workspace.settings, stage)
    pace_file = workspace.local_folder / PACE_FILE
    return open_asker(workspace.settings, workspace.store, ledger, pace_file, stage)
