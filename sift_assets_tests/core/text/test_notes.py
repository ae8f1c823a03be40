"""A Markdown note as it is read: links as what they show, and hints beside the prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.notes import read_note


def named(text: str, title: str = "") -> list[tuple[str, str]]:
    return [(one.shown, one.name) for one in read_note(text, title).names]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("[[Ada Varga]] met her.", "Ada Varga met her."),
        ("[[people/Ada Varga|The director]] met her.", "The director met her."),
        ("See [[Minutes#May 1931]] and [[#Below]].", "See Minutes and Below."),
        ("A ![[scan.png|300]] and ![[Minutes]].", "A  and Minutes."),
        ("`[[ -f x ]]` and `[[x]]`\n\n```\nif [[x]]; then\n```\n", None),
        ("if [[ -f x ]]; a[[1][2]]; [[]]; [[a\nb]]", None),
    ],
)
def test_a_link_reads_as_what_it_shows_and_code_stays(written: str, read: str | None) -> None:
    assert read_note(written, "").text == (written if read is None else read)


def test_a_link_says_what_its_words_mean_unless_they_mean_several_things() -> None:
    text = "[[Ada Varga|the director]], [[Ada Varga|Ada]] and [[Kestrel Ltd]]; [[Tom|Ada]]."
    assert named(text) == [("the director", "Ada Varga")]


@pytest.mark.parametrize(
    "field",
    ["aliases: [A. Varga, 'Ada']", 'aliases:\n  - A. Varga\n  - "Ada"', "alias: A. Varga, Ada"],
)
def test_other_names_in_the_front_matter_are_names_of_the_title(field: str) -> None:
    text = f"---\ntitle: Ada Varga\n{field}\n---\nText.\n"
    assert named(text, "Ada Varga") == [("A. Varga", "Ada Varga"), ("Ada", "Ada Varga")]
    assert named(text, "") == []
    assert read_note(text, "Ada Varga").text == text


def test_tags_come_from_the_front_matter_and_the_text_each_once() -> None:
    text = (
        "---\ntags: [harbour, '#people/staff']\n---\n# Heading\n\n#Harbour and #1931/may "
        "in (#not) page#not `#not` #später.\n"
    )
    assert read_note(text, "").tags == ("harbour", "people/staff", "später")
    assert read_note("---\ntags: a b\n---\n", "").tags == ("a", "b")


@given(st.text(st.sampled_from("ab[]|#`\n! -")))
def test_reading_takes_only_marks_away_and_leaves_a_text_without_links_alone(text: str) -> None:
    read = read_note(text, "").text
    assert len(read) <= len(text)
    if "[[" not in text:
        assert read == text


def test_a_text_without_hints_has_the_bytes_it_had_before_there_were_any() -> None:
    text = DocumentText(status=ReadStatus.TEXT, text="a")
    assert b"tags" not in text.to_bytes()
    assert b"names" not in text.to_bytes()
    tagged = text.model_copy(update={"tags": ("x",), "names": read_note("[[a|b]]", "").names})
    assert DocumentText.from_bytes(tagged.to_bytes()) == tagged
