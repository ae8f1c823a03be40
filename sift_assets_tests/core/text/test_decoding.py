"""Bytes of plain text in many encodings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.decoding import decode

GERMAN = "Größe, Straße und Übermut: die Bürgermeisterin von Köln schrieb an Müller."
RUSSIAN = "Директор компании подписал договор в Москве и уехал в Санкт-Петербург. " * 4
JAPANESE = "社長は昨日、東京で契約書に署名し、その後大阪に向かいました。" * 4


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1))
def test_utf8_is_read_as_it_is_and_without_warning(text: str) -> None:
    decoded = decode(text.encode("utf-8"))
    assert decoded.text == text.removeprefix("\ufeff")
    assert decoded.warning == ""


@given(st.binary())
def test_no_bytes_make_decoding_fail(data: bytes) -> None:
    assert isinstance(decode(data).text, str)


@pytest.mark.parametrize(
    "encoding",
    ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"],
)
def test_unicode_encodings_are_recognised_with_and_without_marks(encoding: str) -> None:
    decoded = decode(GERMAN.encode(encoding))
    assert decoded.text == GERMAN
    assert decoded.warning == ""


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "cp1252"),
        ("“Quoted” – and a price of 5 €", "cp1252"),
        (RUSSIAN, "cp1251"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
    ],
)
def test_old_encodings_are_guessed_and_the_guess_is_told(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert decoded.warning == f"encoding guessed: {decoded.encoding}"
