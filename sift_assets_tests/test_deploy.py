"""What is under `deploy/`: everything it names exists, and its tools accept it."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml
from click.testing import CliRunner

from sift_assets.resources.celery_workers import CELERY_TASK_TAG
from sift_assets_tests.fakes.deployed import DEPLOY, deployed, service_command

REPOSITORY = DEPLOY.parent
COMPOSE: dict[str, Any] = deployed("compose.yaml")
OURS = {name for name, one in COMPOSE["services"].items() if one["image"] == "sift-assets"}
VALUES: dict[str, Any] = deployed("values.yaml")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]

SETTING = re.compile(r"\bSIFT_[A-Z_]+\b")
ELSEWHERE = {"SIFT_DATABASE", "SIFT_PROJECT_FOLDER"}
"""Not settings of ours: the first is read from the environment only, the second is compose's."""


def instance_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Any:
    """Open an instance by `deploy/dagster.yaml`, with these parts of it replaced."""
    monkeypatch.setenv("CELERY_BROKER_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("CELERY_RESULT_BACKEND", "redis://127.0.0.1:1/1")
    described = deployed("dagster.yaml") | changes
    (tmp_path / "dagster.yaml").write_text(yaml.safe_dump(described), encoding="utf-8")
    return dg.DagsterInstance.from_config(str(tmp_path))


def test_compose_accepts_the_file() -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "check_jsonschema"),
            *("--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_dagster_accepts_the_instance_and_launches_by_celery(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = {"sqlite": {"base_dir": str(tmp_path)}}  # the real one: whole/test_celery_workers
    with instance_with(tmp_path, monkeypatch, storage=storage) as instance:
        assert type(instance.run_launcher).__name__ == "CeleryRunLauncher"
        assert instance.run_launcher.supports_check_run_worker_health
        assert instance.run_monitoring_enabled
        assert instance.get_concurrency_config().run_queue_config.max_concurrent_runs == 2


def test_the_instance_is_that_of_a_project_but_for_what_several_machines_need() -> None:
    alone = yaml.safe_load((REPOSITORY / "dagster.yaml").read_text(encoding="utf-8"))
    together = deployed("dagster.yaml")
    changed = {name for name in together if together[name] != alone.get(name)}
    assert changed == {"storage", "run_launcher", "concurrency", "run_monitoring"}
    assert alone.keys() <= together.keys()


def test_as_many_runs_go_on_as_there_are_workers() -> None:
    """One more would wait in the broker, and be given up when it waits for long."""
    wanted = COMPOSE["services"]["worker"]["deploy"]["replicas"]
    concurrency = deployed("dagster.yaml")["concurrency"]
    assert concurrency["runs"]["max_concurrent_runs"] == wanted
    assert concurrency["pools"]["default_limit"] == wanted


def test_the_launcher_marks_runs_as_we_look_for_them() -> None:
    from dagster_celery.tags import DAGSTER_CELERY_TASK_ID_TAG

    assert CELERY_TASK_TAG == DAGSTER_CELERY_TASK_ID_TAG


def test_the_workers_listen_to_the_queue_that_runs_are_put_into() -> None:
    command = service_command("worker")
    queue = deployed("dagster.yaml")["run_launcher"]["config"]["default_queue"]
    assert command[command.index("--queues") + 1] == queue


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_celery_knows_every_option_of_the_workers_command() -> None:
    from celery.bin.celery import celery

    _, *arguments = service_command("worker")
    said = CliRunner().invoke(celery, [*arguments, "--help"])
    assert said.exit_code == 0, said.output
    options = {word for word in arguments if word.startswith("--")}
    assert all(option in said.output for option in options)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_settings_of_celery_are_settings_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    from celery.app.defaults import NAMESPACES, flatten

    monkeypatch.syspath_prepend(str(DEPLOY))
    import dagster_celery_config as own  # type: ignore[import-not-found]

    named = {name for name in vars(own) if not name.startswith("_")}
    assert named == {
        "result_expires", "broker_transport_options", "broker_connection_retry_on_startup",
    }  # fmt: skip
    assert named <= dict(flatten(NAMESPACES)).keys()


@pytest.mark.parametrize("name", sorted(OURS - {"prepare"}))
def test_every_command_is_one_that_the_image_brings(name: str) -> None:
    installed = {one.name for one in entry_points(group="console_scripts")}
    assert service_command(name)[0] in installed


@pytest.mark.parametrize("file", ["compose.yaml", "values.yaml", "compose.env", "Dockerfile"])
def test_every_setting_that_is_named_is_one_of_ours(file: str) -> None:
    from sift_assets.core.settings.loading import read_settings

    named = set(SETTING.findall((DEPLOY / file).read_text(encoding="utf-8"))) - ELSEWHERE
    values = {"SIFT_PARTITIONS_SHARDS": "64", "SIFT_DATABASE_SCHEMA": "sift"}
    given = {name: values.get(name, "s3://sift/project") for name in named}
    for name, value in given.items():
        plain, changed = (read_settings("", "sift.yaml", found) for found in ({}, {name: value}))
        assert plain != changed, name


def test_every_password_is_asked_for_and_none_stands_in_the_file() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{([A-Z_]+):\?\}", text))
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "compose.env").read_text("utf-8"), re.M))
    assert asked == {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "OBJECTS_PASSWORD"} == given
    assert "PASSWORD: sift" not in text


