"""A receipt opens the gate when every word of it is as it has to be, and not otherwise."""

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.promotion.receipts import (
    IN_WORDS,
    LONGEST_RECEIPT,
    Bindings,
    CheckName,
    Checks,
    Receipt,
    ReceiptProblem,
    problem_of,
    read_receipt,
)
from sift_assets.core.records.record import canonical_json

NOW = datetime(2026, 3, 1, 3, 0, tzinfo=UTC)
OURS = Bindings(project="a" * 20, code="b" * 64, config="c" * 64)


def sign(*parts: object) -> str:
    return hashlib.sha256(b"ours" + canonical_json(list(parts))).hexdigest()


def sign_by_others(*parts: object) -> str:
    return hashlib.sha256(b"theirs" + canonical_json(list(parts))).hexdigest()


def receipt(**fields: Any) -> Receipt:
    values: dict[str, Any] = {
        "scope": "central",
        "status": "passed",
        "run": "0f5c",
        "evaluated_at": "2026-03-01T02:00:00+00:00",
        "expires_at": "2026-03-02T02:00:00+00:00",
        "last_passed_at": "2026-03-01T02:00:00+00:00",
        "checks": Checks(**{str(name): True for name in CheckName}),
        "bindings": OURS,
        "data": "d" * 64,
    }
    return Receipt.model_validate(values | fields)


def judged(
    found: Receipt | bytes | None, now: datetime = NOW, expected: Bindings = OURS
) -> ReceiptProblem:
    data = found.to_bytes() if isinstance(found, Receipt) else found
    return problem_of(data, now, expected, sign)


def plain() -> dict[str, Any]:
    return json.loads(receipt().signed(sign).to_bytes())


def test_a_receipt_as_it_was_signed_is_valid_until_it_expires():
    found = receipt().signed(sign)
    assert judged(found) == ""
    assert judged(found, NOW + timedelta(hours=22, minutes=59)) == ""
    assert judged(found, NOW + timedelta(hours=23)) == "receipt_expired"


def test_no_file_is_no_receipt():
    assert judged(None) == "no_receipt"


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found | {"more": 1},
        lambda found: {name: value for name, value in found.items() if name != "run"},
        lambda found: found | {"run": ""},
        lambda found: found | {"checks": found["checks"] | {"rollback": "true"}},
        lambda found: found | {"checks": found["checks"] | {"rollback": 1}},
        lambda found: found | {"checks": found["checks"] | {"rollback": None}},
        lambda found: found | {"checks": found["checks"] | {"extra": True}},
        lambda found: {**found, "checks": dict(list(found["checks"].items())[1:])},
        lambda found: found | {"evaluated_at": "2026-03-01T02:00:00"},
        lambda found: found | {"expires_at": "2026-03-02T02:00:00"},
        lambda found: found | {"expires_at": "tomorrow"},
        lambda found: found | {"expires_at": 1_772_416_800},
        lambda found: found | {"status": "green"},
        lambda found: found | {"bindings": {"project": "a"}},
        lambda found: [found],
    ],
)
def test_what_is_not_of_the_shape_of_a_receipt_is_none(change: Callable[[Any], Any]):
    assert judged(json.dumps(change(plain())).encode()) == "receipt_malformed"


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"null", b'{"scope":'])
def test_a_damaged_file_is_none(data: bytes):
    assert judged(data) == "receipt_malformed"


def test_what_is_longer_than_any_receipt_is_not_even_read():
    assert read_receipt(receipt().signed(sign).to_bytes() + b" " * LONGEST_RECEIPT) is None


@pytest.mark.parametrize("name", CheckName)
def test_each_check_has_to_be_true(name: CheckName):
    checks = receipt().checks.model_copy(update={str(name): False})
    assert judged(receipt(checks=checks).signed(sign)) == "evaluation_failed"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"scope": "seat"}, "receipt_of_another_scope"),
        ({"status": "failed"}, "evaluation_failed"),
        ({"evaluated_at": "2026-03-01T03:00:01+00:00"}, "receipt_future_dated"),
        ({"expires_at": "2026-03-01T03:00:00+00:00"}, "receipt_expired"),
        ({"expires_at": "2026-03-01T04:30:00+02:00"}, "receipt_expired"),
        ({"bindings": OURS.model_copy(update={"code": "e" * 64})}, "receipt_of_other_code"),
        ({"bindings": OURS.model_copy(update={"config": "e" * 64})}, "receipt_of_other_config"),
        ({"bindings": OURS.model_copy(update={"project": "e" * 20})}, "receipt_foreign"),
    ],
)
def test_a_well_signed_receipt_counts_only_for_what_and_when_it_is(
    fields: dict[str, Any], problem: str
):
    assert judged(receipt(**fields).signed(sign)) == problem


def test_a_receipt_that_another_key_signed_does_not_count():
    assert judged(receipt().signed(sign_by_others)) == "receipt_edited"
    assert judged(receipt()) == "receipt_edited"
    assert judged(receipt(signature="ä" * 64)) == "receipt_edited"


def test_the_time_zone_that_a_time_is_written_in_says_the_same_time():
    east = timezone(timedelta(hours=5, minutes=30))
    moved = NOW.astimezone(east)
    assert judged(receipt(evaluated_at=moved.isoformat()).signed(sign)) == ""
    assert judged(receipt().signed(sign), moved) == ""


def leaves(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if isinstance(value, dict):
        return [leaf for name in value for leaf in leaves(value[name], (*path, name))]
    return [path]


LEAVES = leaves(plain())
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=80), st.sampled_from(["", "passed"]),
    st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat),
    st.text("0123456789abcdef", min_size=20, max_size=64),
)  # fmt: skip


@given(st.sampled_from(LEAVES), VALUES)
@settings(max_examples=300)
def test_any_single_changed_field_is_refused(leaf: tuple[str, ...], value: Any):
    found = plain()
    at = found
    for name in leaf[:-1]:
        at = at[name]
    is_changed = type(at[leaf[-1]]) is not type(value) or at[leaf[-1]] != value
    at[leaf[-1]] = value
    assert bool(judged(json.dumps(found).encode())) == is_changed


@given(st.binary(max_size=200))
def test_no_bytes_at_all_open_the_gate_and_none_raise(data: bytes):
    assert judged(data) == "receipt_malformed"


def test_every_problem_has_words():
    assert set(IN_WORDS) == set(ReceiptProblem)
