from collections.abc import Callable

import pytest

from sift_assets.core.records.extraction import Extraction, QuarantineReason


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy did not acquire Ostrey Waterworks.",
        "Halvard Energy never acquired Ostrey Waterworks.",
        "Halvard Energy is not affiliated with Ostrey Waterworks.",
        "Halvard Energy no longer owns Ostrey Waterworks.",
        "Halvard Energy has no stake in Ostrey Waterworks.",
        "Halvard Energy no longer holds any stake in Ostrey Waterworks.",
        "Halvard Energy denied that it had acquired Ostrey Waterworks.",
        "Halvard Energy refused to acquire Ostrey Waterworks.",
        "Halvard Energy failed to acquire Ostrey Waterworks.",
        "Halvard Energy is not the parent of Ostrey Waterworks.",
        "A spokesman denied reports that Halvard Energy owns Ostrey Waterworks.",
        "Neither Halvard Energy nor Tomas Wray acquired Ostrey Waterworks.",
        "Halvard Energy will not acquire Ostrey Waterworks.",
    ],
)
def test_a_denied_relation_is_never_published(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    assert read(sentence).relations == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy did not acquire Ostrey Waterworks.",
        "Halvard Energy no longer owns Ostrey Waterworks.",
        "Halvard Energy is not the parent of Ostrey Waterworks.",
    ],
)
def test_a_denied_relation_is_quarantined_with_its_evidence(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    extraction = read(sentence)
    assert [q.reason for q in extraction.quarantined] == [QuarantineReason.NEGATED]
    record = extraction.quarantined[0].record
    assert record["evidence"]["quote"] == sentence
    assert {record["source"], record["target"]} == {"Halvard Energy", "Ostrey Waterworks"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy plans to acquire Ostrey Waterworks.",
        "Halvard Energy signed a letter of intent to acquire Ostrey Waterworks.",
        "Halvard Energy may acquire Ostrey Waterworks.",
        "Halvard Energy offered to buy Ostrey Waterworks.",
        "Halvard Energy was accused of owning Ostrey Waterworks.",
        "Halvard Energy is considering a plan to acquire Ostrey Waterworks.",
        "Tomas Wray alleged that Halvard Energy owned Ostrey Waterworks.",
        "If Halvard Energy acquires Ostrey Waterworks, prices will rise.",
        "They signed a letter of intent for Ostrey Waterworks to be acquired by Halvard Energy.",
    ],
)
def test_what_is_planned_or_alleged_is_a_link_and_not_a_fact(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    ends = {"Halvard Energy", "Ostrey Waterworks"}
    found = [r for r in read(sentence).relations if {r.source, r.target} == ends]
    assert {r.type for r in found} <= {"ASSOCIATED_WITH"}
    assert all(
        ("modality", "not asserted") in [(a.key, a.value) for a in r.attributes] for r in found
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy will acquire Ostrey Waterworks.",
        "Halvard Energy decided to acquire Ostrey Waterworks.",
        "Tomas Wray did not know that Halvard Energy had acquired Ostrey Waterworks.",
        "Halvard Energy not only acquired Ostrey Waterworks but also kept the staff.",
        "Tomas Wray, who did not attend, said that Halvard Energy acquired Ostrey Waterworks.",
    ],
)
def test_negation_elsewhere_in_the_sentence_denies_nothing(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    found = {(r.source, r.type, r.target) for r in read(sentence).relations}
    assert ("Halvard Energy", "OWNS", "Ostrey Waterworks") in found


def test_what_is_alleged_here_and_denied_there_is_not_published(
    read: Callable[[str], Extraction],
) -> None:
    text = (
        "Tomas Wray alleged that Halvard Energy owned Ostrey Waterworks. "
        "Halvard Energy does not own Ostrey Waterworks."
    )
    found = [{r.source, r.target} for r in read(text).relations]
    assert {"Halvard Energy", "Ostrey Waterworks"} not in found
