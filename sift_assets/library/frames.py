"""The graph as pandas data frames, for notebooks."""

from pathlib import Path
from typing import TYPE_CHECKING

from sift_assets.core.settings.model import ExportFormat
from sift_assets.library.results import existing_project

if TYPE_CHECKING:
    import pandas as pd


def data_frames(output_dir: Path | str) -> "dict[str, pd.DataFrame]":
    """Return the tables of the graph, every decision applied; it is not brought up to date before.

    Args:
        output_dir: The project's folder.

    Returns:
        Name to frame, the tables and columns of the `parquet` export: `entities`, `relations`,
        `mentions`, `evidence` and more. Columns keep Arrow's types, so an absent number does not
        become a float, and nothing is rounded; lists are lists.

    Raises:
        SiftError: There is no project or no graph yet.
    """
    import pandas as pd

    from sift_assets.workflows.exports import current_content

    with existing_project(output_dir).opened() as workspace:
        tables = current_content(workspace, ExportFormat.PARQUET).tables
    return {name: table.to_pandas(types_mapper=pd.ArrowDtype) for name, table in tables.items()}
