from types import SimpleNamespace
from typing import Any

import dagster as dg
import pytest

from sift_assets.resources.celery_workers import CELERY_TASK_TAG, abandoned_runs


class Celery:
    """What is asked of Celery: states of tasks, and which worker has which.

    Args:
        told: Task to its state and what is told of it, look by look; the last one stays.
        has: Worker that answers to the tasks that it has.
    """

    def __init__(self, told: dict[str, list[tuple[str, Any]]], has: dict[str, list[str]]) -> None:
        self._told, self._has = told, has
        self.asked: list[tuple[list[str], list[str]]] = []
        self.control = self

    def AsyncResult(self, task: str) -> Any:  # noqa: N802 - Celery's name
        looks = self._told[task]
        state, info = looks.pop(0) if len(looks) > 1 else looks[0]
        return SimpleNamespace(state=state, info=info)

    def inspect(self, *, destination: list[str], timeout: float, limit: int) -> Any:
        assert timeout > 0
        assert limit == len(destination)

        def query_task(*tasks: str) -> Any:
            self.asked.append((destination, sorted(tasks)))
            answers = {name: self._has[name] for name in destination if name in self._has}
            known = {name: {t: ["active", {}] for t in has} for name, has in answers.items()}
            return known or None  # as Celery does when nobody answers

        return SimpleNamespace(query_task=query_task)


def begun(worker: str) -> tuple[str, Any]:
    return "STARTED", {"pid": 1, "hostname": worker}


def run(task: str | None, number: int = 1) -> dg.DagsterRun:
    tags = {} if task is None else {CELERY_TASK_TAG: task}
    return dg.DagsterRun(
        job_name="built", run_id=f"{number:08}-0000-4000-8000-000000000000", tags=tags
    )


def abandoned(celery: Any, *runs: dg.DagsterRun) -> list[dg.DagsterRun]:
    instance: Any = SimpleNamespace(run_launcher=SimpleNamespace(celery=celery))
    return abandoned_runs(instance, runs)


def test_a_run_is_abandoned_when_its_worker_does_not_know_it_or_does_not_answer() -> None:
    told = {"kept": [begun("a@1")], "lost": [begun("b@2")], "away": [begun("c@3")]}
    celery = Celery(told, has={"a@1": ["kept"], "b@2": []})
    runs = [run(task, number) for number, task in enumerate(told)]
    assert abandoned(celery, *runs) == runs[1:]
    assert celery.asked == [(["a@1", "b@2", "c@3"], ["away", "kept", "lost"])]


@pytest.mark.parametrize(
    "told",
    [("PENDING", None), ("SUCCESS", 0), ("FAILURE", RuntimeError("lost")), ("STARTED", None)],
    ids=["waits", "has ended", "was killed below a living worker", "begun by nobody knows whom"],
)
def test_a_run_that_is_in_nobodys_hands_is_left_alone_and_nobody_is_asked(
    told: tuple[str, Any],
) -> None:
    celery = Celery({"one": [told]}, has={})
    assert abandoned(celery, run("one")) == []
    assert celery.asked == []


def test_a_run_that_ends_while_its_worker_is_asked_is_not_abandoned() -> None:
    celery = Celery({"one": [begun("a@1"), ("SUCCESS", 0)]}, has={"a@1": []})
    assert abandoned(celery, run("one")) == []


def test_runs_of_other_launchers_are_nobodys_of_celery() -> None:
    celery = Celery({}, has={})
    assert abandoned(celery, run(None)) == []
    instance: Any = SimpleNamespace(run_launcher=object())
    assert abandoned_runs(instance, [run("one")]) == []
    assert celery.asked == []
