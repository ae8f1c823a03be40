"""An index with vectors: when it is made anew, that it has the same bytes, and what it answers."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sift_assets
from sift_assets.agent.tools import Tools
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.resolution.settings import ENCODER_VERSIONS
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.encoders import MODEL_PACKAGE
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.workflows.known import latest
from sift_assets.workflows.querying import INDEX_FILE, freshness, meaning
from sift_assets.workflows.text_vectors import FILE, TextVectors
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor
from sift_assets_tests.fakes.tiny_encoder import TinyEncoder

DOCUMENTS = {
    "letters/one.txt": "Ada Varga works for Kestrel Ltd.\n\nThe harbour was quiet.\n",
    "two.txt": "Karl Meier works for Pelagos Ltd.\n",
}
ADDED = "Ada Varga works for Pelagos Ltd."

DOMAIN = "domain: general"
MINILM = f"{DOMAIN}\nresolution: {{encoder: minilm}}"
"""A line of `sift.yaml`, and one more below it."""

Project = tuple[ProjectFolder, DirectProject]


@pytest.fixture(scope="module")
def reader() -> Iterator[CountingReader]:
    with ReaderProcess(ReaderSettings()) as process:
        yield CountingReader(process)


@pytest.fixture
def encoder(monkeypatch: pytest.MonkeyPatch) -> TinyEncoder:
    """Let `minilm` be an encoder that knows a few words."""
    tiny = TinyEncoder(ENCODER_VERSIONS["minilm"])

    def known(name: str) -> TinyEncoder | None:
        return tiny if name == "minilm" else None

    for place in ("workflows.agent_index.search_encoder", "resources.encoders.search_encoder"):
        monkeypatch.setattr(f"sift_assets.{place}", known)
    monkeypatch.setattr("sift_assets.resources.encoders.encoder_of", lambda _: None)
    return tiny


def project(root: Path, reader: CountingReader, **documents: str) -> Project:
    made_project(root, DOCUMENTS | documents)
    return ProjectFolder(root), DirectProject(root, reader, SteeredExtractor())


def index(made: Project) -> bytes:
    """Bring a project up to date and return its index."""
    folder, steps = made
    steps.run()
    return (folder.workspace.exports_folder / INDEX_FILE).read_bytes()


def stale(made: Project) -> dict[str, tuple[str, ...]]:
    return {one.asset: one.because for one in freshness(made[0].workspace).stale}


def test_another_encoder_makes_the_index_anew_and_what_else_shapes_proposals_does_not(
    tmp_path: Path, reader: CountingReader, encoder: TinyEncoder
) -> None:
    made = project(tmp_path / "project", reader)
    plain = index(made)
    assert encoder.encoded == []
    made[0].edit("sift.yaml", DOMAIN, MINILM)
    assert stale(made) == {"agent_index": ("settings[search]",)}
    with_vectors = index(made)
    assert latest(made[0].workspace, "agent_index").facts["encoder"] == encoder.version
    assert set(encoder.encoded) >= {"ada varga", "kestrel ltd", DOCUMENTS["two.txt"].strip()}
    made[0].edit("sift.yaml", "encoder: minilm", "encoder: minilm, propose_from: 0.5")
    assert stale(made) == {}
    assert index(made) == with_vectors
    assert (made[0].workspace.local_folder / FILE).is_file()
    made[0].edit("sift.yaml", "encoder: minilm", "encoder: ngrams")
    assert index(made) == plain
    assert not (made[0].workspace.local_folder / FILE).exists()


def test_an_index_made_step_by_step_has_the_bytes_of_one_made_at_once_and_encodes_what_is_new(
    tmp_path: Path, reader: CountingReader, encoder: TinyEncoder
) -> None:
    at_once = project(tmp_path / "at once", reader, **{"new.txt": ADDED})
    at_once[0].edit("sift.yaml", DOMAIN, MINILM)
    whole = index(at_once)
    made = project(tmp_path / "project", reader)
    made[0].edit("sift.yaml", DOMAIN, MINILM)
    before = index(made)
    encoder.encoded.clear()
    made[0].write("new.txt", ADDED)
    assert index(made) == whole
    assert encoder.encoded == [ADDED]
    made[0].document("new.txt").unlink()
    assert index(made) == before
    TextVectors(made[0].workspace, encoder).packed([ADDED])
    assert encoder.encoded == [ADDED, ADDED]  # of what is gone no vector was left


def test_command_tool_and_library_give_one_answer_and_write_nothing(
    tmp_path: Path,
    reader: CountingReader,
    encoder: TinyEncoder,  # noqa: ARG001 - stands in for the real one
    own_surroundings: None,  # noqa: ARG001 - commands enter the project
) -> None:
    made = project(tmp_path / "project", reader)
    made[0].edit("sift.yaml", DOMAIN, MINILM)
    index(made)
    root, text = made[0].root, "the dock was silent"
    before = files_below(root)
    ended = call("-C", root, "search", "--meaning", text, "--json")
    (place,) = ended.json["result"]["passages"]
    assert (place["document"], place["match"]) == ("letters/one.txt", "meaning")
    assert ended.json == sift_assets.search(root, text, by_meaning=True)
    tool = Tools(root).search(text, by_meaning=True, limit=20, max_tokens=8000)
    assert tool.structured_content == ended.json
    words = call("-C", root, "search", "--meaning", text, "--only", "passages").out
    assert f"letters/one.txt, page 1 [meaning {place['similarity']:.2f}]" in words
    (by_words,) = sift_assets.search(root, text)["result"]["passages"]
    assert "match" not in by_words
    assert files_below(root) == before


def test_without_vectors_command_and_tool_say_what_to_set(
    tmp_path: Path,
    reader: CountingReader,
    own_surroundings: None,  # noqa: ARG001 - commands enter the project
) -> None:
    made = project(tmp_path / "project", reader)
    index(made)
    root = made[0].root
    ended = call("-C", root, "search", "--meaning", "port", "--json")
    error: dict[str, Any] = json.loads(ended.err)
    assert (ended.code, ended.out, error["code"]) == (2, "", "no_vectors")
    assert "resolution: {encoder: minilm}" in error["error"]
    tool = Tools(root).search("port", by_meaning=True)
    assert tool.is_error
    assert tool.structured_content == error


def test_vectors_of_an_encoder_that_is_not_known_are_refused() -> None:
    with pytest.raises(QueryError, match="of another encoder, an older one") as caught:
        meaning("an older one", "port")
    assert caught.value.code is Code.NO_VECTORS


@pytest.mark.skipif(
    importlib.util.find_spec(MODEL_PACKAGE) is None
    or importlib.util.find_spec("sentence_transformers") is None,
    reason="the extra `embeddings` is not installed",
)
@pytest.mark.filterwarnings("ignore")  # of torch, transformers and the rest about each other
def test_minilm_finds_what_is_said_in_other_words_and_not_what_nothing_is_about(
    tmp_path: Path,
    reader: CountingReader,
    own_surroundings: None,  # noqa: ARG001 - the library enters the project
) -> None:
    made = project(tmp_path / "project", reader)
    made[0].edit("sift.yaml", DOMAIN, MINILM)
    first = index(made)
    (made[0].workspace.local_folder / FILE).unlink()
    (made[0].workspace.exports_folder / INDEX_FILE).unlink()
    assert index(made) == first
    found = sift_assets.search(made[0].root, "the port was calm", by_meaning=True)["result"]
    assert found["passages"][0]["document"] == "letters/one.txt"
    assert found["passages"][0]["match"] == "meaning"
    assert (
        "passages"
        not in sift_assets.search(made[0].root, "a recipe for apple pie", by_meaning=True)["result"]
    )
