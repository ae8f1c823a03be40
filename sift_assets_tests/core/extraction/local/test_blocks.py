import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.extraction.local.blocks import MAX_BLOCK, split_blocks


def pieces(text: str) -> list[str]:
    return [text[block.start : block.end] for block in split_blocks(text)]


@given(st.text(alphabet="aé .\n\t|->1)#=", max_size=300))
def test_blocks_ascend_without_overlap_and_leave_out_only_markers_and_space(text: str) -> None:
    end = 0
    for block in split_blocks(text):
        assert end <= block.start < block.end <= len(text)
        assert "é" not in text[end : block.start]
        end = block.end


@given(st.text(min_size=1, max_size=200), st.text(max_size=100))
def test_a_paragraph_added_behind_leaves_earlier_blocks_alone(text: str, more: str) -> None:
    alone = split_blocks(text + "\n\n")
    together = split_blocks(text + "\n\n" + more)
    assert together[: len(alone)] == alone


def test_a_wrapped_paragraph_is_one_block() -> None:
    text = (
        "The company was founded in the town of Lundby by two\nbrothers who had no money.\n\nEnd."
    )
    assert pieces(text) == [
        "The company was founded in the town of Lundby by two\nbrothers who had no money.",
        "End.",
    ]


def test_headings_and_short_lines_are_not_glued_to_what_follows() -> None:
    assert pieces("Board of directors\nEmil Kovarik\nBeatrix Noll") == [
        "Board of directors",
        "Emil Kovarik",
        "Beatrix Noll",
    ]


@pytest.mark.parametrize("row", ["a b\tc d\te f", "a b | c d | e f", "a b      c d      e f"])
def test_cells_of_a_row_are_blocks_without_prose(row: str) -> None:
    assert pieces(row) == ["a b", "c d", "e f"]
    assert not any(block.prose for block in split_blocks(row))


@pytest.mark.parametrize("marker", ["- ", "* ", "1. ", "(a) ", "iv) ", "> ", "> > "])
def test_markers_of_items_and_quotes_are_outside_the_block(marker: str) -> None:
    assert pieces(f"{marker}Helen Varga opened the meeting.") == ["Helen Varga opened the meeting."]


@pytest.mark.parametrize("heading", ["== Career ==", "## Career", "CAREER", "[PAGE 3]"])
def test_headings_are_not_prose(heading: str) -> None:
    assert [block.prose for block in split_blocks(heading)] == [False]


def test_a_long_line_is_cut_after_sentences_into_bounded_pieces() -> None:
    text = "One short sentence follows another. " * 1000
    blocks = split_blocks(text)
    assert all(block.end - block.start <= MAX_BLOCK for block in blocks)
    assert all(text[block.start : block.end].startswith("One") for block in blocks)
    assert all(block.prose for block in blocks)


def test_a_long_word_is_cut_too() -> None:
    assert sum(map(len, pieces("x" * 10_000))) == 10_000


def test_initials_at_the_start_of_a_line_are_no_marker() -> None:
    assert pieces("J. Smith came.") == ["J. Smith came."]