def test_nothing_but_the_pages_is_reached_from_outside() -> None:
    ports = {name: one["ports"] for name, one in COMPOSE["services"].items() if "ports" in one}
    assert ports == {"webserver": ["127.0.0.1:3000:3000"]}


def test_the_pages_find_the_code_where_it_listens() -> None:
    (origin,) = deployed("workspace.yaml")["load_from"]
    command = service_command("code")
    assert origin["grpc_server"]["host"] == "code"
    assert str(origin["grpc_server"]["port"]) == command[command.index("--port") + 1]
    assert command[command.index("--module-name") + 1] == "sift_assets.definitions"


def test_the_image_installs_as_the_makefile_does() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    (model,) = re.findall(r"^MODEL\s+:= (.+)$", makefile, re.M)
    assert f"echo '{model}'" in DOCKERFILE
    assert "--no-deps --require-hashes -r model.txt" in DOCKERFILE
    (extras,) = re.findall(
        r'pip install --no-cache-dir --constraint constraints.txt "\.\[(.+)\]"', DOCKERFILE
    )
    assert set(extras.split(",")) <= PROJECT["optional-dependencies"].keys()
    assert {"celery", "postgres", "s3"} <= set(extras.split(","))


def test_the_image_copies_what_the_wheel_is_made_of_and_its_context_lets_it() -> None:
    copied = {
        word for line in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.M) for word in line.split()
    }
    let_in = re.findall(r"^!(.+)$", (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8"), re.M)
    assert copied == set(let_in)
    assert all((REPOSITORY / name).exists() for name in copied)


def test_the_images_environment_is_that_of_the_project() -> None:
    assert re.search(r"^WORKDIR /project$", DOCKERFILE, re.M)
    mounted = COMPOSE["services"]["worker"]["volumes"]
    assert mounted == [
        "${SIFT_PROJECT_FOLDER:-project}:/project",
        "./dagster.yaml:/project/dagster.yaml:ro",
    ]
    assert "DAGSTER_HOME=/project" in DOCKERFILE
    assert VALUES["global"]["dagsterHome"] == "/project"


def test_the_charts_runs_get_what_the_code_gets() -> None:
    (deployment,) = VALUES["dagster-user-deployments"]["deployments"]
    assert deployment["includeConfigInLaunchedRuns"] == {"enabled": True}
    composed = COMPOSE["services"]["code"]["environment"]
    same = ("SIFT_DATABASE_SCHEMA", "SIFT_STORE", "SIFT_PARTITIONS_SHARDS")
    assert {name: deployment["env"][name] for name in same} == {n: composed[n] for n in same}
    assert deployment["image"]["tag"] == PROJECT["version"]
    assert "--module-name sift_assets.definitions" in " ".join(deployment["dagsterApiGrpcArgs"])
    assert VALUES["runLauncher"]["type"] == "K8sRunLauncher"


def test_the_bucket_is_made_by_the_line_that_prepares(tmp_path: Path) -> None:
    from sift_assets_tests.fakes.object_server import client_of, running_object_server

    (script,) = (w for w in service_command("prepare") if "makedirs" in w)
    (line,) = re.findall(r'python -c "(.+)"', script)
    with running_object_server() as credentials:
        for _ in range(2):  # it may be there already
            done = subprocess.run(
                [sys.executable, "-c", line],
                env={**os.environ, **credentials},
                cwd=tmp_path,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        with client_of(credentials) as client:
            names = {bucket["Name"] for bucket in client.list_buckets()["Buckets"]}
    assert COMPOSE["services"]["code"]["environment"]["SIFT_STORE"].split("/")[2] in names


def test_the_document_tells_of_every_file() -> None:
    told = (REPOSITORY / "docs" / "deploying.md").read_text(encoding="utf-8")
    names = sorted(file.name for file in DEPLOY.iterdir() if file.is_file())
    assert [name for name in names if name not in told] == []
