"""The guards in their order; and that nothing personal, secret or refused ever passes."""

import pytest

from sift_assets.core.promotion.candidates import root_of, says_personal, tags_of
from sift_assets.core.promotion.guards import Grounds, guarded
from sift_assets.core.promotion.near_duplicates import Refused
from sift_assets.core.promotion.records import (
    Candidate,
    Finding,
    Root,
    Scan,
    Severity,
    SkipReason,
)
from sift_assets.core.promotion.settings import Autonomy
from sift_assets_tests.core.promotion.personal_documents import (
    LABELS,
    personal_documents,
    text_of,
)

CLEAN = Scan(scanner="1")
OPEN = Grounds(autonomy=Autonomy.REVIEW)


def finding(severity: Severity = Severity.HIGH, line: int = 3) -> Finding:
    return Finding(kind="GitHub token", severity=severity, line=line, fingerprint="f")


def candidate(**fields: object) -> Candidate:
    whole = {"id": "c1", "document": "a.md", "content": "t1", "text": "v1", "characters": 9}
    return Candidate.model_validate({**whole, "signature": (1, 2, 3, 4), "scan": CLEAN, **fields})


REFUSED = Refused(
    candidate="c1", content="t1", signature=(1, 2, 3, 4), reason="private", at="2026", by="eve"
)
GROUNDS = Grounds(autonomy=Autonomy.NEVER, refusals=(REFUSED,), delivered=frozenset({"t1", "t2"}))
SECRET = Scan(scanner="1", findings=(finding(),))

ORDER = (
    ({"scan": SECRET}, {}, SkipReason.SECRET_CONTENT),
    ({"scan": CLEAN}, {}, SkipReason.TAG_PERSONAL),
    ({"root": Root.ORG_WORK}, {}, SkipReason.SEAT_NEVER),
    ({}, {"autonomy": Autonomy.AUTO}, SkipReason.NO_TEXT),
    ({"text": "v1", "characters": 9}, {}, SkipReason.PREVIOUSLY_REJECTED),
    ({"content": "t2"}, {}, SkipReason.NEAR_REJECTED),
    ({"signature": (7, 8, 9)}, {}, SkipReason.ALREADY_DELIVERED),
    ({"content": "t3"}, {}, None),
)
"""What is put right, one after the other, and which guard speaks then."""


def test_the_guards_speak_in_their_order() -> None:
    one, grounds = candidate(root=Root.PERSONAL, text="", characters=0), GROUNDS
    for of_candidate, of_grounds, expected in ORDER:
        one, grounds = one.model_copy(update=of_candidate), grounds.model_copy(update=of_grounds)
        assert guarded(one, grounds).skip is expected
    assert guarded(one, grounds).detail == ""


@pytest.mark.parametrize(
    ("scan", "reason", "detail"),
    [
        (None, SkipReason.SCAN_FAILED, "Nobody has looked"),
        (Scan(scanner="1", failure="broke"), SkipReason.SCAN_FAILED, "broke"),
        (SECRET, SkipReason.SECRET_CONTENT, "GitHub token (line 3)"),
        (
            Scan(scanner="1", findings=tuple(finding(line=n) for n in range(5))),
            SkipReason.SECRET_CONTENT,
            "(line 2), and 2 more",
        ),
        (Scan(scanner="1", findings=(finding(Severity.LOW),)), None, ""),
    ],
)
def test_what_has_a_secret_or_was_not_looked_through_goes_no_further(
    scan: Scan | None, reason: SkipReason | None, detail: str
) -> None:
    found = guarded(candidate(scan=scan), OPEN)
    assert found.skip is reason
    assert detail in found.detail


def test_a_refusal_is_told_with_who_when_and_why() -> None:
    grounds = Grounds(autonomy=Autonomy.REVIEW, refusals=(REFUSED,))
    assert guarded(candidate(), grounds).detail == "Refused 2026 by eve: private"


def test_why_there_is_no_text_is_told() -> None:
    found = guarded(candidate(text="", scan=None, detail="It is encrypted."), OPEN)
    assert (found.skip, found.detail) == (SkipReason.NO_TEXT, "It is encrypted.")


@pytest.mark.parametrize("label", LABELS)
def test_a_document_is_personal_however_it_says_so(label: str) -> None:
    assert says_personal(text_of(f"{label}The text."))


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: A personal note\ntags: [work]\n---\nMy personal view of the harbour.",
        "Personal data is a topic here. Tags: none",
        "#personality and #impersonal",
        "personal",
        "---\ntags: [work]\nauthor:\n  personal\n---\n",
    ],
)
def test_a_document_that_only_speaks_of_it_is_not(text: str) -> None:
    assert not says_personal(text_of(text))


def test_in_a_thousand_sequences_of_tags_and_edits_nothing_personal_passes() -> None:
    for document, root in personal_documents(1_000, seed=11):
        for autonomy in (Autonomy.AUTO, Autonomy.REVIEW):
            one = candidate(root=root, tags=tags_of(document))
            found = guarded(one, Grounds(autonomy=autonomy))
            assert found.skip is SkipReason.TAG_PERSONAL, repr(document.text)


def test_tags_are_folded_and_front_matter_counts_in_any_kind_of_text() -> None:
    text = "---\ntags: [Harbour, '#Org-Work']\n---\nText #later\n"
    assert tags_of(text_of(text, ("HARBOUR", "x"))) == ("harbour", "org-work", "x")


@pytest.mark.parametrize(
    ("personal", "org_work", "expected"),
    [
        (True, True, Root.PERSONAL),
        (True, False, Root.PERSONAL),
        (False, True, Root.ORG_WORK),
        (False, False, Root.NONE),
    ],
)
def test_personal_wins(personal: bool, org_work: bool, expected: Root) -> None:
    assert root_of(personal=personal, org_work=org_work) is expected
