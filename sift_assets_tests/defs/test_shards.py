"""Documents in shards through Dagster: the same values and the same bytes, told of by shard."""

import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import dagster as dg
import pytest

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.errors import LockedError
from sift_assets.core.planning.lineage import CHAIN, GRAPH, SPINE
from sift_assets.core.planning.plan import MAX_ATTEMPTS
from sift_assets.core.planning.shards import BY_DOCUMENT, partition_of, shard_names
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText
from sift_assets.definitions import defs
from sift_assets.defs import document_run, reporting
from sift_assets.defs.project import Project
from sift_assets.defs.reconciling import InstanceEvents
from sift_assets.defs.run_tags import range_tags
from sift_assets.defs.sensors import watch_documents
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.resources.locks import held
from sift_assets.workflows import document_locks
from sift_assets.workflows.comparing import shard_heads
from sift_assets_tests.conftest import DOCUMENTS, OpenedCopy, set_apart
from sift_assets_tests.defs.test_equivalence_at_once import waiting_run
from sift_assets_tests.defs.test_materializing_by_hand import emitted, materialize
from sift_assets_tests.defs.test_watching import carry_out, names, tick
from sift_assets_tests.fakes.dagster_ui import dagster_ui
from sift_assets_tests.fakes.name_extractor import CRASH, NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, copied_project, made_project
from sift_assets_tests.fakes.waiting_run import SECONDS

SHARDS = 8
KESTREL, NOTES = "contracts/kestrel.txt", "notes.md"
OF_KESTREL, OF_NOTES = "002", "003"
"""Two documents, which lie in two shards."""

BAD = "bad%203.txt"
"""Lies in the second."""

IN_SHARDS = f"partitions: {{shards: {SHARDS}}}"


def in_shards(root: Path) -> ProjectFolder:
    project = ProjectFolder(root)
    project.edit("sift.yaml", "domain: general", f"domain: general\n{IN_SHARDS}")
    return project


@pytest.fixture(scope="module")
def sharded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shards") / "project"
    with set_apart(root.parent), in_shards(made_project(root, DOCUMENTS)).opened() as folder:
        assert folder.run().succeeded
    return root


@pytest.fixture
def sharded(opened_copy: OpenedCopy, sharded_once: Path) -> ProjectFolder:
    """Return a project with documents in shards in which everything is up to date."""
    return opened_copy(sharded_once)


def spans(request: dg.RunRequest) -> tuple[str, str]:
    return request.tags[RANGE_START_TAG], request.tags[RANGE_END_TAG]


def asked_long_ago(project: ProjectFolder) -> None:
    """Let a look not wait for the runs that the one before has asked for."""
    (project.root / ".sift" / "asked.json").unlink()


def told(project: ProjectFolder) -> dict[str, dict[str, str]]:
    return shard_heads(InstanceEvents(project.instance), SHARDS)


def test_a_clean_build_has_the_versions_and_bytes_of_one_with_a_partition_for_each_document(
    sharded: ProjectFolder, built_once: Path, tmp_path: Path
) -> None:
    found, exports = sharded.versions(), sharded.exports()
    shards = {partition_of(key.replace(" ", "%20"), SHARDS) for key in DOCUMENTS}
    for asset, heads in told(sharded).items():
        assert heads.keys() == shards, asset
    assert sharded.instance.get_dynamic_partitions("documents") == []
    with copied_project(built_once, tmp_path / "by document") as by_document:
        assert (by_document.versions(), by_document.exports()) == (found, exports)


def test_changing_to_shards_and_back_pays_nothing_and_changes_no_version(
    built: ProjectFolder, extractor: NameExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "MAX_REPORTS", 3)  # so that a burst takes several looks
    before, exports = built.versions(), built.exports()
    for old, new in (("domain: general", f"domain: general\n{IN_SHARDS}"), (IN_SHARDS, "")):
        built.edit("sift.yaml", old, new)
        assert built.run().succeeded
        assert (built.versions(), built.exports()) == (before, exports)
    assert extractor.seen == []


