"""What happens to the project while the daemon follows it, step by step, and what must follow.

Each step acts and returns what it expects to be materialized and how often the extractor is asked.
A step that disturbs (kills, takes the folder away) brings things back itself.
"""

import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import dagster as dg

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.planning.lineage import (
    CHAIN,
    GRAPH,
    RESOLUTION,
    RESULTS,
    TELLING,
    AssetLineage,
    Partitioning,
)
from sift_assets.resources.instance import has_open_run
from sift_assets_tests.core.decisions.decision_examples import person, said, undo
from sift_assets_tests.whole.daemon_scene import Expected, Scene
from sift_assets_tests.whole.followed_project import NO_TAGS

DOMAIN_FILE, SETTINGS_FILE = "domains/general.yaml", "sift.yaml"
DOMAIN = """
name: Small
system_context: ""
review: {llm: 0.7}
entity_types:
  PERSON: {description: A human being who is named.}
  ORGANIZATION: {description: A company.}
relation_types:
  EMPLOYED_BY:
    description: A person works for an organization.
    source_types: [PERSON]
    target_types: [ORGANIZATION]
    synonyms: [WORKS_FOR]
"""
MANY = {f"many/{number:02}.txt": f"nothing of note, {number}\n" for number in range(12)}
DOCUMENTS = {
    "a.txt": "Ada Varga works for Kestrel Ltd.\n",
    "b.txt": "Karl Meier works for Kestrel Ltd.\n\nAda Varga works for Kestrel Ltd.\n",
    "in/c.md": "Nina Olsen met Karl Meier.\n",
    **MANY,
}
TYPES = ("PERSON", "ORGANIZATION")
ADDED = "Rosa Lund works for Pelagos Ltd.\n"


def documents(*paths: str, assets: Iterable[str] = tuple(CHAIN)) -> Counter[str]:
    """Return the partitions of some documents."""
    return Counter(f"{asset}[{path}]" for asset in assets for path in paths)


def graph(first: str = "corpus") -> Counter[str]:
    """Return everything of the graph from an asset on."""
    return _from(first, GRAPH)


def proposals(first: str = "merge_proposals") -> Counter[str]:
    """Return everything that is proposed of the graph from an asset on."""
    return _from(first, RESOLUTION)


def narratives() -> Counter[str]:
    """Return what is told of the graph, but for what is partitioned by community.

    Which communities there are is another matter; see `test_telling_run`.
    """
    whole = (name for name, one in TELLING.items() if one.partitioning is Partitioning.NONE)
    return Counter(whole)


def files() -> Counter[str]:
    """Return what is told and every asset of files."""
    return narratives() + Counter(list(RESULTS))


def everything() -> Counter[str]:
    """Return what follows when the graph says something else."""
    return graph() + proposals() + files()


def _from(first: str, layer: Mapping[str, AssetLineage]) -> Counter[str]:
    wanted = list(layer)[list(layer).index(first) :]
    by_type = {a for a in wanted if layer[a].partitioning is Partitioning.TYPE}
    types = (f"{asset}[{name}]" for asset in by_type for name in TYPES)
    return Counter([*(asset for asset in wanted if asset not in by_type), *types])


def is_built_from_nothing(_: Scene) -> Expected:
    return Expected(documents(*DOCUMENTS) + everything(), calls=len(DOCUMENTS))


def documents_are_added_copied_and_edited(scene: Scene) -> Expected:
    folder = scene.project.document("")
    shutil.copy(folder / "b.txt", folder / "copy.txt")
    scene.project.write("new.txt", ADDED)
    scene.project.write("a.txt", "Ada Varga works for Pelagos Ltd.\n")
    return Expected(documents("new.txt", "copy.txt", "a.txt") + everything(), calls=2)


