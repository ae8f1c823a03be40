"""Tesseract as a command: the engine that needs no Python package and no model download."""

import os
import re
import shutil
import subprocess

from sift_assets.resources.readers.ocr.failure import OcrFailed

_ONE_THREAD = {"OMP_THREAD_LIMIT": "1"}  # more threads make one page slower on small machines
_VERSION_TIMEOUT = 20  # seconds for a command that answers in milliseconds


def recognise(image: bytes, language: str) -> str:
    """Return the text on a PNG image; see `Recogniser`."""
    command = ["tesseract", "stdin", "stdout", "-l", language]
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
        return done.stdout.decode("utf-8", "replace")
    if missing := _missing(language):
        names = ", ".join(missing)
        raise OcrFailed(f"install Tesseract's data for {names}, or set ocr_language")
    raise OcrFailed(f"Tesseract failed with exit code {done.returncode}")


def tesseract_version(language: str) -> str:
    """Return for example `tesseract/5.3.0`, or empty when it is not installed.

    A language whose data are absent is named, because pages will not be read for want of it.
    """
    if shutil.which("tesseract") is None:
        return ""
    found = re.search(r"tesseract v?(\S+)", _output("--version"))
    name = f"tesseract/{found.group(1) if found else 'unknown'}"
    missing = _missing(language)
    return f"{name} without {'+'.join(missing)}" if missing else name


def _missing(language: str) -> list[str]:
    installed = set(_output("--list-langs").split())
    return [name for name in language.split("+") if name not in installed]


def _output(option: str) -> str:
    command = ["tesseract", option]
    done = subprocess.run(  # noqa: S603 - two fixed options
        command, capture_output=True, check=False, timeout=_VERSION_TIMEOUT
    )
    return (done.stdout + done.stderr).decode("utf-8", "replace")
