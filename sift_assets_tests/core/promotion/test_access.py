"""Who may do what: closed by default, one answer for "may not" and "is not there"."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.errors import AccessDeniedError
from sift_assets.core.promotion.access import OF_A_SEAT, Act, allowed, may, readable_seats
from sift_assets.core.promotion.settings import (
    Principal,
    PrincipalKind,
    PromotionSettings,
    Role,
    Seat,
)
from sift_assets.core.settings.model import Settings

REALM = Settings(
    seats=(
        Seat(name="ada", folder="seats/ada", owner="ada"),
        Seat(name="bob", folder="seats/bob", owner="bob"),
    ),
    principals=(
        Principal(name="ada", role=Role.WRITER),
        Principal(name="bob", role=Role.ADMIN),
        Principal(name="cleo", seats=("ada",)),
        Principal(name="dan", role=Role.ADMIN),
        Principal(name="bot", role=Role.ADMIN, kind=PrincipalKind.SERVICE),
        Principal(name="scribe", role=Role.WRITER, seats=("bob",), kind=PrincipalKind.SERVICE),
    ),
)
NAMES = ("ada", "bob", "cleo", "dan", "bot", "scribe", "eve", "")

ALLOWED = {
    ("ada", Act.READ, "ada"),
    ("ada", Act.PROPOSE, "ada"),
    ("ada", Act.WITHDRAW, "ada"),
    ("ada", Act.REVOKE, "ada"),
    ("ada", Act.REVOKE, ""),
    ("ada", Act.SET_UP, "ada"),
    *((name, Act.SET_UP, seat) for name in ("bob", "dan", "bot") for seat in ("ada", "bob")),
    ("bob", Act.READ, "bob"),
    ("bob", Act.PROPOSE, "bob"),
    ("bob", Act.WITHDRAW, "bob"),
    ("bob", Act.DECIDE, "ada"),
    ("bob", Act.DECIDE, ""),
    ("cleo", Act.READ, "ada"),
    ("dan", Act.DECIDE, "ada"),
    ("dan", Act.DECIDE, "bob"),
    ("dan", Act.DECIDE, ""),
    ("scribe", Act.READ, "bob"),
    ("scribe", Act.PROPOSE, "bob"),
    ("scribe", Act.WITHDRAW, "bob"),
    *((name, act, seat) for name in ("bob", "dan", "bot") for seat in ("ada", "bob", "")
      for act in (Act.REVOKE, Act.REVIEW, Act.AUDIT)),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("act", Act)
def test_everybody_may_what_the_settings_say_and_nothing_else(name: str, act: Act) -> None:
    for seat in ("ada", "bob", "", "eve"):
        assert may(REALM, name, act, seat) == ((name, act, seat) in ALLOWED), seat


def test_an_administrator_does_not_read_a_seat_by_being_one() -> None:
    assert readable_seats(REALM, "dan") == ()
    assert [seat.name for seat in readable_seats(REALM, "bob")] == ["bob"]
    assert [seat.name for seat in readable_seats(REALM, "cleo")] == ["ada"]


def test_a_program_decides_only_where_the_settings_say_so_and_never_for_its_owner() -> None:
    open_to_programs = REALM.model_copy(
        update={"promotion": PromotionSettings(services_decide=True)}
    )
    assert may(open_to_programs, "bot", Act.DECIDE, "ada")
    assert not may(open_to_programs, "scribe", Act.DECIDE, "ada")
    assert not may(open_to_programs, "bob", Act.DECIDE, "bob")


@given(st.sampled_from(NAMES), st.sampled_from(Act), st.sampled_from(("ada", "bob", "eve", "..")))
def test_no_answer_tells_whether_a_seat_is_there(name: str, act: Act, seat: str) -> None:
    """Whoever may not is told what they would be told of a seat that there never was."""
    if may(REALM, name, act, seat):
        allowed(REALM, name, act, seat)
        return
    with pytest.raises(AccessDeniedError) as refused:
        allowed(REALM, name, act, seat)
    with pytest.raises(AccessDeniedError) as unknown:
        allowed(REALM, name, act, "no-such-seat")
    assert str(refused.value) == str(unknown.value)
    assert refused.value.exit_code == 1


@given(st.sampled_from(NAMES), st.sampled_from(Act))
def test_without_seats_or_principals_nobody_may_anything(name: str, act: Act) -> None:
    assert not may(Settings(), name, act, "ada")
    assert not may(Settings(), name, act)


@given(st.sampled_from(NAMES), st.sampled_from(sorted(set(Act) - OF_A_SEAT)))
def test_who_is_refused_by_role_is_refused_for_every_seat(name: str, act: Act) -> None:
    if not may(REALM, name, act):
        assert not any(may(REALM, name, act, seat.name) for seat in REALM.seats)
