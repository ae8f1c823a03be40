"""Tesseract as a command: the engine that needs no Python package and no model download."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from sift_assets.resources.readers.ocr.failure import OcrDoubtful, OcrFailed

LEAST_CONFIDENCE = 50
"""Percent, mean over letters. Measured: 90 to 96 for scans and screenshots in English; 25 for a
Chinese and 27 for an Arabic page that were taken for English, whose text was all nonsense."""

_ONE_THREAD = {"OMP_THREAD_LIMIT": "1"}  # more threads make one page slower on small machines
_VERSION_TIMEOUT = 20  # seconds for a command that answers in milliseconds


def recognise(image: bytes, language: str) -> str:
    """Return the text on a PNG image; see `Recogniser`.

    Raises:
        OcrFailed: Tesseract or the data of a language are not installed, or it fails.
        OcrDoubtful: It is not confident: better no text than invented names.
    """
    command = ["tesseract", "stdin", "stdout", "-l", language, "tsv"]
    try:
        done = subprocess.run(  # noqa: S603 - a language holds letters and + only
            command,
            input=image,
            capture_output=True,
            check=False,
            env={**os.environ, **_ONE_THREAD},
        )
    except FileNotFoundError as error:
        raise OcrFailed("install Tesseract (tesseract-ocr)") from error
    if done.returncode == 0:
        return text_of_table(done.stdout.decode("utf-8", "replace"))
    if missing := _missing(language):
        names = ", ".join(missing)
        raise OcrFailed(f"install Tesseract's data for {names}, or set ocr_language")
    raise OcrFailed(f"Tesseract failed with exit code {done.returncode}")


class _Word(NamedTuple):
    block: str
    paragraph: str
    line: str
    confidence: float
    text: str


def text_of_table(table: str) -> str:
    """Put the words of Tesseract's table together.

    Args:
        table: Its TSV output, one row a word.

    Returns:
        Lines, with a blank line between paragraphs.

    Raises:
        OcrDoubtful: The confidence is below `LEAST_CONFIDENCE`.
    """
    words = list(_words(table))
    letters = sum(len(word.text) for word in words)
    if letters and sum(word.confidence * len(word.text) for word in words) / letters < (
        LEAST_CONFIDENCE
    ):
        raise OcrDoubtful
    paragraphs = [
        "\n".join(" ".join(word.text for word in line) for _, line in groupby(group, _line_of))
        for _, group in groupby(words, lambda word: word[:2])
    ]
    return "\n\n".join(paragraphs)


def _words(table: str) -> Iterator[_Word]:
    # level, page, block, paragraph, line, word, left, top, width, height, confidence, text
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == "5" and cells[11].strip():
            yield _Word(cells[2], cells[3], cells[4], float(cells[10]), cells[11].strip())


def _line_of(word: _Word) -> tuple[str, str, str]:
    return word[:3]


def tesseract_version(language: str) -> str:
    """Return for example `tesseract/5.3.0`, or empty when it is not installed.

    A language whose data are absent is named, because pages will not be read for want of it. The
    program is asked once; again when it or the folder of its languages is another than it was.
    """
    program = shutil.which("tesseract")
    if program is None:
        return ""
    known = _known.get(program)
    if known is None or known.state != _state(program, known.folder):
        known = _known[program] = _installed(program)
    missing = [name for name in language.split("+") if name not in known.languages]
    return f"{known.name} without {'+'.join(missing)}" if missing else known.name


class _Installed(NamedTuple):
    """What is installed, and the state of the files that say so."""

    name: str
    languages: frozenset[str]
    folder: str
    state: tuple[int, ...]


_known: dict[str, _Installed] = {}
"""By path of the program. Every look at a project wants to know, every second in the daemon."""


def _installed(program: str) -> _Installed:
    found = re.search(r"tesseract v?(\S+)", _output("--version"))
    listed = _output("--list-langs")
    folder = re.search(r'in "(.+)"', listed)
    place = folder.group(1) if folder else ""
    return _Installed(
        name=f"tesseract/{found.group(1) if found else 'unknown'}",
        languages=frozenset(listed.split()),
        folder=place,
        state=_state(program, place),
    )


def _state(*paths: str) -> tuple[int, ...]:
    """Return what the file system says of the program and of the folder of its languages."""
    found = [Path(path).stat() for path in paths if path and Path(path).exists()]
    return tuple(n for s in found for n in (s.st_ino, s.st_size, s.st_mtime_ns, s.st_ctime_ns))


def _missing(language: str) -> list[str]:
    installed = set(_output("--list-langs").split())
    return [name for name in language.split("+") if name not in installed]


def _output(option: str) -> str:
    command = ["tesseract", option]
    done = subprocess.run(  # noqa: S603 - two fixed options
        command, capture_output=True, check=False, timeout=_VERSION_TIMEOUT
    )
    return (done.stdout + done.stderr).decode("utf-8", "replace")