def documents_are_renamed_and_moved(scene: Scene) -> Expected:
    folder = scene.project.document("")
    (folder / "new.txt").rename(folder / "renamed.txt")
    (folder / "copy.txt").rename(folder / "in" / "copy.txt")
    return Expected(documents("renamed.txt", "in/copy.txt") + everything())


def a_document_is_deleted(scene: Scene) -> Expected:
    scene.project.document("renamed.txt").unlink()
    return Expected(everything())


def the_document_returns(scene: Scene) -> Expected:
    scene.project.write("renamed.txt", ADDED)
    return Expected(documents("renamed.txt") + everything())


def the_prompt_facet_is_edited(scene: Scene) -> Expected:
    all_there = scene.project.compared().observation.observed.documents
    careful = 'system_context: ""\nextraction_context: careful'
    scene.project.edit(DOMAIN_FILE, 'system_context: ""', careful)
    asked = documents(*all_there, assets=["extractions"])
    told = f"extractions: {len(all_there)} to compute, because domain[prompt] "
    return Expected(asked + everything(), calls=len(set(all_there.values())), told=told)


def the_graph_facet_is_edited(scene: Scene) -> Expected:
    scene.project.edit(DOMAIN_FILE, "synonyms:", "functional: true\n    synonyms:")
    return Expected(graph("knowledge_graph") + proposals() + files())


def the_review_facet_is_edited(scene: Scene) -> Expected:
    scene.project.edit(DOMAIN_FILE, "llm: 0.7", "llm: 0.99")
    told = "resolved_graph: 1 to compute, because domain[review] "
    return Expected(graph("resolved_graph") + proposals("review_queue") + files(), told=told)


def the_resolution_facet_is_edited(scene: Scene) -> Expected:
    scene.project.edit(DOMAIN_FILE, "name: Small", "name: Small\nresolution_context: calm")
    return Expected(proposals() - Counter(["cross_type_proposals"]))


def two_people_are_called_one(scene: Scene) -> Expected:
    decide(scene, said(Act.MERGE, entities=(person("Karl Meier"), person("Nina Olsen"))))
    told = "resolved_graph: 1 to compute, because decisions[merges] "
    return Expected(graph("resolved_graph") + proposals("review_queue") + files(), told=told)


def the_decision_is_undone(scene: Scene) -> Expected:
    """What was there before is looked up: the clean build is the one of before the decision."""
    (merge,) = scene.project.workspace.decisions
    decide(scene, undo(merge, 1))
    return Expected(graph("resolved_graph") + proposals("review_queue") + files())


def decide(scene: Scene, decision: Decision) -> None:
    """Add a decision to the project's log, as a command beside the daemon does."""
    scene.project.workspace.decision_log.append([decision])


def the_size_of_chunks_is_set(scene: Scene) -> Expected:
    all_there = scene.project.compared().observation.observed.documents
    scene.project.edit(SETTINGS_FILE, "domain: general", "domain: general\nchunk_size: 5000")
    asked = documents(*all_there, assets=["extractions"])
    told = f"extractions: {len(all_there)} to compute, because settings[extraction] "
    return Expected(asked + graph(), calls=len(set(all_there.values())), told=told)


def the_domain_is_broken_and_repaired(scene: Scene) -> Expected:
    scene.project.edit(DOMAIN_FILE, "entity_types:", "entity_tpyes:")
    scene.wait_for_tick("Nothing can run")
    scene.project.edit(DOMAIN_FILE, "entity_tpyes:", "entity_types:")
    return Expected()


def somebody_clicks_on_materialize(scene: Scene) -> Expected:
    run = scene.daemon.page.materialize(list(CHAIN), "a.txt")
    done = dg.RunsFilter(run_ids=[run], statuses=[dg.DagsterRunStatus.SUCCESS])
    scene.daemon.wait_until(lambda: bool(scene.project.instance.get_runs(done)), "the click")
    return Expected(documents("a.txt"))


