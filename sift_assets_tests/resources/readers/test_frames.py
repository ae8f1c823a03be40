"""Messages between a process and its reading child."""

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.resources.readers.frames import read_frame, write_frame

VALUES = st.dictionaries(
    st.text(), st.one_of(st.text(st.characters()), st.integers(), st.booleans(), st.none())
)


@given(st.lists(VALUES, max_size=4))
def test_what_is_written_is_read_lone_surrogates_included(messages: list[dict[str, Any]]) -> None:
    stream = io.BytesIO()
    for message in messages:
        write_frame(stream, message)
    stream.seek(0)
    assert [read_frame(stream) for _ in messages] == messages
    assert read_frame(stream) is None


@pytest.mark.parametrize(
    "data",
    [b"", b"\0\0", b"\0\0\0\x05[]", b"\0\0\0\x02[]", b"\0\0\0\x02{x", b"\xff" * 9, b"\0" * 9],
)
def test_what_does_not_keep_to_the_form_is_the_end(data: bytes) -> None:
    assert read_frame(io.BytesIO(data)) is None
