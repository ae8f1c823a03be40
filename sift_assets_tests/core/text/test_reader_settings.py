"""How readers are chosen, and what of the settings shapes a text."""

import pytest
from pydantic import ValidationError

from sift_assets.core.text.settings import ReaderSettings


def test_limits_of_time_and_memory_shape_no_value_and_everything_else_does() -> None:
    base = ReaderSettings()
    assert ReaderSettings(timeout_seconds=1, memory_megabytes=4096).shaping() == base.shaping()
    for other in (
        {"reader": "pdfplumber"},
        {"readers": {".pdf": "pdfplumber"}},
        {"ocr": False},
        {"ocr_engine": "rapidocr"},
        {"ocr_language": "deu"},
        {"ocr_cloud": True},
        {"max_megabytes": 5},
    ):
        assert ReaderSettings.model_validate(other).shaping() != base.shaping()


def test_a_reader_is_chosen_by_suffix_or_media_type_before_the_default() -> None:
    settings = ReaderSettings(readers={".PDF": "pdfplumber"})
    assert settings.reader_of("application/pdf", ".pdf") == "pdfplumber"
    assert settings.reader_of("application/pdf", ".txt") == "kreuzberg"
    by_type = ReaderSettings(readers={"application/pdf": "pdfplumber"})
    assert by_type.reader_of("application/pdf", ".txt") == "pdfplumber"


@pytest.mark.parametrize(
    "wrong",
    [
        {"reader": "docling"},
        {"readers": {".docx": "pdfplumber"}},
        {"ocr_language": "eng; rm -rf"},
        {"ocr_language": "--psm"},
        {"max_megabytes": 0},
        {"timeout_seconds": -1},
        {"memory_megabytes": 10},
        {"unknown": 1},
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ReaderSettings.model_validate(wrong)
