"""Collecting: an interruption at any removal leaves a store that is sound, only larger."""

import contextlib
from pathlib import Path

import pytest

from sift_assets.core.llm.model import ModelAnswer
from sift_assets.core.records.record import canonical_json, key_of
from sift_assets.resources.store import Store
from sift_assets.workflows.collecting import (
    answer_of,
    answers_among,
    collect,
    manifest_of,
    plan_collection,
)
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder


class KilledError(Exception):
    """Stands for the end of the process."""


def test_an_interruption_at_any_removal_costs_nothing(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch, extractor: NameExtractor
) -> None:
    built.document("twice.txt").unlink()
    assert built.run().succeeded
    versions, workspace, unlink = built.versions(), built.workspace, Path.unlink
    planned = plan_collection(workspace)
    removals = len(planned.objects) + len(planned.results)
    assert removals > 5
    for _ in range(removals):
        left = iter(range(1))

        def killed(path: Path, missing_ok: bool = False) -> None:
            if next(left, None) is None:  # noqa: B023 - called within this turn of the loop
                raise KilledError
            unlink(path, missing_ok=missing_ok)

        with monkeypatch.context() as patch, contextlib.suppress(KilledError):
            patch.setattr(Path, "unlink", killed)
            collect(workspace, plan_collection(workspace))
        stored = {file.version for file in workspace.store.objects()}
        assert {row.version for row in workspace.store.results()} <= stored
    assert plan_collection(workspace).objects == ()
    report = built.run()
    assert (report.documents, report.assets, extractor.seen) == (0, [], [])
    assert built.versions() == versions


def test_an_answer_and_a_manifest_are_told_by_their_form(tmp_path: Path) -> None:
    store = Store(tmp_path)
    answer = ModelAnswer(text="{}", model="m")
    version = store.keep(key_of("answer"), answer.to_bytes())
    other = store.keep(key_of("other"), canonical_json({"text": "{}", "title": ""}))
    store.keep(key_of("tables"), bytes(range(256)))
    assert list(answers_among(store, store.results())) == [version]
    assert answer_of(store, version) == answer
    assert (answer_of(store, other), manifest_of(store, other)) == (None, None)
    store.path_of(version).write_bytes(b"damaged")
    assert answer_of(store, version) is None
    assert store.path_of(version).exists()