def documents_are_edited_and_copied_in_halves_during_a_run(scene: Scene) -> Expected:
    """The run keeps its layer busy, so that no half is computed, however long that takes."""
    scene.hold_a_run("held.txt")
    whole = "Tom Brandt works for Kestrel Ltd.\n"
    scene.project.write("slow.txt", whole[:20])
    scene.wait_for_report("slow.txt")
    scene.project.write("slow.txt", whole)
    scene.project.write("held.txt", "Olaf Berg works for Tidewell Ltd.\n")
    scene.project.write("b.txt", "Karl Meier works for Tidewell Ltd.\n")
    for path in ("slow.txt", "held.txt", "b.txt"):
        scene.wait_for_report(path)
    scene.let_go()
    computed = documents("held.txt", "held.txt", "b.txt", "slow.txt")
    return Expected(computed + everything(), calls=4)


def the_worker_is_killed_while_it_holds_a_slot(scene: Scene) -> Expected:
    worker = scene.hold_a_run("killed.txt")
    assert scene.project.pool_slots_in_use() == 1
    os.kill(worker, signal.SIGKILL)
    scene.daemon.wait_until(lambda: scene.project.pool_slots_in_use() == 0, "the slot is kept")
    scene.let_go()
    return Expected(documents("killed.txt") + everything(), calls=1)


def the_daemon_is_killed_during_a_run(scene: Scene) -> Expected:
    scene.hold_a_run("left.txt")
    scene.daemon.kill("daemon")
    scene.let_go()
    instance = scene.project.instance
    scene.daemon.wait_until(lambda: not has_open_run(instance, NO_TAGS), "the run does not end")
    scene.daemon.start("daemon")
    return Expected(documents("left.txt") + everything(), calls=1)


def the_power_is_cut_during_a_run(scene: Scene) -> Expected:
    scene.hold_a_run("cut.txt")
    scene.daemon.kill("daemon", "server")
    scene.let_go()
    scene.project.write("b.txt", "Karl Meier works for Norrsund Ltd.\n")
    scene.daemon.start("server", "daemon")
    return Expected(documents("cut.txt", "b.txt") + everything(), calls=2)


def the_folder_vanishes_and_comes_back(scene: Scene) -> Expected:
    folder, away = scene.project.document(""), scene.project.root / "away"
    folder.rename(away)
    scene.wait_for_tick("documents")
    away.rename(folder)
    return Expected()


def most_documents_are_deleted_and_a_person_allows_it(scene: Scene) -> Expected:
    for path in list(MANY)[:11]:
        scene.project.document(path).unlink()
    scene.wait_for_tick("documents are gone at once")
    assert set(MANY) <= set(scene.project.instance.get_dynamic_partitions("documents"))
    scene.project.edit(SETTINGS_FILE, "domain: general", "domain: general\nmass_delete: allow")
    return Expected(graph() + proposals("cross_type_proposals") + files())


STEPS: tuple[Callable[[Scene], Expected], ...] = (
    is_built_from_nothing,
    documents_are_added_copied_and_edited,
    documents_are_renamed_and_moved,
    a_document_is_deleted,
    the_document_returns,
    the_prompt_facet_is_edited,
    the_graph_facet_is_edited,
    the_review_facet_is_edited,
    the_resolution_facet_is_edited,
    two_people_are_called_one,
    the_decision_is_undone,
    the_size_of_chunks_is_set,
    the_domain_is_broken_and_repaired,
    somebody_clicks_on_materialize,
    documents_are_edited_and_copied_in_halves_during_a_run,
    the_worker_is_killed_while_it_holds_a_slot,
    the_daemon_is_killed_during_a_run,
    the_power_is_cut_during_a_run,
    the_folder_vanishes_and_comes_back,
    most_documents_are_deleted_and_a_person_allows_it,
)


def write_inputs(root: Path) -> None:
    """Give a new project the small domain."""
    (root / DOMAIN_FILE).write_text(DOMAIN, encoding="utf-8")
