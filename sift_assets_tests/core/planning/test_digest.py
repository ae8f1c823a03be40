"""A plan in a few lines: counts and inputs, with versions where they are the same for all."""

from sift_assets.core.planning.digest import digest, reason_in_words, takes_in_words
from sift_assets.core.planning.estimate import Estimate, Work
from sift_assets.core.planning.explanation import Computation, Reason

OLD, NEW = "1a2b3c4d5e6f", "9f8e7d6c5b4a"
PROMPT = Reason(input="domain[prompt]", old=OLD, new=NEW)


def extraction(partition: str, *reasons: Reason) -> Computation:
    return Computation(asset="extractions", partition=partition, reasons=reasons)


def test_a_reason_of_all_partitions_is_said_with_its_versions() -> None:
    (found,) = digest([extraction("a", PROMPT), extraction("b", PROMPT)])
    assert str(found) == ("extractions: 2 to compute, because domain[prompt] 1a2b3c4d→9f8e7d6c")


def test_reasons_of_some_are_counted_and_the_most_frequent_is_said_first() -> None:
    edited = [Reason(input="document_texts", old=OLD, new=new) for new in ("one", "two")]
    rows = [extraction("a", PROMPT, edited[0]), extraction("b", PROMPT, edited[1])]
    (found,) = digest([*rows, extraction("c", PROMPT)])
    assert found.because == ("domain[prompt] 1a2b3c4d→9f8e7d6c", "document_texts (2 of 3)")


def test_assets_keep_their_order_and_a_plan_of_nothing_says_nothing() -> None:
    corpus = Computation(asset="corpus", partition="", reasons=(Reason(input="new"),))
    found = digest([extraction("a", PROMPT), corpus])
    assert [(row.asset, row.partitions) for row in found] == [("extractions", 1), ("corpus", 1)]
    assert digest([]) == ()


def test_a_version_that_is_computed_first_and_one_that_never_was_are_said_in_words() -> None:
    assert reason_in_words(Reason(input="corpus", old=OLD)) == "corpus 1a2b3c4d→to come"
    assert reason_in_words(Reason(input="corpus", new=NEW)) == "corpus none→9f8e7d6c"
    assert reason_in_words(Reason(input="incomplete")) == "incomplete"


def test_what_it_takes_is_said_with_calls_and_dollars_or_without() -> None:
    local = Estimate(total=Work(chunks_to_run=3, chunks_cached=4))
    assert takes_in_words(local) == "3 chunks to run, 4 cached, no calls, $0"
    work = Work(chunks_to_run=2, calls=2, input_tokens=900, output_tokens=80, unread=1)
    paid = Estimate(total=work, cost_usd=0.00123)
    assert takes_in_words(paid) == (
        "about 2 chunks to run, 0 cached, about 2 calls, some 900 tokens in and at most 80 out, "
        "about $0.0012"
    )
    assert takes_in_words(Estimate(total=work, cost_usd=None)).endswith("at an unknown price")
