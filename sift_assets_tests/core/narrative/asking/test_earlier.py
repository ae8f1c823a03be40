"""An earlier text is shown without what documents no longer state."""

from sift_assets.core.narrative.asking.earlier import still_stated
from sift_assets.core.narrative.records import Narrative, Passage, Profile, Sentence
from sift_assets_tests.fakes.told_community import ADA, QUOTES, TOM, community_of, harbour, works

ADA_AT = Passage(document="a.txt", page=0, start=0, end=len(QUOTES["ada"]), quote=QUOTES["ada"])
MET_AT = Passage(
    document="b.txt", page=0, start=100, end=100 + len(QUOTES["met"]), quote=QUOTES["met"]
)


def earlier() -> Narrative:
    ada = Sentence(text="Ada works.", cites=(ADA_AT.id,))
    both = Sentence(text="Ada works and met Tom.", cites=(ADA_AT.id, MET_AT.id))
    return Narrative(
        community="x",
        label="Harbour people",
        story=(ada, both),
        profiles=(
            Profile(entity=ADA, name="Ada Varga", type="PERSON", sentences=(both, ada)),
            Profile(entity=TOM, name="Tom Brandt", type="PERSON", sentences=(both,)),
        ),
        passages={one.id: one for one in (ADA_AT, MET_AT)},
        writer="writer",
    )


def test_what_is_stated_as_before_stays_as_it_was() -> None:
    assert still_stated(earlier(), community_of(harbour())) == earlier()


def test_a_sentence_goes_with_any_of_its_passages_and_a_profile_with_its_last_sentence() -> None:
    left = still_stated(earlier(), community_of({"a.txt": harbour()["a.txt"]}))
    assert [one.text for one in left.story] == ["Ada works."]
    assert [(one.entity, len(one.sentences)) for one in left.profiles] == [(ADA, 1)]
    assert left.passages == {ADA_AT.id: ADA_AT}


def test_a_passage_that_has_moved_is_the_same_one() -> None:
    moved = {"a.txt": works("Ada Varga", "Kestrel Ltd", QUOTES["ada"], 70)}
    left = still_stated(earlier(), community_of(moved))
    (passage,) = left.passages.values()
    assert (passage.start, passage.quote) == (70, QUOTES["ada"])
    assert left.story[0].cites == (passage.id,)


def test_who_has_left_the_community_has_no_profile_in_it() -> None:
    other = {"a.txt": works("Eve Noir", "Kestrel Ltd", QUOTES["ada"])}
    assert still_stated(earlier(), community_of(other)).profiles == ()
