"""Which extractor the settings mean."""

import subprocess
import sys
from pathlib import Path

import pytest

from sift_assets.core.errors import ModelKeyError
from sift_assets.core.extraction.llm.extractor import LanguageModelExtractor
from sift_assets.core.llm.fence import NONCE_DIGITS
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.ledger import Limits
from sift_assets.core.settings.model import Settings
from sift_assets.resources.extractors import (
    StoredAnswers,
    asking_extractor,
    extractor_version,
    fresh_nonce,
    open_extractor,
)
from sift_assets.resources.shared_pace import PACE_FILE
from sift_assets.resources.store import Store
from sift_assets_tests.fakes.memory_ledger import MemoryLedger

LOADED_BY_A_VERSION = """
import sys
from sift_assets.core.llm.ledger import Limits
from sift_assets_tests.fakes.memory_ledger import MemoryLedger
from sift_assets.core.settings.model import Settings
from sift_assets.resources.extractors import extractor_version
extractor_version(Settings())
heavy = {"spacy", "litellm", "torch", "kreuzberg"} & set(sys.modules)
print(sorted(heavy))
"""

ASKING = Settings(model="openai/gpt-4o-mini")


NO_LEDGER = MemoryLedger(Limits(total=0))
"""Of extractors that are opened and not asked."""


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")


def test_the_version_of_the_local_model_names_the_installed_one_and_loads_nothing_heavy() -> None:
    assert "en_core_web_sm" in extractor_version(Settings())
    done = subprocess.run(
        [sys.executable, "-c", LOADED_BY_A_VERSION], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_model_without_its_key_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelKeyError, match="OPENAI_API_KEY"):
        extractor_version(ASKING)
    with pytest.raises(ModelKeyError, match="OPENAI_API_KEY"):
        open_extractor(ASKING, Store(tmp_path), NO_LEDGER, tmp_path / PACE_FILE)


@pytest.mark.usefixtures("key")
def test_the_opened_extractor_has_the_version_that_was_announced(tmp_path: Path) -> None:
    extractor = open_extractor(ASKING, Store(tmp_path / "store"), NO_LEDGER, tmp_path / PACE_FILE)
    assert isinstance(extractor, LanguageModelExtractor)
    assert extractor.version == extractor_version(ASKING)
    assert not (tmp_path / "store").exists()


@pytest.mark.usefixtures("key")
def test_what_shapes_an_answer_is_in_the_version_and_the_server_is_not() -> None:
    def version(**changes: object) -> str:
        return extractor_version(ASKING.model_copy(update=changes))

    assert version(model="openai/gpt-4o") != version()
    assert version(temperature=0.7) != version()
    assert version(api_base="http://127.0.0.1:9/v1", concurrency=9, timeout_seconds=1) == version()


def test_answers_are_kept_and_a_damaged_one_is_none(tmp_path: Path) -> None:
    store = Store(tmp_path)
    answers = StoredAnswers(store)
    key = "ab" * 32
    assert answers.get(key) is None
    answers.put(key, b"an answer")
    assert StoredAnswers(Store(tmp_path)).get(key) == b"an answer"
    version = store.result(key)
    assert version is not None
    store.path_of(version).write_bytes(b"another")
    assert answers.get(key) is None


def test_a_plan_needs_no_key_and_names_the_same_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    supposed = extractor_version(ASKING, needs_key=False)
    monkeypatch.setenv("OPENAI_API_KEY", "a key")
    assert extractor_version(ASKING) == supposed


def test_an_extractor_with_a_given_model_has_the_configured_version(tmp_path: Path) -> None:
    extractor = asking_extractor(ASKING, HeldModel("held"), Store(tmp_path / "store"))
    assert extractor.version == extractor_version(ASKING, needs_key=False)


def test_every_request_gets_a_nonce_of_its_own() -> None:
    nonces = {fresh_nonce() for _ in range(100)}
    assert len(nonces) == 100
    assert {len(nonce) for nonce in nonces} == {NONCE_DIGITS}
