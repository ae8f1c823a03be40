from collections.abc import Callable

import pytest

from sift_assets.core.records.extraction import Extraction, QuarantineReason


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy did not acquire Ostrey Logistics.",
        "Halvard Energy never acquired Ostrey Logistics.",
        "Halvard Energy is not affiliated with Ostrey Logistics.",
        "Halvard Energy no longer owns Ostrey Logistics.",
        "Halvard Energy has no stake in Ostrey Logistics.",
        "Halvard Energy no longer holds any stake in Ostrey Logistics.",
        "Halvard Energy denied that it had acquired Ostrey Logistics.",
        "Halvard Energy refused to acquire Ostrey Logistics.",
        "Halvard Energy failed to acquire Ostrey Logistics.",
        "Halvard Energy is not the parent of Ostrey Logistics.",
        "A spokesman denied reports that Halvard Energy owns Ostrey Logistics.",
        "Neither Halvard Energy nor Tomas Wray acquired Ostrey Logistics.",
        "Halvard Energy will not acquire Ostrey Logistics.",
    ],
)
def test_a_denied_relation_is_never_published(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    assert read(sentence).relations == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy did not acquire Ostrey Logistics.",
        "Halvard Energy no longer owns Ostrey Logistics.",
        "Halvard Energy is not the parent of Ostrey Logistics.",
    ],
)
def test_a_denied_relation_is_quarantined_with_its_evidence(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    extraction = read(sentence)
    assert [q.reason for q in extraction.quarantined] == [QuarantineReason.NEGATED]
    record = extraction.quarantined[0].record
    assert record["evidence"]["quote"] == sentence
    assert {record["source"], record["target"]} == {"Halvard Energy", "Ostrey Logistics"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy plans to acquire Ostrey Logistics.",
        "Halvard Energy signed a letter of intent to acquire Ostrey Logistics.",
        "Halvard Energy may acquire Ostrey Logistics.",
        "Halvard Energy offered to buy Ostrey Logistics.",
        "Halvard Energy was accused of owning Ostrey Logistics.",
        "Halvard Energy is considering a plan to acquire Ostrey Logistics.",
        "Tomas Wray alleged that Halvard Energy owned Ostrey Logistics.",
        "If Halvard Energy acquires Ostrey Logistics, prices will rise.",
        "They signed a letter of intent for Ostrey Logistics to be acquired by Halvard Energy.",
    ],
)
def test_what_is_planned_or_alleged_is_a_link_and_not_a_fact(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    ends = {"Halvard Energy", "Ostrey Logistics"}
    found = [r for r in read(sentence).relations if {r.source, r.target} == ends]
    assert {r.type for r in found} <= {"ASSOCIATED_WITH"}
    assert all(
        ("modality", "not asserted") in [(a.key, a.value) for a in r.attributes] for r in found
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Halvard Energy will acquire Ostrey Logistics.",
        "Halvard Energy decided to acquire Ostrey Logistics.",
        "Tomas Wray did not know that Halvard Energy had acquired Ostrey Logistics.",
        "Halvard Energy not only acquired Ostrey Logistics but also kept the staff.",
        "Tomas Wray, who did not attend, said that Halvard Energy acquired Ostrey Logistics.",
    ],
)
def test_negation_elsewhere_in_the_sentence_denies_nothing(
    read: Callable[[str], Extraction], sentence: str
) -> None:
    found = {(r.source, r.type, r.target) for r in read(sentence).relations}
    assert ("Halvard Energy", "OWNS", "Ostrey Logistics") in found


def test_what_is_alleged_here_and_denied_there_is_not_published(
    read: Callable[[str], Extraction],
) -> None:
    text = (
        "Tomas Wray alleged that Halvard Energy owned Ostrey Logistics. "
        "Halvard Energy does not own Ostrey Logistics."
    )
    found = [{r.source, r.target} for r in read(text).relations]
    assert {"Halvard Energy", "Ostrey Logistics"} not in found
