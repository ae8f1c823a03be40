"""What one edit costs in what is told: communities, their map, narratives, manifest and report.

Without reading, extracting and Dagster: a resolved graph of 10,000 documents is stored, told, and
told once more after one of the documents has changed. Every step is taken as the assets take it.
"""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from sift_assets.core.decisions.applying import resolved
from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.graph.build import DocumentFacts, build_graph
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.extraction import (
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.communities import find_communities, map_communities
from sift_assets.workflows.narrative_manifest import narratives_of_latest
from sift_assets.workflows.outcome import Outcome, Parts
from sift_assets.workflows.report import write_report
from sift_assets.workflows.telling import tell
from sift_assets.workflows.telling_checks import citation_check, membership_check
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

DOCUMENTS, DOCUMENTS_OF_A_CIRCLE = 10_000, 8
"""A circle is who occurs in some documents of one matter; one in 25 relations leads out of it."""

NAMES_OF_A_CIRCLE, NAMES_OF_A_DOCUMENT = 44, 12
"""So many that 10,000 documents name about 50,000."""

ABROAD, DATED = 0.04, 0.3
"""Shares of the relations that lead into another circle, and of the quotes that hold a date."""

LIMIT_SECONDS = 15
"""CPU seconds of all that one edit costs in what is told, of 50,000 entities."""

Step = Callable[[Workspace], None]


def narratives_of_one_edit(scratch: Path) -> list[Figure]:
    """Tell of a graph of 50,000 entities, and again after one of 10,000 documents has changed."""
    project = ProjectFolder(made_project(scratch / "project", {}))
    extractions = {f"{n:05}": circle_extraction(n) for n in range(DOCUMENTS)}
    entities = _store_graph(project.workspace, extractions)
    first = sum(_told(project).values())
    changed = DOCUMENTS // 2
    extractions[f"{changed:05}"] = circle_extraction(changed, relations=NAMES_OF_A_DOCUMENT - 1)
    _store_graph(project.workspace, extractions)
    steps = _told(project)
    what = f"one edit, {entities:,} entities, CPU"
    return [
        Figure(f"telling of {entities:,} entities for the first time, CPU", first, NO_LIMIT, "s"),
        *(Figure(f"{what}: {name}", spent, NO_LIMIT, "s") for name, spent in steps.items()),
        Figure(f"{what}: all that is told", sum(steps.values()), LIMIT_SECONDS, "s"),
    ]


def _told(project: ProjectFolder) -> dict[str, float]:
    """Take every step of the layer, each in a process's fresh workspace; return CPU seconds."""
    spent: dict[str, float] = {}
    for name, step in _STEPS.items():
        workspace = project.workspace
        began = time.process_time()
        with collector_paused():
            step(workspace)
        spent[name] = time.process_time() - began
    return spent


def _communities(workspace: Workspace) -> None:
    graph = workspace.provenance.read("resolved_graph")[""].version
    found = find_communities(workspace, {"resolved_graph": graph} | _SETTINGS)
    _record_parts(workspace, found.made)
    assert membership_check(found).passed


def _map(workspace: Workspace) -> None:
    _record(workspace, map_communities(workspace, _SETTINGS))


def _narratives(workspace: Workspace) -> None:
    told = tell(workspace, {})
    _record_parts(workspace, told.made)
    assert citation_check(told).passed


def _manifest(workspace: Workspace) -> None:
    _record(workspace, narratives_of_latest(workspace))


def _report(workspace: Workspace) -> None:
    _record(workspace, write_report(workspace, {}))


_SETTINGS: dict[str, str] = {"settings[community]": "as they are"}
_STEPS: dict[str, Step] = {
    "communities": _communities,
    "community_map": _map,
    "narratives": _narratives,
    "narrative_manifest": _manifest,
    "report": _report,
}


def _record(workspace: Workspace, outcome: Outcome) -> None:
    workspace.provenance.record(outcome.asset, {"": outcome.provenance})


def _record_parts(workspace: Workspace, made: Parts) -> None:
    asset = made.parts[0].asset
    parts = {part.partition: part.provenance for part in made.parts}
    workspace.provenance.forget(asset, sorted(workspace.provenance.read(asset).keys() - parts))
    workspace.provenance.record(asset, parts | {"": made.whole})


def _store_graph(workspace: Workspace, extractions: dict[str, Extraction]) -> int:
    """Store the resolved graph of some extractions; return how many entities it has."""
    facet = graph_facet(workspace.domain)
    facts = {key: DocumentFacts(title=key) for key in extractions}
    records = ((key, one.to_bytes()) for key, one in extractions.items())
    graph = build_graph(fragments(records, facet), facet, facts)
    whole = resolved(graph, facet, review_facet(workspace.domain), workspace.decisions)
    version = workspace.store.put(whole.to_bytes())
    code = SPINE["resolved_graph"].code_version
    workspace.provenance.record(
        "resolved_graph", {"": Provenance(version=version, code_version=code)}
    )
    return len(whole.entities)


def circle_extraction(number: int, relations: int = NAMES_OF_A_DOCUMENT) -> Extraction:
    """Return what one document states of its circle; the same for one number."""
    chance = Random(number)  # noqa: S311 - a seeded corpus
    circle = number // DOCUMENTS_OF_A_CIRCLE
    within = chance.sample(range(NAMES_OF_A_CIRCLE), NAMES_OF_A_DOCUMENT)
    names = [_name(circle, one) for one in within]
    mentions = [_mention(name, at) for at, name in enumerate(names)]
    stated: list[RelationMention] = []
    for at in range(relations):
        source = names[at]
        target = chance.choice([name for name in names if name != source])
        if chance.random() < ABROAD:
            other = chance.randrange(DOCUMENTS // DOCUMENTS_OF_A_CIRCLE)
            target = _name(other, chance.randrange(NAMES_OF_A_CIRCLE))
            mentions.append(_mention(target, NAMES_OF_A_DOCUMENT + at))
        dated = chance.random() < DATED
        day = f" on {chance.randint(1, 28)} May {chance.randint(1990, 2024)}" if dated else ""
        stated.append(_relation(source, target, at, f"{source} met the people of {target}{day}."))
    return Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor="benchmark",
        mentions=tuple(mentions),
        relations=tuple(stated),
    )


def _name(circle: int, number: int) -> str:
    """Return a name that no other one resembles, as names of one letter and figures do not."""
    chance = Random(circle * NAMES_OF_A_CIRCLE + number)  # noqa: S311 - a seeded name
    word = "".join(chance.choice("bdfgklmnprst") + chance.choice("aeiou") for _ in range(4))
    return f"{word.title()} {_word(circle)}{_word(number)}"


def _word(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number)).title()


def _mention(name: str, place: int) -> Mention:
    quote = Evidence(start=place * 40, end=place * 40 + len(name), quote=name)
    return Mention(type="PERSON", name=name, surface=name, evidence=quote, confidence=0.8)


def _relation(source: str, target: str, place: int, quote: str) -> RelationMention:
    start = 2_000 + place * 200
    return RelationMention(
        type="ASSOCIATED_WITH",
        source=source,
        source_type="PERSON",
        target=target,
        target_type="PERSON",
        evidence=Evidence(start=start, end=start + len(quote), quote=quote),
        confidence=0.7,
    )