def test_a_look_asks_for_the_shard_of_an_edit_then_for_the_graph_and_then_for_nothing(
    sharded: ProjectFolder, extractor: NameExtractor
) -> None:
    assert tick(sharded) == ([], "Everything is up to date.")
    before = told(sharded)
    sharded.write(NOTES, "Karl Meier is here.\n")
    tick(sharded)
    (request,), _ = tick(sharded)
    assert names(request) == list(CHAIN)
    assert spans(request) == (OF_NOTES, OF_NOTES)
    with dagster_ui(sharded.instance) as ui:
        moved_input = {f"documents[{OF_NOTES}]"}
        assert ui.partition("document_texts", OF_NOTES) == ("STALE", moved_input)
        assert ui.partition("document_texts", OF_KESTREL) == ("FRESH", set())
    assert carry_out(sharded, request)
    after = told(sharded)
    moved = {(a, s) for a in BY_DOCUMENT for s in after[a] if after[a][s] != before[a].get(s)}
    assert moved == {(asset, OF_NOTES) for asset in BY_DOCUMENT}
    assert extractor.seen == ["Karl Meier is here."]
    while requests := tick(sharded)[0]:
        assert all(carry_out(sharded, request) for request in requests)
    assert tick(sharded) == ([], "Everything is up to date.")


def test_a_deletion_is_told_of_its_shard_and_only_the_graph_is_asked_for(
    sharded: ProjectFolder,
) -> None:
    tick(sharded)
    before = told(sharded)
    sharded.document(NOTES).unlink()
    (request,), _ = tick(sharded)
    assert names(request) == list(GRAPH)
    with dagster_ui(sharded.instance) as ui:
        assert ui.partition("extractions", OF_NOTES) == ("FRESH", set())
        of_shard = {f"{asset}[{OF_NOTES}]" for asset in CHAIN}
        assert ui.stale()["corpus"] == {"document_set", *of_shard}
    after = told(sharded)
    assert all(after[asset].keys() == before[asset].keys() for asset in BY_DOCUMENT)
    assert all(after[asset][OF_NOTES] != before[asset][OF_NOTES] for asset in BY_DOCUMENT)
    sharded.write(NOTES, DOCUMENTS[NOTES])
    assert sharded.run().succeeded
    assert told(sharded) == before


def test_while_a_run_is_at_work_on_a_shard_others_are_asked_for_and_the_graph_waits(
    sharded: ProjectFolder,
) -> None:
    tick(sharded)
    sharded.write(NOTES, "Karl Meier is here.\n")
    sharded.write(KESTREL, "Ada Varga is here.\n")
    tick(sharded)
    job = defs().resolve_implicit_global_asset_job_def()
    open_run = sharded.instance.create_run_for_job(job, status=dg.DagsterRunStatus.STARTED)
    sharded.instance.add_run_tags(open_run.run_id, range_tags(OF_NOTES, OF_NOTES))
    requests, _ = tick(sharded)
    assert [spans(request) for request in requests] == [(OF_KESTREL, OF_KESTREL)]
    assert all(carry_out(sharded, request) for request in requests)
    asked_long_ago(sharded)
    assert tick(sharded) == ([], "Runs are under way.")
    sharded.instance.report_run_canceled(open_run)
    assert [spans(request) for request in tick(sharded)[0]] == [(OF_NOTES, OF_NOTES)]


