"""Laws of the review files: what is written is read as written; the last word of a person holds."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act
from sift_assets.core.review.files import writing
from sift_assets.core.review.files.comments import comments_above
from sift_assets.core.review.files.contradiction_file import KINDS, read_contradictions
from sift_assets.core.review.files.merge_file import read_merges
from sift_assets.core.review.files.records import (
    ContradictionEntry,
    FileStatus,
    Known,
    ListedFact,
    MergeEntry,
    MergeMember,
    RelationEntry,
)
from sift_assets.core.review.files.relation_file import read_relations
from sift_assets.core.review.files.review_files import ReviewFile
from sift_assets.core.review.files.writing import OPEN_LISTED, written_file
from sift_assets_tests.core.decisions.decision_examples import person, said
from sift_assets_tests.core.review.files.desk import ADA, ADAH, BO, Desk

IDS = st.text("abcäß京:_~/", min_size=1, max_size=8)
HOSTILE = st.text(max_size=30) | st.sampled_from(
    (
        "no",
        "null",
        "1.0",
        "1e5",
        "007",
        "~",
        "# x",
        "- y",
        "a: b",
        "\u2028",
        "'",
        '"',
        "\x85",
        " z ",
    )
)
SURE = st.integers(0, 1000).map(lambda tick: tick / 1000)
STATUSES = st.sampled_from(FileStatus)


@st.composite
def merges(draw: st.DrawFn) -> MergeEntry:
    first, *others = draw(st.lists(IDS, min_size=2, max_size=4, unique=True))
    members = [MergeMember(id=one, name=draw(HOSTILE), confidence=draw(SURE)) for one in others]
    return MergeEntry(
        canonical_id=first,
        canonical_name=draw(HOSTILE),
        entity_type=draw(HOSTILE),
        status=draw(STATUSES),
        members=tuple(members),
        reason=draw(HOSTILE),
    )


def relations() -> st.SearchStrategy[RelationEntry]:
    return st.builds(
        RelationEntry,
        source_id=IDS,
        source_name=HOSTILE,
        target_id=IDS,
        target_name=HOSTILE,
        relation_type=IDS,
        confidence=SURE,
        evidence=HOSTILE,
        source_document=HOSTILE,
        status=STATUSES,
        flag_reason=HOSTILE,
    )


@settings(max_examples=150)
@given(st.lists(merges(), max_size=4, unique_by=lambda one: one.key))
def test_merges_are_read_as_they_are_written(entries: list[MergeEntry]) -> None:
    new = written_file("# Head\n", {}, "proposals", [Known(entry=one) for one in entries], {})
    read = read_merges(new.text, "")
    assert [one.entry for one in read.entries] == entries
    assert (read.problems, read.revision) == ((), new.snapshot.revision)


@settings(max_examples=150)
@given(st.lists(relations(), max_size=4, unique_by=lambda one: one.key))
def test_relations_are_read_as_they_are_written(entries: list[RelationEntry]) -> None:
    new = written_file(
        "", {"review_threshold": 0.7}, "relations", [Known(entry=e) for e in entries], {}
    )
    read = read_relations(new.text, "")
    assert [one.entry for one in read.entries] == entries
    assert (read.problems, read.revision) == ((), new.snapshot.revision)


SAID = st.text(min_size=1, max_size=20).filter(lambda text: not text.isspace())


@st.composite
def contradictions(draw: st.DrawFn) -> ContradictionEntry:
    facts = draw(st.lists(SAID, min_size=2, max_size=4))
    kind = draw(st.sampled_from(KINDS))
    return ContradictionEntry(
        entity_id=draw(IDS),
        entity_name=draw(HOSTILE),
        kind=kind,
        about=draw(IDS),
        facts=tuple(ListedFact(fact=fact, documents=draw(HOSTILE)) for fact in facts),
        status=draw(STATUSES),
        stands=draw(st.sampled_from(("all", "1", "2, 1"))),
        reason=draw(HOSTILE),
    )


@settings(max_examples=150)
@given(st.lists(contradictions(), max_size=4, unique_by=lambda one: one.key))
def test_contradictions_are_read_as_they_are_written(entries: list[ContradictionEntry]) -> None:
    known = [Known(entry=one) for one in entries]
    new = written_file("# Head\n", {}, "contradictions", known, {})
    read = read_contradictions(new.text, "")
    assert [one.entry for one in read.entries] == entries
    assert (read.problems, read.revision) == ((), new.snapshot.revision)


SHOWN = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=250
)


@settings(max_examples=300)
@given(SHOWN, st.lists(st.sampled_from(("Ltd", "漢字:", "#y", "naïve", "'s", '"q"')), max_size=40))
@example("\U0001f600", [])
@example("a\N{NO-BREAK SPACE}b\ufeff", [])
def test_the_quick_dumper_writes_the_same_bytes_as_the_other(text: str, words: list[str]) -> None:
    entry = MergeEntry(
        canonical_id="person:a",
        canonical_name=" ".join(words),
        entity_type="PERSON",
        status=FileStatus.DRAFT,
        members=(MergeMember(id="person:b", name=text, confidence=1e-7),),
        reason=f"{text} {' '.join(words)}",
    )
    quick, slow = [], []
    for texts, forced in ((quick, False), (slow, True)):
        with pytest.MonkeyPatch.context() as patch:
            if forced:
                patch.setattr(writing, "_PlainDumper", None)
            texts.append(written_file("", {}, "proposals", [Known(entry=entry)], {}).text)
    assert quick == slow


COMMENTS = st.lists(
    st.sampled_from(("# why", "#", "  # - so: x", "# status: CONFIRMED")), max_size=3
)


@settings(max_examples=60)
@given(st.lists(st.tuples(merges(), COMMENTS), max_size=4, unique_by=lambda one: one[0].key))
def test_comments_above_entries_stay_with_them(said: list[tuple[MergeEntry, list[str]]]) -> None:
    entries = [Known(entry=entry) for entry, _ in said]
    comments = {
        entry.key: "".join(f"{line.strip()}\n" for line in lines) for entry, lines in said if lines
    }
    new = written_file("# Head\n", {}, "proposals", entries, comments)
    assert comments_above(new.text, "proposals", read_merges) == comments
    assert [one.entry for one in read_merges(new.text, "").entries] == [e.entry for e in entries]
    again = written_file("# Head\n", {}, "proposals", entries, comments)
    assert again.text == new.text


def test_no_more_is_listed_than_people_can_work_with() -> None:
    entries = [
        Known(
            entry=MergeEntry(
                canonical_id=f"person:{number}",
                canonical_name="",
                entity_type="",
                status=FileStatus.DRAFT,
                members=(MergeMember(id="person:x"),),
            )
        )
        for number in range(OPEN_LISTED + 5)
    ]
    new = written_file("", {}, "proposals", entries, {})
    assert len(new.snapshot.entries) == OPEN_LISTED
    assert new.text.startswith("# 5 more are not listed")


PAIRS = ((ADA, ADAH), (ADAH, BO))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("file"), st.sampled_from(PAIRS), STATUSES),
        st.tuples(st.just("elsewhere"), st.sampled_from(PAIRS), st.sampled_from(("yes", "no"))),
        st.tuples(st.sampled_from(("refresh", "read", "killed")), st.none(), st.none()),
    ),
    max_size=8,
)


SAID_AGAIN = [
    ("file", (ADA, ADAH), FileStatus.CONFIRMED),
    ("elsewhere", (ADA, ADAH), "yes"),
    ("file", (ADA, ADAH), FileStatus.DRAFT),
]
"""What is taken back has been said twice, by two ways."""


@settings(max_examples=40)
@given(STEPS)
@example(SAID_AGAIN)
def test_what_a_person_said_last_of_a_pair_holds(
    steps: list[tuple[str, tuple[str, str] | None, str | None]],
) -> None:
    """Edits that are read, kills between log and memory, and words by another way, in any order."""
    desk, expected = Desk(ReviewFile.MERGES), dict.fromkeys(PAIRS, FileStatus.DRAFT)
    for what, pair, word in steps:
        if what == "file" and pair:
            desk.mark(str(word), *pair)
            _read(desk)
            expected[pair] = FileStatus(str(word))
        elif what == "elsewhere" and pair:
            act = Act.MERGE if word == "yes" else Act.NOT_SAME
            names = (person(one.partition(":")[2].title()) for one in pair)
            desk.say(said(act, entities=tuple(names)))
            desk.refresh()
            expected[pair] = FileStatus.CONFIRMED if word == "yes" else FileStatus.REJECTED
        elif what == "refresh":
            desk.refresh()
        else:
            _read(desk, killed=what == "killed")
    found = {
        (row["first"], row["second"]): FileStatus.CONFIRMED if row["same"] else FileStatus.REJECTED
        for row in desk.resolved.links.to_pylist()
    }
    assert found == {pair: word for pair, word in expected.items() if word is not FileStatus.DRAFT}


def _read(desk: Desk, *, killed: bool = False) -> None:
    """Read back, killed once before or not; the second reading says nothing more."""
    desk.read(killed=killed)
    assert desk.read()[0] == [] or not killed
    assert desk.read() == ([], ())
