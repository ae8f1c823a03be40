"""Looking for words that a document brought in, in every file that is kept."""

import io
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import pyarrow as pa


def holding(folder: Path, words: Collection[str]) -> set[str]:
    """Return the files below a folder that hold any of some words: in name, bytes or tables."""
    found: set[str] = set()
    for file in sorted(folder.rglob("*")):
        name = str(file.relative_to(folder))
        texts = (name, *_texts(file.read_bytes())) if file.is_file() else (name,)
        if any(word in text for word in words for text in texts):
            found.add(name)
    return found


def arrow_texts(data: bytes) -> Iterator[str]:
    """Yield the tables in a stored value, uncompressed, as text."""
    for at in (found.start() for found in re.finditer(rb"ARROW1|\xff\xff\xff\xff", data)):
        for opened in (pa.ipc.open_file, pa.ipc.open_stream):
            try:
                yield str(opened(io.BytesIO(data[at:])).read_all().to_pylist())
            except (pa.ArrowInvalid, OSError):
                continue


def _texts(data: bytes) -> Iterator[str]:
    yield data.decode("utf-8", "replace")
    yield from arrow_texts(data)
