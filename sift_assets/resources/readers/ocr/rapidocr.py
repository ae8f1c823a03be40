"""RapidOCR: its models are in the package, so that it needs neither a system package nor a hub."""

from functools import cache
from typing import Any


def recognise(image: bytes, language: str) -> str:  # noqa: ARG001 - its model has one language set
    """Return the text on a PNG image; see `Recogniser`. Reads Chinese and Latin letters only."""
    lines, _ = _reader()(image)
    return "\n".join(text for _, text, _ in lines or ())


@cache
def _reader() -> Any:
    from rapidocr_onnxruntime import RapidOCR  # pyright: ignore[reportMissingImports]

    return RapidOCR()
