"""From communities and narratives to the report, written for people and for other tools."""

import os
from collections.abc import Mapping

from sift_assets.core.narrative.asking.briefs import Chapter
from sift_assets.core.narrative.records import Report
from sift_assets.core.narrative.rendering import render_narrative, render_report
from sift_assets.core.narrative.rendering_json import (
    communities_json,
    entity_descriptions_json,
    report_json,
)
from sift_assets.core.narrative.report import build_report, told_sentences
from sift_assets.core.narrative.report_method import LOCAL_WRITER, MethodFacts
from sift_assets.core.narrative.report_overview import Told
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.roots import is_promoted
from sift_assets.core.planning.staleness import FAILED, WAITING, waiting_inputs
from sift_assets.core.planning.state import Facts
from sift_assets.core.settings.stages import narrative_stage
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import spine_outcome
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.telling import NARRATIVE_FILES, narrative_file
from sift_assets.workflows.telling_drafts import is_told_by_model
from sift_assets.workflows.telling_overview import ToldOverview, tell_overview
from sift_assets.workflows.telling_parts import State
from sift_assets.workflows.told_graph import load_told_graph
from sift_assets.workflows.written_files import write_files

_LACKS = {State.WAITING: WAITING, State.FAILED: FAILED}
"""Why there is no overview by a language model yet; the local one stands in for it."""

REPORT_FILE = "narrative.md"
"""The report for people, below the exports folder."""


def write_report(
    workspace: Workspace, inputs: dict[str, str], *, limits: str = "", approved: bool = False
) -> Outcome:
    """Write the report and every narrative into the exports folder.

    Of the graph that the communities were found in: a newer one may have been built meanwhile.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `report` reads.
        limits: Version of what may be spent on language models.
        approved: Whether a person has agreed to what asking one costs.

    Raises:
        ProjectError: There are no communities or narratives yet.
        CorruptObjectError: Something it is made from is damaged; the next run makes it anew.
    """
    told = load_told_graph(workspace)
    overview = _overview(workspace, told, approved) if _asks(workspace) else None
    report = _report(workspace, told, overview)
    files = _files(report, told, _links(workspace, told))
    facts: Facts = {"sentences": sum(1 for _ in told_sentences(report)), "files": len(files)}
    facts |= report.counts
    if overview is not None and overview.state in _LACKS:
        facts |= {_LACKS[overview.state]: 1, "reason": overview.reason}
    return spine_outcome(
        "report",
        workspace.store.put(write_files(workspace, "report", files, NARRATIVE_FILES)),
        waiting_inputs(inputs | {"resolved_graph": told.version}, facts, limits),
        facts,
        files={"narrative": workspace.exports_folder / REPORT_FILE},
        tables={
            "files": [
                {"file": str(workspace.exports_folder / name), "bytes": len(files[name])}
                for name in sorted(files)
                if "/" not in name
            ]
        },
    )


def _asks(workspace: Workspace) -> bool:
    return workspace.settings.narrative.overview and is_told_by_model(workspace)


def _overview(workspace: Workspace, told: ToldGraph, approved: bool) -> ToldOverview:
    chapters = [
        Chapter(
            label=told.labels[group.key],
            size=group.size,
            story=told.narratives[group.key].story,
            passages=told.narratives[group.key].passages,
        )
        for group in told.communities.largest_first
        if group.key in told.narratives
    ]
    names = told.graph.entities["name"].to_pylist()
    return tell_overview(workspace, chapters, names, approved=approved)


def _report(workspace: Workspace, told: ToldGraph, overview: ToldOverview | None) -> Report:
    is_told = overview is not None and bool(overview.sentences)
    facts = MethodFacts(
        models=tuple(sorted(set(told.graph.mentions["extractor"].to_pylist()))),
        overview_writer=overview.writer if overview and is_told else LOCAL_WRITER,
    )
    return build_report(
        told.graph,
        told.communities,
        told.narratives,
        told.labels,
        narrative_stage(workspace.settings),
        facts,
        Told(overview.sentences, overview.passages) if overview and is_told else None,
    )


def _links(workspace: Workspace, told: ToldGraph) -> dict[str, str]:
    """Return document key to its file's path relative to the exports folder."""
    keys = told.graph.documents["document"].to_pylist()
    between = os.path.relpath(workspace.documents_folder, workspace.exports_folder)
    links = {key: f"{between}/{document_path(key)}" for key in keys}
    for key in filter(is_promoted, keys):
        links[key] = os.path.relpath(workspace.document_file(key), workspace.exports_folder)
    return links


def _files(report: Report, told: ToldGraph, links: Mapping[str, str]) -> Mapping[str, bytes]:
    """Return file name to content: the report, what tools for sift-kg read, every narrative."""
    above = {key: f"../{path}" for key, path in links.items()}
    narratives = {
        narrative_file(key): render_narrative(one, told.labels[key], report.names, above)
        for key, one in told.narratives.items()
    }
    return {
        REPORT_FILE: render_report(report, links).encode(),
        "narrative.json": report_json(report),
        "communities.json": communities_json(told.communities, told.labels),
        "entity_descriptions.json": entity_descriptions_json(told.narratives.values()),
    } | {name: text.encode() for name, text in narratives.items()}
