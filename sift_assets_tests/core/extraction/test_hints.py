"""Names that a document says mean others are joined to them, in that document."""

from sift_assets.core.extraction.hints import with_hints
from sift_assets.core.records.extraction import (
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    MentionKind,
    RelationMention,
)
from sift_assets.core.records.text import DocumentText, ReadStatus, StatedName


def mention(name: str, kind: str, start: int) -> Mention:
    evidence = Evidence(start=start, end=start + len(name), quote=name)
    return Mention(type=kind, name=name, surface=name, evidence=evidence, confidence=0.9)


def relation(source: str, target: str, source_type: str = "") -> RelationMention:
    evidence = Evidence(start=0, end=9, quote="as quoted")
    return RelationMention(
        type="MET",
        source=source,
        target=target,
        source_type=source_type,
        evidence=evidence,
        confidence=0.9,
    )


def hinted(*mentions: Mention, relations: tuple[RelationMention, ...] = ()) -> Extraction:
    names = (StatedName(shown="the Director", name="Ada Varga"),)
    text = DocumentText(status=ReadStatus.TEXT, text="t", tags=("harbour",), names=names)
    made = Extraction(
        status=ExtractionStatus.COMPLETE, extractor="x", mentions=mentions, relations=relations
    )
    return with_hints(made, text)


def test_a_mention_and_the_ends_of_relations_follow_the_name_that_is_meant() -> None:
    found = hinted(
        mention("The director", "PERSON", 0),
        mention("Tom Brandt", "PERSON", 20),
        relations=(relation("The director", "Tom Brandt"), relation("x", "The director", "PERSON")),
    )
    first, second = found.mentions
    assert (first.name, first.surface, first.kind) == (
        "Ada Varga",
        "The director",
        MentionKind.ALIAS,
    )
    assert second.kind is MentionKind.NAME
    ends = [(one.source, one.target) for one in found.relations]
    assert ends == [("Ada Varga", "Tom Brandt"), ("x", "Ada Varga")]
    assert found.tags == ("harbour",)


def test_a_thing_of_another_type_than_what_is_meant_is_left_alone() -> None:
    found = hinted(mention("Ada Varga", "PERSON", 0), mention("The director", "SHIP", 20))
    assert [one.name for one in found.mentions] == ["Ada Varga", "The director"]


def test_without_hints_nothing_changes() -> None:
    made = Extraction(status=ExtractionStatus.COMPLETE, extractor="x")
    assert with_hints(made, DocumentText(status=ReadStatus.TEXT, text="t")) is made
    assert b"tags" not in made.to_bytes()
