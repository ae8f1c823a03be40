"""What is made of a graph, for programs: exports, the viewer, answers."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.settings.model import ExportFormat
from sift_assets.library.projects import Call, prepared
from sift_assets.resources.project import SETTINGS_FILE, enter_project

if TYPE_CHECKING:
    from sift_assets.resources.workspace import Workspace
    from sift_assets.workflows.querying import Ask


def run_export(
    output_dir: Path | str, fmt: str = "json", export_path: Path | str | None = None
) -> Path:
    """Write the graph in a format; it is not brought up to date before.

    Args:
        output_dir: The project's folder.
        fmt: `json`, `graphml`, `gexf`, `csv`, `sqlite` or another one of `sift export`.
        export_path: A file, or a folder; without it the exports folder.

    Returns:
        The file, or the folder of several.

    Raises:
        SiftError: There is no such format or no graph yet, or the files cannot be written.
    """
    from sift_assets.workflows.exported_by_hand import write_by_hand
    from sift_assets.workflows.exports import current_content, files_of

    known = [str(form) for form in ExportFormat]
    if fmt.lower() not in known:
        raise ConfigError(f"There is no export format '{fmt}'.", f"Known: {', '.join(known)}.")
    form = ExportFormat(fmt.lower())
    target = Path(export_path).resolve() if export_path is not None else None
    with existing_project(output_dir).opened() as workspace:
        files = files_of(workspace, current_content(workspace, form), form)
        written = write_by_hand(workspace, form, files, target)
    return written[0] if len(written) == 1 else written[0].parent


def run_view(
    output_dir: Path | str,
    to: Path | str | None = None,
    open_browser: bool = True,
    top_n: int | None = None,
    min_confidence: float | None = None,
    source_doc: str | None = None,
    neighborhood: str | None = None,
    depth: int = 1,
    community: str | None = None,
) -> Path:
    """Make a page that shows the graph, whole or a part of it; it is not brought up to date before.

    Args:
        output_dir: The project's folder.
        to: The file; without it one in the exports folder.
        open_browser: Whether the page is opened.
        top_n: Only so many entities with the most relations, and whom they are related to.
        min_confidence: Only what is at least so sure.
        source_doc: Only what a document states.
        neighborhood: Only what is near an entity, an id or a name.
        depth: How many relations away that may be.
        community: Only the members of a community, by its label.

    Returns:
        The page.

    Raises:
        SiftError: What is chosen is not there, or there is no graph yet.
    """
    import webbrowser

    from sift_assets.core.viewing.choice import Choice
    from sift_assets.workflows.viewer import write_page
    from sift_assets.workflows.written_viewer import existing_page

    choice = Choice(
        neighborhood=neighborhood or "",
        depth=depth if neighborhood else 1,
        document=source_doc or "",
        community=community or "",
        min_confidence=min_confidence or 0.0,
        top=top_n or 0,
    )
    target = Path(to).resolve() if to is not None else None
    with existing_project(output_dir).opened() as workspace:
        if choice == Choice() and target is None:
            page = existing_page(workspace)
        else:
            page, _ = write_page(workspace, choice, target)
    if open_browser:
        webbrowser.open(page.absolute().as_uri())
    return page.absolute()


def query(
    output_dir: Path | str,
    entity: str,
    depth: int = 1,
    *,
    limit: int = 20,
    max_tokens: int = 8000,
    **filters: Any,
) -> dict[str, Any]:
    """Return an entity with its relations and neighbours, each fact with the quotes it rests on.

    Args:
        output_dir: The project's folder.
        entity: An id, a name, another name, or a part of a name that only it has.
        depth: How many relations away.
        limit: Items of each list.
        max_tokens: Of the whole answer, about.
        **filters: See `sift_assets.core.query.filters.Filters`, for example `tags=("harbour",)`.

    Returns:
        What `sift query` prints.

    Raises:
        SiftError: Nothing is called so, several things are, or there is no graph yet.
    """
    from sift_assets.core.query import neighbourhood

    ask = partial(neighbourhood.query, name=entity, depth=depth)
    return _answered(output_dir, "query", lambda _: ask, limit, max_tokens, filters)


def search(
    output_dir: Path | str,
    text: str,
    *,
    only: Literal["entities", "passages"] | None = None,
    by_meaning: bool = False,
    limit: int = 20,
    max_tokens: int = 8000,
    **filters: Any,
) -> dict[str, Any]:
    """Return entities by name and passages by words, and by meaning where that is asked for.

    Args:
        output_dir: The project's folder.
        text: A name, a part of one, words, or a question.
        only: One of both.
        by_meaning: Whether what says it in other words is found too, with vectors.
        limit: Items of each list.
        max_tokens: Of the whole answer, about.
        **filters: See `sift_assets.core.query.filters.Filters`.

    Returns:
        What `sift search` prints.

    Raises:
        SiftError: There is nothing to look for, or no graph yet, or no vectors to search by.
    """
    from sift_assets.workflows.querying import searching

    ask = searching(text, only, by_meaning=by_meaning)
    return _answered(output_dir, "search", lambda _: ask, limit, max_tokens, filters)


def info(
    output_dir: Path | str,
    entity: str = "",
    *,
    limit: int = 20,
    max_tokens: int = 8000,
    **filters: Any,
) -> dict[str, Any]:
    """Return what the graph holds in numbers, the types of its domain, and what waits for people.

    Args:
        output_dir: The project's folder.
        entity: An entity, as for `query`: then what is known of it is returned.
        limit: Items of each list.
        max_tokens: Of the whole answer, about.
        **filters: See `sift_assets.core.query.filters.Filters`.

    Returns:
        What `sift info` prints.

    Raises:
        SiftError: Nothing is called so, several things are, or there is no graph yet.
    """
    from sift_assets.core.query.overview import entity_info
    from sift_assets.workflows.project_state import info_of

    if entity:
        ask = partial(entity_info, name=entity)
        return _answered(output_dir, "entity_info", lambda _: ask, limit, max_tokens, filters)
    return _answered(
        output_dir, "info", lambda found: info_of(lambda: found), limit, max_tokens, filters
    )


def _answered(
    output_dir: Path | str,
    name: str,
    ask: "Callable[[Workspace], Ask]",
    limit: int,
    max_tokens: int,
    filters: Mapping[str, Any],
) -> dict[str, Any]:
    from sift_assets.core.query.filters import filters_of
    from sift_assets.core.query.fitting import checked_bounds
    from sift_assets.workflows.querying import Asked, answered

    narrowed, bounds = filters_of(**filters), checked_bounds(limit, max_tokens)
    with existing_project(output_dir).opened() as workspace:
        enter_project(workspace.root, os.environ)  # `replay/<folder>` is looked up from there
        return answered(workspace, Asked(name, ask(workspace), narrowed, bounds))


def existing_project(output_dir: Path | str) -> Call:
    """Return the call of a function that only looks, which makes no project."""
    if not (Path(output_dir) / SETTINGS_FILE).is_file():
        raise ProjectError(f"{output_dir}: no {SETTINGS_FILE} here.", "Give a project's folder.")
    return prepared(output_dir)
