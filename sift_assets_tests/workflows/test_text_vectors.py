"""Vectors of texts are a cache: each text is encoded once, and what no index asks for is gone."""

from pathlib import Path

import pytest

from sift_assets.core.query.meaning import packed
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.text_vectors import FILE, TextVectors, drop_vectors
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.tiny_encoder import TinyEncoder

TEXTS = ["a quiet harbour", "Ada", "Ada", "", "Łódź \udcff"]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(made_project(tmp_path / "project", {}), environment={})


def test_each_text_is_encoded_once_in_whatever_order_it_is_asked_for(workspace: Workspace) -> None:
    encoder = TinyEncoder()
    first = TextVectors(workspace, encoder)
    assert first.packed(TEXTS) == packed(TinyEncoder().encode(TEXTS))
    assert first.packed([]) == b""
    first.keep_used()
    again = TextVectors(workspace, encoder)
    assert again.packed(TEXTS[::-1]) == packed(TinyEncoder().encode(TEXTS[::-1]))
    assert encoder.encoded == list(dict.fromkeys(TEXTS))


def test_what_has_not_been_asked_for_is_not_kept(workspace: Workspace) -> None:
    for asked in (TEXTS, ["Ada"], []):
        vectors, encoder = TextVectors(workspace, TinyEncoder()), TinyEncoder()
        vectors.packed(asked)
        vectors.keep_used()
        TextVectors(workspace, encoder).packed(TEXTS)
        assert set(encoder.encoded) == set(TEXTS) - set(asked)
        TextVectors(workspace, TinyEncoder()).packed(TEXTS)
    drop_vectors(workspace)
    drop_vectors(workspace)
    assert not (workspace.local_folder / FILE).exists()


def test_a_run_that_is_stopped_keeps_what_it_has_encoded(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sift_assets.workflows.text_vectors.PORTION", 2)
    stopped = TinyEncoder()
    encode = stopped.encode
    monkeypatch.setattr(
        stopped, "encode", lambda texts: encode(texts) if "c" not in texts else 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        TextVectors(workspace, stopped).packed(["a", "b", "c"])
    encoder = TinyEncoder()
    TextVectors(workspace, encoder).packed(["a", "b", "c"])
    assert encoder.encoded == ["c"]


def test_a_damaged_file_or_one_of_another_encoder_is_none(workspace: Workspace) -> None:
    kept = TextVectors(workspace, TinyEncoder())
    kept.packed(TEXTS)
    kept.keep_used()
    file = workspace.local_folder / FILE
    whole = file.read_bytes()
    for damaged in (
        whole[:-1],
        b"?" + whole[1:],
        whole.replace(b" ", b" 1", 1),
        b"",
        b"\n",
        b"a b",
    ):
        file.write_bytes(damaged)
        encoder = TinyEncoder()
        TextVectors(workspace, encoder).packed(["Ada"])
        assert encoder.encoded == ["Ada"]
    file.write_bytes(whole)
    other = TinyEncoder("tiny 2")
    TextVectors(workspace, other).packed(["Ada"])
    assert other.encoded == ["Ada"]
