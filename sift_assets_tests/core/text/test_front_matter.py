"""What a text states of itself at its head."""

import pytest

from sift_assets.core.text.front_matter import language_of, stated_at_head, title_of


def test_front_matter_gives_title_date_and_language() -> None:
    text = '---\ntitle: "The Case"\ndate: 2024-03\nlang: en-GB\ntags: [a]\n---\n# Another\n'
    stated = stated_at_head(text)
    assert (stated.title, stated.document_date, stated.language) == ("The Case", "2024-03", "en")


def test_a_first_heading_is_the_title_when_front_matter_gives_none() -> None:
    assert stated_at_head("---\ndate: 2024\n---\n\n# A Heading #\ntext").title == "A Heading"
    assert stated_at_head("# A Heading\ntext").title == "A Heading"


@pytest.mark.parametrize(
    "text", ["", "Just text\n# not first", "## second level", "--- \nno end", "#!/bin/sh", "#tag"]
)
def test_what_is_not_stated_stays_empty(text: str) -> None:
    stated = stated_at_head(text)
    assert (stated.title, stated.document_date, stated.language) == ("", "", "")


def test_a_hostile_block_is_read_as_lines_and_nothing_more() -> None:
    text = "---\na: &a [x]\nb: *a\ntitle: !!python/object:os.system x\n---\n"
    assert stated_at_head(text).title == "!!python/object:os.system x"


def test_titles_are_one_line_and_not_what_programs_write_by_default() -> None:
    assert title_of(" Two\n lines ") == "Two lines"
    assert title_of("Untitled") == ""
    assert title_of("x" * 301) == ""
    assert title_of(None) == ""


def test_language_tags_become_two_letters() -> None:
    assert [language_of(tag) for tag in ("de_AT", "EN", "deu", "", None)] == [
        "de",
        "en",
        "",
        "",
        "",
    ]
