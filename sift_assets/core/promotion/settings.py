"""Seats, principals and promotion: the part of the settings that says what may reach Central.

Light to import: the settings of a project read this.
"""

import re
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from sift_assets.core.config.text_rules import NOT_BLANK
from sift_assets.core.records.record import Record

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
"""Of a seat or a principal: it stands in partition keys, in paths and in the decision log."""

NonBlank = Annotated[str, StringConstraints(min_length=1, pattern=NOT_BLANK)]
"""Text with something in it."""

_CRON_BOUNDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
"""Minute, hour, day, month, day of the week."""

_CRON_ITEM = re.compile(r"(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:/[1-9]\d?)?")


def _cron(text: str) -> str:
    """Refuse what no scheduler can read: the whole code location would not load."""
    fields = text.split()
    if len(fields) != len(_CRON_BOUNDS):
        raise ValueError("is no cron; write five fields, for example 0 3 * * *")
    for field, (least, most) in zip(fields, _CRON_BOUNDS, strict=True):
        for item in field.split(","):
            match = _CRON_ITEM.fullmatch(item)
            numbers = [int(number) for number in match.groups() if number] if match else []
            if match is None or numbers != sorted(numbers) or not _are_in(numbers, least, most):
                raise ValueError(f"is no cron: {item!r} is not from {least} to {most}")
    return text


def _are_in(numbers: list[int], least: int, most: int) -> bool:
    return all(least <= number <= most for number in numbers)


Cron = Annotated[str, AfterValidator(_cron)]
"""When a schedule is due, in five fields of numbers."""

THRESHOLD = 0.7
"""Score from which a model's verdict counts as relevant; what is below is left with its seat."""

SAMPLED = 0.1
"""One in ten of what would be promoted unasked goes to a person, so that somebody sees whether
the rule is any good."""

EXPIRE_DAYS = 30
"""After a month the seat, Central and the settings are others; what nobody decided is assessed
anew."""

RECEIPT_HOURS = 24
"""How long an evaluation is believed: a day, so that a nightly sweep needs one of the same day."""


class Autonomy(StrEnum):
    """How far a seat's material goes unasked.

    `auto`: what is known as the organisation's work is promoted by rule. `review`: a person
    decides on everything. `never`: nothing leaves the seat.
    """

    AUTO = "auto"
    REVIEW = "review"
    NEVER = "never"


class Role(StrEnum):
    """What a principal may do; each may do what those before may.

    `reader`: read its seats and Central. `writer`: also propose and withdraw what is of its seats.
    `admin`: also decide on promotions; it reads a seat's material only where that is proposed.
    """

    READER = "reader"
    WRITER = "writer"
    ADMIN = "admin"


class PrincipalKind(StrEnum):
    """Who acts.

    `human`: a person. `service`: a program that acts by a token of its own.
    """

    HUMAN = "human"
    SERVICE = "service"


class SourceDeleted(StrEnum):
    """What becomes of a delivered document whose source has gone from its seat.

    `keep`: it stays. `revoke`: it is taken out of Central.
    """

    KEEP = "keep"
    REVOKE = "revoke"


class Isolation(StrEnum):
    """How far seats are apart.

    `shared`: one code location and one Dagster instance, a store for each seat. `strict`: each
    seat has a code location, an instance and a store of its own, and Central sees opaque ids.
    """

    SHARED = "shared"
    STRICT = "strict"


class SeatRoots(Record):
    """Which files of a seat are of which root, beside what their own tags say.

    Attributes:
        personal: Globs of what is never promoted.
        org_work: Globs of what is the organisation's work.
    """

    personal: tuple[NonBlank, ...] = ()
    org_work: tuple[NonBlank, ...] = ()


class Seat(Record):
    """One person's documents.

    Attributes:
        name: Of the seat, its partition key.
        folder: Where the documents are; relative to the project, or elsewhere.
        owner: The principal whose seat it is.
        autonomy: How far its material goes unasked.
        roots: See `SeatRoots`.
    """

    name: Name
    folder: NonBlank
    owner: Name
    autonomy: Autonomy = Autonomy.REVIEW
    roots: SeatRoots = SeatRoots()


class Principal(Record):
    """Somebody who may read or decide: nobody may who is not named.

    Attributes:
        name: What `SIFT_ACTOR`, the user of the system or the holder of a token is called.
        role: What the principal may do; each may do what those before may.
        seats: Seats that may be read beside those that are owned.
        kind: Who acts.
    """

    name: Name
    role: Role = Role.READER
    seats: tuple[Name, ...] = ()
    kind: PrincipalKind = PrincipalKind.HUMAN


class TrackedProject(Record):
    """Work that is known to be the organisation's.

    Attributes:
        name: As people call it.
        aliases: What else they call it.
        repositories: Addresses of its repositories, such as `github.com/acme/harbour`.
    """

    name: NonBlank
    aliases: tuple[NonBlank, ...] = ()
    repositories: tuple[NonBlank, ...] = ()


class PromotionSettings(Record):
    """What is promoted, when, and by whose word.

    Attributes:
        enabled: Whether the schedule sweeps at all.
        dry_run: Whether a sweep only says what it would do.
        cron: When the schedule sweeps, in UTC.
        evaluation_cron: When Central is evaluated, in UTC; before the sweep, which needs it.
        threshold: Score from which a verdict qualifies.
        sampled: Share of what would be promoted unasked that goes to a person instead.
        expire_days: How long an item waits for a decision.
        receipt_hours: How long an evaluation is believed.
        budget_usd: What assessing may spend on language models, in all, of the collection's
            budget; 0 allows no call that costs.
        unscheduled: Whether a run that the schedule did not ask for may call models, fill the
            queue and deliver.
        services_decide: Whether a program may decide in the place of a person.
        source_deleted: What becomes of what was delivered when its source has gone.
        isolation: How far seats are apart.
        tracked: The organisation's projects.
    """

    enabled: bool = False
    dry_run: bool = True
    cron: Cron = "0 3 * * *"
    evaluation_cron: Cron = "30 2 * * *"
    threshold: float = Field(default=THRESHOLD, ge=0, le=1, allow_inf_nan=False)
    sampled: float = Field(default=SAMPLED, ge=0, le=1, allow_inf_nan=False)
    expire_days: int = Field(default=EXPIRE_DAYS, ge=1, le=3_650)
    receipt_hours: float = Field(default=RECEIPT_HOURS, gt=0, le=8_760, allow_inf_nan=False)
    budget_usd: float = Field(default=0.0, ge=0, le=1_000_000, allow_inf_nan=False)
    unscheduled: bool = False
    services_decide: bool = False
    source_deleted: SourceDeleted = SourceDeleted.KEEP
    isolation: Isolation = Isolation.SHARED
    tracked: tuple[TrackedProject, ...] = ()
