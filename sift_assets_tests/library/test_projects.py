"""What becomes of the arguments of the library: settings that stay, and limits for the call."""

import asyncio
import os
import threading
from pathlib import Path

import pytest

import sift_assets
from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.extraction.llm.extractor import LANGUAGE_MODEL
from sift_assets.core.records.extraction import ExtractionStatus
from sift_assets.library.event_loops import beside_loops
from sift_assets.library.projects import prepared
from sift_assets.resources.workspace import Workspace

PLAYED = """\
model: played
rules:
  - answer: {entities: [{name: Ada Varga, entity_type: PERSON, confidence: 0.9, context: Ada}]}
"""

pytestmark = pytest.mark.usefixtures("own_surroundings")


def test_what_shapes_a_value_is_written_down_and_a_limit_holds_for_the_call(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    call = prepared(
        tmp_path / "project",
        {"model": "openai/x", "reader.ocr": False, "chunk_size": None},
        domain="osint",
        doc_dir="letters",
        budget_per_run_usd=0.5,
        rpm=None,
    )
    with call.opened() as workspace:
        assert workspace.settings.budget_per_run_usd == 0.5
    assert "SIFT_BUDGET_PER_RUN_USD" not in os.environ
    stays = Workspace.open(tmp_path / "project").settings
    assert (stays.model, stays.domain, stays.reader.ocr) == ("openai/x", "osint", False)
    assert stays.documents == str(tmp_path / "letters")
    assert (stays.chunk_size, stays.budget_per_run_usd) == (10_000, None)
    inside = prepared(tmp_path / "project", doc_dir=tmp_path / "project" / "documents")
    with inside.opened() as workspace:
        assert workspace.settings.documents == "documents"


def test_a_setting_that_is_wrong_changes_nothing(tmp_path: Path) -> None:
    prepared(tmp_path)
    before = (tmp_path / "sift.yaml").read_bytes()
    with pytest.raises(ConfigError, match="chunk_size"):
        prepared(tmp_path, {"model": "openai/x", "chunk_size": 1})
    assert (tmp_path / "sift.yaml").read_bytes() == before


def test_a_domain_that_no_file_says_is_written_once(tmp_path: Path) -> None:
    general = sift_assets.load_domain(bundled_name="general")
    mine = general.model_copy(update={"name": "My Harbour!", "system_context": "Ships: all."})
    for domain, name in ((general, "general"), (mine, "my_harbour"), (mine, "my_harbour")):
        with prepared(tmp_path, domain=domain).opened() as workspace:
            assert workspace.settings.domain == name
            assert workspace.domain == domain
    assert sift_assets.load_domain(tmp_path / "domains" / "my_harbour.yaml") == mine
    other = mine.model_copy(update={"description": "Another one of that name."})
    with prepared(tmp_path, domain=other).opened() as workspace:
        assert workspace.settings.domain.startswith("my_harbour_")
    with pytest.raises(ConfigError, match="no domain 'none'"):
        sift_assets.load_domain(bundled_name="none")


def test_arguments_that_mean_nothing_here_are_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Nothing is ever pruned"):
        sift_assets.run_build(tmp_path, postprocess=False)
    with pytest.raises(ConfigError, match=r"review: \{llm: 0.9\}"):
        sift_assets.run_build(tmp_path, review_threshold=0.9)
    with pytest.raises(ConfigError, match="narrative_context"):
        sift_assets.run_narrate(tmp_path, system_context="Ships.")
    with pytest.raises(ConfigError, match="no export format 'doc'"):
        sift_assets.run_export(tmp_path, "doc")
    for look in (sift_assets.run_export, sift_assets.run_view):
        with pytest.raises(ProjectError, match="Give a project's folder"):
            look(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_text_in_memory_is_extracted_from_and_no_graph_is_made(tmp_path: Path) -> None:
    Path("play.yaml").write_text(PLAYED, "utf-8")
    found = sift_assets.extract_text(
        "# Letter\r\n\r\nAda Varga wrote.\r\n", model="scripted/play.yaml"
    )
    assert (found.status, found.extractor) == (ExtractionStatus.COMPLETE, LANGUAGE_MODEL)
    (mention,) = found.mentions
    assert (mention.name, mention.evidence.start) == ("Ada Varga", 10)
    assert sift_assets.extract_text(" \n").status is ExtractionStatus.NO_TEXT
    assert sorted(path.name for path in tmp_path.iterdir()) == ["play.yaml"]
    prepared(tmp_path, {"model": "scripted/play.yaml"})
    assert (
        sift_assets.extract_text("Ada Varga wrote.", project=tmp_path).mentions[0].confidence == 0.9
    )


def test_work_is_done_beside_a_running_loop_and_here_without_one() -> None:
    async def notebook() -> str:
        return beside_loops(lambda: threading.current_thread().name)

    assert asyncio.run(notebook()).startswith("sift")
    assert beside_loops(threading.current_thread) is threading.current_thread()


def test_what_the_package_offers_is_there_and_nothing_else() -> None:
    assert all(getattr(sift_assets, name) for name in sift_assets.__all__)
    assert dir(sift_assets) == sorted(sift_assets.__all__)
    with pytest.raises(AttributeError, match="no attribute 'run_everything'"):
        _ = sift_assets.run_everything  # type: ignore[attr-defined]
