"""What is known of the installed Tesseract, with a script in its place that counts its calls."""

import os
from pathlib import Path

import pytest

from sift_assets.resources.readers.ocr.tesseract import tesseract_version

PROGRAM = """#!/bin/sh
echo "$1" >> {calls}
case "$1" in
--version) echo "tesseract {version}" ;;
--list-langs) echo 'List of available languages in "{languages}/" (1):'; ls {languages} ;;
esac
"""


class Installed:
    """A Tesseract of our own, first on the path."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "bin" / "tesseract"
        self.calls = folder / "calls"
        self.languages = folder / "tessdata"
        for made in (self.program.parent, self.languages):
            made.mkdir(parents=True)
        (self.languages / "eng").touch()

    def put(self, version: str) -> None:
        text = PROGRAM.format(calls=self.calls, languages=self.languages, version=version)
        self.program.write_text(text, encoding="utf-8")
        self.program.chmod(0o755)

    def asked(self) -> int:
        count = len(self.calls.read_text(encoding="utf-8").splitlines())
        self.calls.write_text("", encoding="utf-8")
        return count


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    found = Installed(tmp_path)
    found.put("5.3.0")
    monkeypatch.setenv("PATH", f"{found.program.parent}{os.pathsep}{os.environ['PATH']}")
    return found


def test_it_is_asked_once_however_often_one_looks(installed: Installed) -> None:
    assert {tesseract_version("eng") for _ in range(5)} == {"tesseract/5.3.0"}
    assert tesseract_version("eng+deu") == "tesseract/5.3.0 without deu"
    assert installed.asked() == 2  # for its version and for its languages


def test_another_version_in_its_place_is_noticed(installed: Installed) -> None:
    assert tesseract_version("eng") == "tesseract/5.3.0"
    installed.put("5.10.0")
    assert tesseract_version("eng") == "tesseract/5.10.0"


def test_a_language_installed_later_is_noticed(installed: Installed) -> None:
    assert tesseract_version("deu") == "tesseract/5.3.0 without deu"
    (installed.languages / "deu").touch()
    assert tesseract_version("deu") == "tesseract/5.3.0"
    (installed.languages / "deu").unlink()
    assert tesseract_version("deu") == "tesseract/5.3.0 without deu"


def test_it_may_be_removed(installed: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tesseract_version("eng")
    monkeypatch.setenv("PATH", str(installed.languages))
    assert tesseract_version("eng") == ""
