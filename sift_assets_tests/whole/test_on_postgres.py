"""A whole project on a real Postgres: its tables, its locks and Dagster's own storage."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import dagster as dg
import psycopg
import pytest
import yaml

from sift_assets.core.errors import ConfigError
from sift_assets.defs.reconciling import InstanceEvents
from sift_assets.resources.dagster_internals import (
    DATA_VERSION_TAG,
    EVENTS_AT_ONCE,
    head,
    partition_heads,
)
from sift_assets.resources.database import DAGSTERS_SCHEME, SCHEME
from sift_assets.resources.event_tables import index_file, is_in_postgres
from sift_assets.resources.instance import START_TAG, close_orphans, process_tags, project_instance
from sift_assets.resources.moments import PID_TAG
from sift_assets.resources.postgres import close_idle
from sift_assets.resources.postgres_locks import close_living
from sift_assets_tests.cli.calling import call
from sift_assets_tests.conftest import set_apart
from sift_assets_tests.fakes.dagster_ui import FRESH, dagster_ui
from sift_assets_tests.fakes.postgres_server import PostgresServer
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed, made_project

SCHEMA = "norrsund"

DOCUMENTS = {
    "letter.txt": "Ada Varga met Karl Meier in the harbour.\n",
    "notes.md": "# Notes\n\nKarl Meier works for Pelagos Ltd.\n",
}

SECRET = "secret.txt"

POSTGRES_STORAGE = {"postgres": {"postgres_url": {"env": "SIFT_DATABASE"}}}


@dg.job
def idle() -> None:
    """A job that is never run."""


@dataclass
class Kept:
    """What the tests of this module share, one after the other.

    Attributes:
        folder: The project.
        address: Of its database.
    """

    folder: ProjectFolder
    address: str

    def query(self, query: str) -> list[str]:
        """Ask the database."""
        with closing(psycopg.connect(self.address)) as connection:
            return [row[0] for row in connection.execute(query.encode()).fetchall()]


@pytest.fixture(scope="module")
def kept(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    postgres.do("CREATE DATABASE whole")
    root = tmp_path_factory.mktemp("whole") / "project"
    address = postgres.address("whole")
    with set_apart(root.parent), pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIFT_DATABASE", address.replace(SCHEME, DAGSTERS_SCHEME))
        project = ProjectFolder(made_project(root, DOCUMENTS))
        with (root / "sift.yaml").open("a", encoding="utf-8") as settings:
            settings.write(f"\ndatabase_schema: {SCHEMA}\nexport_formats: [json]\n")
        said = yaml.safe_load((root / "dagster.yaml").read_text(encoding="utf-8"))
        said["storage"] = POSTGRES_STORAGE
        (root / "dagster.yaml").write_text(yaml.safe_dump(said), encoding="utf-8")
        with project.opened():
            assert project.run().succeeded
            yield Kept(project, address)
        close_idle()
        close_living()


def test_a_project_runs_and_leaves_no_database_file_of_its_own(kept: Kept) -> None:
    project = kept.folder
    assert project.plan().nothing_to_do
    assert b"Ada Varga" in project.exports()["graph.json"]
    assert (index_file(project.root), is_in_postgres(project.root)) == (None, True)
    below = [*project.root.glob("**/*.sqlite*"), *project.root.glob("**/*.db*")]
    assert [file for file in below if "exports" not in file.parts] == []
    assert not list(project.root.glob("**/*.lock"))
    tables = "SELECT tablename FROM pg_tables WHERE schemaname LIKE 'norrsund%' ORDER BY 1"
    assert {"attempts", "provenance", "sift_tables"} <= set(kept.query(tables))


def test_an_edit_recomputes_what_hangs_on_it_and_nothing_else(kept: Kept) -> None:
    project = kept.folder
    before = project.versions()
    project.write("notes.md", "# Notes\n\nRosa Lund works for Pelagos Ltd.\n")
    project.write(SECRET, "Zelda Quist works for Pelagos Ltd.\n")
    assert project.run().succeeded
    after = project.versions()
    texts = {name for name in changed(before, after) if name.startswith("document_texts")}
    assert texts == {"document_texts[notes.md]", f"document_texts[{SECRET}]"}
    assert call("-C", project.root, "status").code == 0


def test_versions_in_bulk_are_those_that_dagster_tells_one_by_one(kept: Kept) -> None:
    instance = kept.folder.instance
    keys = sorted(instance.get_dynamic_partitions("documents"))
    heads = partition_heads(instance, "extractions", [*keys, "never"])
    assert sorted(heads) == keys
    for key in keys:
        (record,) = instance.fetch_materializations(
            dg.AssetRecordsFilter(dg.AssetKey("extractions"), asset_partitions=[key]), limit=1
        ).records
        tags = (record.asset_materialization and record.asset_materialization.tags) or {}
        assert tuple(heads[key]) == (tags[DATA_VERSION_TAG], record.storage_id)
    assert partition_heads(instance, "extractions", [str(n) for n in range(501)]) == {}
    found = head(instance, "corpus")
    assert found is not None
    assert InstanceEvents(instance).version("corpus") == found.version
    assert int(EVENTS_AT_ONCE) > 1


def test_dagsters_own_pages_show_it_fresh(kept: Kept) -> None:
    with dagster_ui(kept.folder.instance) as pages:
        assert pages.stale() == {}
        assert pages.partition("extractions", "notes.md")[0] == FRESH


def test_a_run_of_another_machine_is_left_alone_while_its_process_lives(kept: Kept) -> None:
    instance, mine = kept.folder.instance, process_tags()
    dead = {**mine, PID_TAG: "1", START_TAG: "1", "sift/boot_id": "another machine's"}
    started = dg.DagsterRunStatus.STARTED
    living = instance.create_run_for_job(idle, tags=mine, status=started)
    gone = instance.create_run_for_job(idle, tags=dead, status=started)
    assert close_orphans(instance) == (gone.run_id,)
    close_living()
    assert close_orphans(instance) == (living.run_id,)


def test_old_runs_go_and_what_they_recorded_that_still_counts_stays(kept: Kept) -> None:
    project = kept.folder
    with closing(psycopg.connect(kept.address, autocommit=True)) as connection:
        connection.execute("UPDATE runs SET end_time = end_time - 86400 * 40")
    versions, runs = project.versions(), project.runs()
    assert call("-C", project.root, "gc", "--runs", "50", "--json").json["runs"] == 0
    found = call("-C", project.root, "gc", "--runs", "30", "--json").json["runs"]
    assert 0 < found < runs
    assert call("-C", project.root, "gc", "--runs", "30", "--apply", "--json").json["applied"]
    assert project.runs() == runs - found
    assert project.versions() == versions


def test_what_is_forgotten_is_in_no_table_of_ours_or_of_dagsters_but_by_its_key(
    kept: Kept,
) -> None:
    project = kept.folder
    assert b"Zelda" in b"".join(project.exports().values())
    ended = call("-C", project.root, "forget", SECRET, "--delete-file", "--yes", "--json")
    assert ended.code == 0, ended.err
    for schema in kept.query("SELECT schemaname FROM pg_tables WHERE tablename = 'provenance'"):
        query = f"SELECT partition FROM {schema}.provenance"  # noqa: S608 - a name of ours
        assert SECRET not in kept.query(query)
    assert [row for row in kept.query("SELECT event FROM event_logs") if "Zelda" in row] == []
    assert b"Zelda" not in b"".join(project.exports().values())
    assert call("-C", project.root, "fsck", "--json").json["faults"] == []


def test_an_address_that_dagster_cannot_use_is_refused_with_the_one_that_it_can(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_DATABASE", kept.address)
    with (
        pytest.raises(ConfigError, match=r"dagster.yaml: .*begin with postgresql\+psycopg2://"),
        project_instance(kept.folder.root),
    ):
        pytest.fail("opened")
