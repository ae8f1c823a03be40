"""No text makes reading it take more than linear time: regular expressions are where it happens."""

from time import process_time

import pytest

from sift_assets.core.text.chunking import chunk
from sift_assets.core.text.cleaning import clean, is_blank
from sift_assets.core.text.decoding import decode
from sift_assets.core.text.front_matter import stated_at_head
from sift_assets.core.text.media_types import media_type
from sift_assets.core.text.notes import read_note
from sift_assets.core.text.sentences import sentences
from sift_assets.core.text.structured_text import delimited_text

LENGTH = 100_000
SECONDS = 2
"""Linear code takes under 0.2 s for such a text; quadratic code takes minutes."""

REPEATED = [
    ".", "\n", " ", "\t", "a ", "a. ", ".x", "\n ", "\n\n", "?!", '..."', "#", "---\n", "a: ",
    "<!-- -->", "<", '"', ',"', "',", "a,b\n", '"a,"\n', "|", "e\u0301", "。", "--- \na:\t\t",
    "[[", "[[a", "[[a|b", "`", "```\n", "```a\n~~~\n", "![[a.png]]", "#a ", "tags:\n- a\n",
]  # fmt: skip


@pytest.mark.parametrize("part", REPEATED)
def test_a_part_repeated_without_end_takes_linear_time(part: str) -> None:
    text = part * (LENGTH // len(part)) + "x"
    begun = process_time()
    for function in (sentences, chunk, clean, is_blank, stated_at_head, delimited_text):
        function(text)
    read_note(text, "title")
    media_type(text.encode(), ".txt")
    assert process_time() - begun < SECONDS


@pytest.mark.parametrize("part", [b"\xff", b"\x81\x40", b"\xe4 ", b"\xc3", b"\x80\x81", b"a\0"])
def test_bytes_in_no_known_encoding_take_bounded_time(part: bytes) -> None:
    begun = process_time()
    decode(part * LENGTH)
    assert process_time() - begun < SECONDS
