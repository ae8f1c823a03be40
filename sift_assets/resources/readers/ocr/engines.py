"""The OCR engines: which module adapts each, what it needs, and whether it may be used.

An engine that was asked for is never replaced by another one. One that sends pages to someone
else's computer needs an explicit consent.
"""

import importlib.util
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple, Protocol

from sift_assets.core.errors import ConfigError, MissingEngineError
from sift_assets.core.text.settings import CLOUD_ENGINES, ReaderSettings
from sift_assets.resources.readers.ocr.tesseract import tesseract_version

NO_ENGINE_VERSION = "none"


class Engine(NamedTuple):
    """An OCR engine that is a Python package.

    Attributes:
        adapter: Our module with `recognise(image, language)`.
        imports: The package it imports.
        distribution: Its name on the index.
        extra: Our extra that installs it.
    """

    adapter: str
    imports: str
    distribution: str
    extra: str


class Recogniser(Protocol):
    """Finds the text on the image of a page."""

    def __call__(self, image: bytes, language: str) -> str:
        """Return the text on an image.

        Args:
            image: A PNG file.
            language: As the engine names it.

        Raises:
            OcrFailed: The engine cannot, for a reason that people can mend.
            OcrDoubtful: It is not confident of what it sees on this image.
        """
        ...


_HERE = "sift_assets.resources.readers.ocr"
_PACKAGES = {
    "rapidocr": Engine(
        f"{_HERE}.rapidocr", "rapidocr_onnxruntime", "rapidocr-onnxruntime", "rapidocr"
    ),
    "easyocr": Engine(f"{_HERE}.easyocr", "easyocr", "easyocr", "easyocr"),
    "paddleocr": Engine(f"{_HERE}.paddleocr", "paddleocr", "paddleocr", "paddleocr"),
    "gcv": Engine(f"{_HERE}.google_vision", "google.cloud.vision", "google-cloud-vision", "gcv"),
}


def engine_version(settings: ReaderSettings) -> str:
    """Return name and version of the OCR engine that pages would meet now.

    It belongs into the key of a text that has pages in need of OCR: when Tesseract or one of its
    languages is installed later, just those documents are read again.

    Returns:
        For example `tesseract/5.3.0`, `tesseract/5.3.0 without deu`, or `none` when OCR is off
        or Tesseract is not installed.

    Raises:
        MissingEngineError: The engine that was asked for is not installed.
        ConfigError: It is a cloud engine and `ocr_cloud` is not set.
    """
    if not settings.ocr:
        return NO_ENGINE_VERSION
    check_engine(settings)
    if settings.ocr_engine == "tesseract":
        return tesseract_version(settings.ocr_language) or NO_ENGINE_VERSION
    try:
        return f"{settings.ocr_engine}/{version(_PACKAGES[settings.ocr_engine].distribution)}"
    except PackageNotFoundError:
        return f"{settings.ocr_engine}/unknown"


def check_engine(settings: ReaderSettings) -> None:
    """Refuse an engine that is not installed or not allowed; Tesseract may be absent.

    Raises:
        MissingEngineError: The engine that was asked for is not installed.
        ConfigError: It is a cloud engine and `ocr_cloud` is not set.
    """
    name = settings.ocr_engine
    if not settings.ocr or name == "tesseract":
        return
    if name in CLOUD_ENGINES and not settings.ocr_cloud:
        raise ConfigError(
            f"{name} sends pages to a cloud service.",
            "Set ocr_cloud: true if that is wanted, or choose ocr_engine: tesseract.",
            field="reader.ocr_engine",
        )
    engine = _PACKAGES[name]
    if not _is_installed(engine.imports):
        raise MissingEngineError(
            f"The OCR engine {name} is not installed.",
            f'Install it with: pip install "sift-assets[{engine.extra}]"',
        )


def recogniser(settings: ReaderSettings) -> Recogniser:
    """Return the function that recognises pages; only called where `check_engine` passed."""
    name = settings.ocr_engine
    adapter = f"{_HERE}.tesseract" if name == "tesseract" else _PACKAGES[name].adapter
    return import_module(adapter).recognise


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:  # a parent of a dotted name is absent
        return False
