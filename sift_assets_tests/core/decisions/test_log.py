"""The decision log as text: every line for itself."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sift_assets.core.decisions.decision import Act, Decision, digest_of
from sift_assets.core.decisions.log import latest_time, read_log, to_line
from sift_assets_tests.core.decisions.decision_examples import (
    anchor,
    joining,
    moment,
    part,
    person,
    said,
    undo,
)

ADA, BO = person("Ada", aliases=("A.",), anchors=(anchor("ü.txt", "Ada"),)), person("Bo")


def example(at: int) -> Decision:
    return said(Act.MERGE, at, entities=(ADA, BO), reason='Both are "Ada"\n and more.')


EXAMPLES = [
    example(1),
    said(Act.SPLIT, 2, entities=(ADA,), parts=(part("1", "a"), part("2", "b", name="B"))),
    said(Act.REJECT, 3, relation=joining(ADA, "KNOWS", BO, documents=("a",), support=1)),
    said(Act.MERGE, 4, entities=(ADA, BO), rule="title", threshold=0.9, channel="rule"),
    undo(example(1), 5),
]
LINES = [to_line(one) for one in EXAMPLES]


def test_decisions_read_back_from_their_lines() -> None:
    read = read_log(b"".join(LINES))
    assert read == (tuple(EXAMPLES), (), b"")
    assert all(line.count(b"\n") == 1 and line.endswith(b"\n") for line in LINES)


@given(st.permutations(range(len(LINES))), st.lists(st.integers(0, len(LINES) - 1)))
def test_neither_the_order_nor_the_repetition_of_lines_counts(
    order: list[int], again: list[int]
) -> None:
    data = b"".join(LINES[at] for at in (*order, *again))
    assert read_log(data).decisions == tuple(EXAMPLES)


BAD = [
    (b"{", "is no JSON"),
    (b"[1]", "is no decision"),
    (b"\xff\xfe{}", "is no JSON"),
    (b"[" * 100_000, "is no decision (it is nested too deeply)"),
    (b'{"act":"merge"}', "time: Field required"),
    (LINES[0].strip().replace(b'"merge"', b'"marry"'), "act: Input should be"),
    (LINES[0].strip().replace(b"Bo", b"Ba"), "does not match its id"),
    (LINES[0].strip().replace(EXAMPLES[0].id.encode(), b"0"), "does not match its id '0'"),
    (LINES[3].strip().replace(b"0.9", b"NaN"), "threshold: Input should be a finite number"),
    (LINES[0].strip().replace(b"2026-03-01T", b"2026-13-01T"), "is none in UTC"),
    (LINES[0].strip().replace(b".000000Z", b"Z"), "is none in UTC"),
    (LINES[0].strip().replace(b'"actor"', b'"author":1,"actor"'), "author: Extra inputs"),
    (b"<<<<<<< HEAD", "is a mark of an unfinished merge by git; remove the line"),
    (b"=======", "is a mark of an unfinished merge by git; remove the line"),
    (b">>>>>>> theirs", "is a mark of an unfinished merge by git; remove the line"),
]


@pytest.mark.parametrize(("line", "problem"), BAD, ids=range(len(BAD)))
def test_a_bad_line_is_named_by_its_number_and_costs_no_other(line: bytes, problem: str) -> None:
    read = read_log(LINES[0] + LINES[1] + line + b"\n" + b"".join(LINES[2:]))
    assert read.decisions == tuple(EXAMPLES)
    ((number, found),) = read.bad
    assert number == 3
    assert problem in found
    assert read.torn == b""


@given(st.data())
def test_of_a_torn_last_line_nothing_counts_until_it_is_whole(data: st.DataObject) -> None:
    """Wherever a writer is killed: what was whole before stays, what was not does not count."""
    kept = data.draw(st.integers(0, len(LINES[-1])))
    read = read_log(b"".join(LINES[:-1]) + LINES[-1][:kept])
    is_whole = kept >= len(LINES[-1]) - 1  # only the line feed is missing
    assert read.decisions == tuple(EXAMPLES if is_whole else EXAMPLES[:-1])
    assert read.torn == (b"" if is_whole else LINES[-1][:kept])
    assert read.bad == ()


@given(st.binary(max_size=200), st.randoms(use_true_random=False))
def test_whatever_stands_between_them_whole_lines_are_read(junk: bytes, random: Random) -> None:
    parts = [*LINES, *(line + b"\n" for line in junk.split(b"\n"))]
    read = read_log(b"".join(random.sample(parts, len(parts))))
    assert read.decisions == tuple(EXAMPLES)


def test_an_editors_line_ends_and_blank_lines_are_no_problem() -> None:
    read = read_log(b"\xef\xbb\xbf" + b"\r\n\r\n".join(line.strip() for line in LINES) + b" \n\n")
    assert read == (tuple(EXAMPLES), (), b"")


def test_an_id_is_that_of_the_content_alone() -> None:
    one = example(1)
    assert one.id == one.expected_id == example(1).id != example(2).id
    assert len(one.id) == 16
    fields: dict[str, Any] = json.loads(to_line(one))
    assert Decision.model_validate(dict(reversed(fields.items()))) == one


def test_the_latest_time_is_found_without_reading_lines() -> None:
    assert latest_time(b"") == ""
    assert latest_time(b"".join(reversed(LINES))) == moment(5)
    quoted = said(Act.MERGE, 1, entities=(ADA, BO), reason=f'"time":"{moment(9)}"')
    assert latest_time(to_line(quoted)) == moment(1)
    assert latest_time(LINES[0] + LINES[1].replace(b"2026-03", b"2026-99")) == moment(1)


@pytest.mark.parametrize(
    ("act", "details"),
    [
        (Act.MERGE, {"entities": (ADA,)}),
        (Act.MERGE, {"entities": (ADA, person("ADA"))}),
        (Act.NOT_SAME, {}),
        (Act.SPLIT, {"entities": (ADA,), "parts": (part("1", "a"),)}),
        (Act.SPLIT, {"entities": (ADA,), "parts": (part("1", "a"), part("1", "b"))}),
        (Act.SPLIT, {"entities": (ADA,), "parts": (part("1", "a"), part("2", "a"))}),
        (Act.WHOLE, {}),
        (Act.NAME, {"entities": (ADA,), "name": "\u200b "}),
        (Act.CONFIRM, {"entities": (ADA,)}),
        (Act.REJECT, {}),
        (Act.ADD, {}),
        (Act.RESOLVE, {"falls": (joining(ADA, "KNOWS", BO),)}),
        (Act.RESOLVE, {"stands": (joining(ADA, "KNOWS", BO),)}),
        (Act.RETRACT, {}),
        (Act.UNDO, {}),
    ],
)
def test_a_decision_that_lacks_what_its_act_needs_is_none(
    act: Act, details: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError, match=f"a decision to {act} needs"):
        said(act, **details)


def test_a_digest_is_the_same_whatever_the_spelling() -> None:
    assert digest_of("Ada  Lovelace") == digest_of("ADA\nlovelace") != digest_of("Ada")
