"""What a document is, by content before name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.media_types import is_nothing, media_type


@pytest.mark.parametrize(
    ("data", "suffix", "expected"),
    [
        (b"%PDF-1.4\n...", ".txt", "application/pdf"),
        (b"junk\n%PDF-1.4", ".pdf", "application/pdf"),
        (b"plain words", ".pdf", "text/plain"),
        (b"plain words", "", "text/plain"),
        (b"def main(): ...", ".py", "text/plain"),
        (b"# Title", ".MD", "text/markdown"),
        (b"a,b\n1,2", ".csv", "text/csv"),
        (b"<!DOCTYPE html><p>x", ".doc", "text/html"),
        (b"<html><body>x", "", "text/html"),
        (b"<?xml version='1.0'?><a>x</a>", ".xml", "application/xml"),
        (b"{\\rtf1 x}", ".doc", "application/rtf"),
        (b"\x89PNG\r\n\x1a\n\0\0", ".txt", "image/png"),
        (b"RIFF\0\0\0\0WEBPVP8 ", ".webp", "image/webp"),
        (b"BM is a company", ".txt", "text/plain"),
        (b"ID3 is a tag", ".txt", "text/plain"),
        (b"PK\x03\x04" + b"\0" * 40, ".docx", "application/zip"),
        (b"\x1f\x8b\x08\x00", ".gz", "application/gzip"),
        (bytes(range(256)) * 4, ".txt", "application/octet-stream"),
        ("Größe".encode("utf-16"), ".txt", "text/plain"),
        ("中文" * 40_000, ".txt", "text/plain"),
        (b"From: a@b\n\nx", ".eml", "message/rfc822"),
    ],
)
def test_the_type_is_known_by_content_and_then_by_suffix(
    data: bytes | str, suffix: str, expected: str
) -> None:
    assert media_type(data.encode() if isinstance(data, str) else data, suffix) == expected


@pytest.mark.parametrize("data", [b"", b" \n\t", b"\0" * 5000, b"\xef\xbb\xbf \n", b"\xff\xfe \0"])
def test_zeros_and_spaces_are_nothing(data: bytes) -> None:
    assert is_nothing(data)


@given(st.binary(min_size=1), st.sampled_from([".pdf", ".docx", ".txt", ".eml", ""]))
def test_any_bytes_have_a_type(data: bytes, suffix: str) -> None:
    assert "/" in media_type(data, suffix)
