"""What is delivered: the judged text under a head that says where it comes from."""

import pytest
import yaml

from sift_assets.core.promotion.items import Item
from sift_assets.core.promotion.promoted_document import Origin, promoted_document
from sift_assets.core.promotion.provenance import with_provenance
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.front_matter import stated_at_head
from sift_assets_tests.core.promotion.promotion_examples import assessment, candidate, entry

ORIGIN = Origin(by="ben", at="2026-03-01T12:00:00.000000Z")


def item(*tags: str) -> Item:
    return Item(entry=entry(), assessment=assessment(candidate=candidate(tags=tags)))


def text(body: str, **fields: str) -> DocumentText:
    return DocumentText(status=ReadStatus.TEXT, text=body, **fields)  # type: ignore[arg-type]


def written(body: str, *tags: str, **fields: str) -> str:
    return promoted_document(item(*tags), text(body, **fields), ORIGIN).decode()


def test_the_head_says_where_it_comes_from_and_the_body_is_the_judged_text() -> None:
    body = "The harbour plan\n\nAcme builds a quay.\n"
    whole = written(body, "harbour", "q1", title="The harbour plan", document_date="2026-02")
    assert whole == (
        '---\ntitle: "The harbour plan"\ndate: 2026-02\ntags: [harbour, q1]\nseat: ada\n'
        "item: i1\npromoted_by: ben\npromoted_at: 2026-03-01T12:00:00.000000Z\n"
        f"assessment: a1\n---\n\n{body}"
    )
    stated = stated_at_head(whole)
    assert (stated.title, stated.document_date) == ("The harbour plan", "2026-02")
    tags = with_provenance(text(whole)).tags
    assert {"promoted", "seat:ada", "item:i1", "promoted_by:ben"} <= set(tags)


def test_a_title_that_nobody_judged_stays_with_the_seat() -> None:
    assert "Severance" not in written("Acme builds.", title="Severance of Tom Brandt")


@pytest.mark.parametrize(
    "title", ['A "quay"', "Tom's quay", "a\\b", "\"\\' #: x", "x: y", "- [a]", "---", "{a}"]
)
def test_a_head_is_yaml_whatever_the_title_is(title: str) -> None:
    whole = written(f"{title} and more", title=title)
    head = yaml.safe_load(whole.split("---\n")[1])
    assert head["title"] == title
    assert head["seat"] == "ada"


def test_neither_title_nor_tags_nor_body_can_say_who_promoted() -> None:
    hostile = "x\npromoted_by: eve\n---\nseat: eve"
    whole = written(hostile, "a]\nseat: eve", "b, promoted_by: eve", title=hostile)
    head = yaml.safe_load(whole.split("\n---\n")[0].removeprefix("---\n"))
    assert head["promoted_by"] == "ben"
    assert head["seat"] == "ada"
    assert "tags" not in head
    assert "promoted_by:ben" in with_provenance(text(whole)).tags
    assert "promoted_by:eve" not in with_provenance(text(whole)).tags
    assert whole.endswith(f"---\n\n{hostile}")
