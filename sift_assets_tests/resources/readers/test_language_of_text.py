"""The language of a text is told when it can be, and left open when it cannot."""

from pathlib import Path

import pytest

from sift_assets.core.text.languages import two_letter_code
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.language import language_of
from sift_assets.resources.readers.process import ReaderProcess

TEXTS = {
    "en": "The harbour master said that no ship had left the port before the storm was over. ",
    "es": "El capitán del puerto dijo que ningún barco había salido antes de la tormenta. ",
    "de": "Der Hafenmeister sagte, dass kein Schiff den Hafen vor dem Sturm verlassen habe. ",
    "ru": "Начальник порта сказал, что ни одно судно не вышло из гавани до конца шторма. "
    "Его помощник проверил причалы, а потом они поехали в город к владельцу склада. ",
    "zh": "港务长说，在暴风雨结束之前，没有一艘船离开港口。",
}


@pytest.mark.parametrize("language", TEXTS)
def test_prose_tells_its_language(language: str) -> None:
    assert language_of(TEXTS[language] * 3) == language


@pytest.mark.parametrize("text", ["", " ", "1,2,3\n4,5,6\n", "🚢🚢🚢", "x"])
def test_what_is_no_prose_has_no_language(text: str) -> None:
    assert language_of(text) == ""


def test_an_unknown_code_is_no_language() -> None:
    assert two_letter_code("xxx") == ""


def test_a_document_carries_its_language(tmp_path: Path) -> None:
    file = tmp_path / "nota.txt"
    file.write_text(TEXTS["es"] * 3, encoding="utf-8")
    with ReaderProcess(ReaderSettings()) as reader:
        assert reader.read(file).text.language == "es"
