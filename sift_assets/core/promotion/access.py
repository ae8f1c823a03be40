"""Who may do what with a seat, and with what is promoted from it.

Closed by default: who is not named may nothing, and an administrator does not read a seat because
of that. Asked before anything is looked up, and answered by one sentence whether something is
there or not, so that asking finds nothing out. What Central holds is everybody's.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Protocol

from sift_assets.core.errors import AccessDeniedError
from sift_assets.core.promotion.settings import (
    Principal,
    PrincipalKind,
    PromotionSettings,
    Role,
    Seat,
)


class Act(StrEnum):
    """What somebody may want to do.

    `read` a seat's documents: its owner, and whom the settings give the seat. `propose` and
    `withdraw` what is of the seat: of those, whose role is writer. `decide` on what was proposed:
    an administrator, a person unless programs may decide, and never on what is of their own seat.
    `revoke` what was delivered: the seat's owner, or an administrator. `review` what waits, in
    full: an administrator. `audit`: likewise. `set_up` a project of a seat's own: its owner, or an
    administrator.
    """

    READ = "read"
    PROPOSE = "propose"
    WITHDRAW = "withdraw"
    DECIDE = "decide"
    REVOKE = "revoke"
    REVIEW = "review"
    AUDIT = "audit"
    SET_UP = "set_up"


class Realm(Protocol):
    """What the settings of a project say of people and seats."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats."""
        ...

    @property
    def principals(self) -> tuple[Principal, ...]:
        """Everybody who may do anything."""
        ...

    @property
    def promotion(self) -> PromotionSettings:
        """By whose word something is promoted."""
        ...


DENIED = "You may not, or it is not there."
"""The one answer, so that nobody learns by asking which of the two it is."""

DENIED_FIX = "`principals` in sift.yaml says who may read and decide what."

_RANK = {Role.READER: 0, Role.WRITER: 1, Role.ADMIN: 2}

OF_A_SEAT = frozenset({Act.READ, Act.PROPOSE, Act.WITHDRAW, Act.SET_UP})
"""Acts that are about some seat; the others are also asked for without one, before the look-up
that tells which it is."""


def denied() -> AccessDeniedError:
    """Return the error that says no, and nothing else."""
    return AccessDeniedError(DENIED, DENIED_FIX)


def allowed(realm: Realm, name: str, act: Act, seat: str = "") -> None:
    """Return when somebody may do something.

    Args:
        realm: The settings.
        name: Who asks: a principal's name.
        act: What for.
        seat: On what is of which seat. Empty before that is known, to ask by role alone; then
            it is asked again with the seat.

    Raises:
        AccessDeniedError: They may not, or there is no such seat.
    """
    if not may(realm, name, act, seat):
        raise denied()


def may(realm: Realm, name: str, act: Act, seat: str = "") -> bool:
    """Return whether somebody may do something; see `allowed`."""
    who = next((one for one in realm.principals if one.name == name), None)
    whose = next((one for one in realm.seats if one.name == seat), None)
    if who is None or (seat and whose is None):
        return False
    if whose is None:
        return act not in OF_A_SEAT and _BY_ROLE[act](realm, who)
    return _OF_SEAT[act](realm, who, whose)


def readable_seats(realm: Realm, name: str) -> tuple[Seat, ...]:
    """Return the seats that somebody may read, in the order of the settings."""
    return tuple(seat for seat in realm.seats if may(realm, name, Act.READ, seat.name))


def _reads(_realm: Realm, who: Principal, seat: Seat) -> bool:
    return seat.owner == who.name or seat.name in who.seats


def _writes(realm: Realm, who: Principal, seat: Seat) -> bool:
    return _reads(realm, who, seat) and _RANK[who.role] >= _RANK[Role.WRITER]


def _is_admin(_realm: Realm, who: Principal) -> bool:
    return who.role is Role.ADMIN


def _may_decide(realm: Realm, who: Principal) -> bool:
    is_trusted = who.kind is PrincipalKind.HUMAN or realm.promotion.services_decide
    return _is_admin(realm, who) and is_trusted


def _may_revoke(realm: Realm, who: Principal) -> bool:
    return _is_admin(realm, who) or any(seat.owner == who.name for seat in realm.seats)


_BY_ROLE: Mapping[Act, Callable[[Realm, Principal], bool]] = {
    Act.DECIDE: _may_decide,
    Act.REVOKE: _may_revoke,
    Act.REVIEW: _is_admin,
    Act.AUDIT: _is_admin,
}

_OF_SEAT: Mapping[Act, Callable[[Realm, Principal, Seat], bool]] = {
    Act.READ: _reads,
    Act.PROPOSE: _writes,
    Act.WITHDRAW: _writes,
    Act.DECIDE: lambda realm, who, seat: _may_decide(realm, who) and seat.owner != who.name,
    Act.REVOKE: lambda realm, who, seat: _is_admin(realm, who) or seat.owner == who.name,
    Act.REVIEW: lambda realm, who, _seat: _is_admin(realm, who),
    Act.AUDIT: lambda realm, who, _seat: _is_admin(realm, who),
    Act.SET_UP: lambda realm, who, seat: _is_admin(realm, who) or seat.owner == who.name,
}
