from sift_assets.core.narrative.citing import citation_finding
from sift_assets.core.narrative.records import Narrative, Passage, Profile, Sentence

GOOD = Passage(document="a.txt", page=0, start=0, end=4, quote="Ada.")
EMPTY = Passage(document="a.txt", page=0, start=9, end=9, quote=" ")


def narrative(*story: Sentence, told: tuple[Sentence, ...] = ()) -> Narrative:
    profile = Profile(entity="person:ada", name="Ada", type="PERSON", sentences=told)
    return Narrative(
        community="person:ada",
        label="Ada",
        story=story,
        profiles=(profile,),
        passages={GOOD.id: GOOD, EMPTY.id: EMPTY},
        writer="local",
    )


def test_sentences_that_cite_what_is_there_hold() -> None:
    said = Sentence(text="Ada is a person.", cites=(GOOD.id,))
    finding = citation_finding(narrative(said, told=(said, said)), narrative())
    assert (finding.sentences, finding.citations, finding.holds) == (3, 3, True)


def test_what_does_not_cite_is_named_by_its_place_and_not_by_its_text() -> None:
    finding = citation_finding(
        narrative(
            Sentence(text="One.", cites=()),
            Sentence(text="Two.", cites=(GOOD.id, "nowhere")),
            told=(Sentence(text="Three.", cites=(EMPTY.id,)),),
        )
    )
    assert not finding.holds
    assert [(one.entity, one.index, one.reason) for one in finding.failed] == [
        ("", 0, "uncited"),
        ("", 1, "missing"),
        ("person:ada", 0, "empty"),
    ]
    assert b"One" not in finding.to_bytes()