def test_a_run_over_another_shard_goes_on_beside_one_that_stands_still(
    sharded: ProjectFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held_at_once(path: Path, what: str, **_: object) -> AbstractContextManager[None]:
        return held(path, what, wait_seconds=0, on_wait=print)

    monkeypatch.setattr(document_locks, "held", held_at_once)
    sharded.write(NOTES, "Karl Meier is here.\n")
    with waiting_run(sharded.root, tmp_path / "signals") as process:
        texts = emitted(materialize(sharded, "document_texts", key=OF_KESTREL))
        assert texts == {f"document_texts[{OF_KESTREL}]"}
        with pytest.raises(LockedError, match=f"in use by process {process.pid}"):
            materialize(sharded, "document_texts", key=OF_NOTES)
        (tmp_path / "signals" / "go").touch()
        assert process.wait(timeout=SECONDS) == 0
    assert sharded.plan().nothing_to_do


def test_a_shard_is_told_of_in_counts_and_names_no_document(sharded: ProjectFolder) -> None:
    metadata: dict[str, dict[str, object]] = {}
    for asset in BY_DOCUMENT:
        wanted = dg.AssetRecordsFilter(dg.AssetKey(asset), asset_partitions=[OF_NOTES])
        (record,) = sharded.instance.fetch_materializations(wanted, limit=1).records
        assert record.asset_materialization is not None
        shown = record.asset_materialization.metadata.items()
        metadata[asset] = {name: value.value for name, value in shown}
        assert NOTES not in str(metadata[asset])
    assert metadata["documents"]["documents"] == 1
    texts, extractions = metadata["document_texts"], metadata["extractions"]
    assert (texts["documents"], texts["text"], texts["computed"]) == (1, 1, 1)
    assert (extractions["complete"], extractions["mentions"], extractions["relations"]) == (1, 2, 1)


def test_a_document_that_fails_is_given_up_alone_and_its_shard_is_believed_all_the_same(
    sharded: ProjectFolder, extractor: NameExtractor
) -> None:
    tick(sharded)
    sharded.write("bad 3.txt", f"{CRASH}\n")
    tick(sharded)
    for _look in range(MAX_ATTEMPTS):
        (request,), _ = tick(sharded)
        assert spans(request) == (OF_NOTES, OF_NOTES)
        assert not carry_out(sharded, request)
    assert list(sharded.plan().given_up) == [BAD]
    sharded.write(NOTES, "Karl Meier is here.\n")
    tick(sharded)
    asked_long_ago(sharded)
    (request,), _ = tick(sharded)
    assert carry_out(sharded, request)  # for its neighbour, and not tried with it
    assert extractor.seen == [CRASH] * MAX_ATTEMPTS + ["Karl Meier is here."]
    assert sharded.plan().documents == ()


def test_a_run_that_dies_leaves_its_shard_unbelieved_and_what_it_did_is_looked_up(
    built: ProjectFolder, extractor: NameExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    built.edit("sift.yaml", "domain: general", "domain: general\npartitions: {shards: 1}")
    assert built.run().succeeded
    monkeypatch.setattr(document_run, "TOGETHER", 1)
    for name in DOCUMENTS:
        built.write(name, f"Rosa Lund wrote {name}.\n")
    extract = extractor.extract

    def dying(text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet) -> Extraction:
        if len(extractor.seen) == 2:
            raise KeyboardInterrupt
        return extract(text, chunks, prompt)

    monkeypatch.setattr(extractor, "extract", dying)
    with pytest.raises(KeyboardInterrupt):
        built.run(leave_out=SPINE)
    monkeypatch.setattr(extractor, "extract", extract)
    stale = [item for item in built.plan().documents if item.asset == "extractions"]
    assert [item.because for item in stale] == [("new",)] * len(DOCUMENTS)
    assert built.run(leave_out=SPINE).succeeded
    assert sorted(extractor.seen) == sorted(f"Rosa Lund wrote {name}." for name in DOCUMENTS)


def test_a_lost_store_is_filled_again_and_meanwhile_the_last_graph_stays(
    sharded: ProjectFolder,
) -> None:
    before, exports = sharded.versions(), sharded.exports()
    shutil.rmtree(sharded.root / ".sift")
    asked: list[list[str]] = []
    for _look in range(7):
        requests, _ = tick(sharded)
        asked += [names(request) for request in requests]
        assert all(carry_out(sharded, request) for request in requests)
        assert sharded.exports() == exports
    assert asked[0] == list(CHAIN)
    assert sharded.versions() == before


def test_a_click_on_a_shard_does_all_its_documents_and_changes_no_version(
    sharded: ProjectFolder, extractor: NameExtractor
) -> None:
    before = sharded.versions()
    assert emitted(materialize(sharded, "documents", key=OF_NOTES)) == {f"documents[{OF_NOTES}]"}
    span = (shard_names(SHARDS)[0], shard_names(SHARDS)[-1])
    everything = emitted(materialize(sharded, *CHAIN, span=span))
    assert everything == {f"{a}[{s}]" for a in CHAIN for s in shard_names(SHARDS)}
    assert sharded.versions() == before
    assert sharded.plan().nothing_to_do
    assert extractor.seen == []


def test_a_look_of_a_location_that_was_loaded_with_other_partitions_asks_to_reload_it(
    sharded: ProjectFolder,
) -> None:
    context = dg.build_sensor_context(
        instance=sharded.instance, definitions=defs(), resources={"project": Project()}
    )
    sharded.edit("sift.yaml", IN_SHARDS, "partitions: document")
    reason = watch_documents.evaluate_tick(context).skip_message or ""
    assert reason.startswith("sift.yaml: partitions: have changed since Dagster loaded")
