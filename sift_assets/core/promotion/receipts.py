"""Receipts of an evaluation of Central: what opens the gate for a while, and when it does not.

A receipt is bound to the project by its key, to the code and to the configuration: with another of
either it is worth nothing. The data it is bound to by time alone. Documents change all day, and a
receipt that ended with the next edit would never be there at night; so it names the revision that
was evaluated, which its signature covers, and holds until it expires.

Whoever has the project's key can sign what they like. The signature protects against a file that
was edited, copied from another project or written by hand, not against the project's owner.
"""

import hmac
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field, StrictBool, StringConstraints, ValidationError

from sift_assets.core.records.record import Record

SCOPE = "central"
"""The one scope that there is."""

PASSED, FAILED = "passed", "failed"

LONGEST_RECEIPT = 65_536
"""Bytes; one has about 900, and what is longer was not written here."""

Sign = Callable[..., str]
"""Signs parts, see `PromotionKey.signature`."""

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16,64}$")]
Time = Annotated[str, StringConstraints(strict=True, max_length=40)]


class CheckName(StrEnum):
    """The five checks of an evaluation, in the order in which they are told.

    `projection_chain`: what is delivered reaches graph, index and exports. `seat_isolation`: what
    is not, reaches nobody else. `cited_graph_retrieval`: answers carry passages that are there.
    `rollback`: what is revoked leaves no trace. `free_model_budget`: while nothing may be spent,
    no call is made that costs.
    """

    PROJECTION_CHAIN = "projection_chain"
    SEAT_ISOLATION = "seat_isolation"
    CITED_GRAPH_RETRIEVAL = "cited_graph_retrieval"
    ROLLBACK = "rollback"
    FREE_MODEL_BUDGET = "free_model_budget"


class Checks(Record):
    """How the five checks ended. Only a true is true: no 1, no "true", nothing left out."""

    projection_chain: StrictBool
    seat_isolation: StrictBool
    cited_graph_retrieval: StrictBool
    rollback: StrictBool
    free_model_budget: StrictBool

    @property
    def failed(self) -> tuple[CheckName, ...]:
        """The checks that did not end well."""
        return tuple(name for name in CheckName if not getattr(self, name))


class Bindings(Record):
    """What a receipt is worth something with.

    Attributes:
        project: Opaque, of the project's key.
        code: Revision of the package's code.
        config: Version of everything in settings and domain that shapes what was checked.
    """

    project: Hash
    code: Hash
    config: Hash


class Receipt(Record):
    """What an evaluation found.

    Attributes:
        scope: `central`.
        status: `passed` or `failed`.
        run: Id of the run that evaluated.
        evaluated_at: When, in ISO 8601 with a time zone.
        expires_at: Until when it is believed, likewise.
        last_passed_at: When an evaluation last passed, this one or an earlier; empty for never.
        checks: See `Checks`.
        bindings: See `Bindings`.
        data: Revision of Central that was evaluated; empty where nothing was built yet.
        signature: Of all the rest, by the project's key.
    """

    scope: str
    status: str
    run: Annotated[str, Field(min_length=1, max_length=200)]
    evaluated_at: Time
    expires_at: Time
    last_passed_at: Time
    checks: Checks
    bindings: Bindings
    data: str
    signature: str = ""

    def signed(self, sign: Sign) -> "Receipt":
        """Return it with its signature."""
        return self.model_copy(update={"signature": self.signature_by(sign)})

    def signature_by(self, sign: Sign) -> str:
        """Return what its signature has to be."""
        return sign("receipt", self.model_dump(mode="json", exclude={"signature"}))


class ReceiptProblem(StrEnum):
    """Why a receipt opens nothing; empty when it is valid."""

    NONE = ""
    MISSING = "no_receipt"
    MALFORMED = "receipt_malformed"
    FOREIGN = "receipt_foreign"
    EDITED = "receipt_edited"
    SCOPE = "receipt_of_another_scope"
    FAILED = "evaluation_failed"
    CODE = "receipt_of_other_code"
    CONFIG = "receipt_of_other_config"
    FUTURE = "receipt_future_dated"
    EXPIRED = "receipt_expired"


IN_WORDS: Mapping[ReceiptProblem, str] = {
    ReceiptProblem.NONE: "it is valid",
    ReceiptProblem.MISSING: "there is none",
    ReceiptProblem.MALFORMED: "it is no receipt",
    ReceiptProblem.FOREIGN: "it is of another project, or of another key",
    ReceiptProblem.EDITED: "it is not as it was signed",
    ReceiptProblem.SCOPE: "it is of another scope",
    ReceiptProblem.FAILED: "the evaluation did not pass",
    ReceiptProblem.CODE: "the code has changed since",
    ReceiptProblem.CONFIG: "settings or domain have changed since",
    ReceiptProblem.FUTURE: "it is dated in the future",
    ReceiptProblem.EXPIRED: "it has expired",
}


def read_receipt(data: bytes) -> Receipt | None:
    """Return a receipt, None for what is none: not whole, not of its types, or with more in it."""
    if len(data) > LONGEST_RECEIPT:
        return None
    try:
        found = Receipt.from_bytes(data)
    except ValidationError:
        return None
    times = (found.evaluated_at, found.expires_at, found.last_passed_at or found.evaluated_at)
    is_whole = all(time_of(one) for one in times) and found.status in (PASSED, FAILED)
    return found if is_whole else None


def problem_of(data: bytes | None, now: datetime, expected: Bindings, sign: Sign) -> ReceiptProblem:
    """Say why a receipt opens nothing.

    Args:
        data: The file; None where there is none.
        now: With a time zone.
        expected: What it has to be bound to.
        sign: The project's signature.
    """
    if data is None:
        return ReceiptProblem.MISSING
    found = read_receipt(data)
    if found is None:
        return ReceiptProblem.MALFORMED
    if found.bindings.project != expected.project:
        return ReceiptProblem.FOREIGN
    if not hmac.compare_digest(
        found.signature_by(sign).encode(), found.signature.encode("utf-8", "surrogatepass")
    ):
        return ReceiptProblem.EDITED
    return _what_it_says(found, expected) or _when(found, now)


def time_of(text: str) -> datetime | None:
    """Return the time that a text says in ISO 8601; None for none, or without a time zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if found.tzinfo is None else found


def _what_it_says(found: Receipt, expected: Bindings) -> ReceiptProblem:
    if found.scope != SCOPE:
        return ReceiptProblem.SCOPE
    if found.status != PASSED or found.checks.failed:
        return ReceiptProblem.FAILED
    if found.bindings.code != expected.code:
        return ReceiptProblem.CODE
    if found.bindings.config != expected.config:
        return ReceiptProblem.CONFIG
    return ReceiptProblem.NONE


def _when(found: Receipt, now: datetime) -> ReceiptProblem:
    """Say what is wrong with the times of a receipt; that they are times was seen before."""
    if datetime.fromisoformat(found.evaluated_at) > now:
        return ReceiptProblem.FUTURE
    is_over = datetime.fromisoformat(found.expires_at) <= now
    return ReceiptProblem.EXPIRED if is_over else ReceiptProblem.NONE
