import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.promotion.secret_values import (
    entropy,
    is_card,
    is_given,
    is_iban,
    is_key,
    is_marked_password,
    is_passphrase,
    is_password,
    is_random,
    is_secret_in_address,
)
from sift_assets_tests.fakes.planted_secrets import ALNUM, BASE64, Chance, drawn, luhn


def test_entropy_is_that_of_the_characters() -> None:
    assert entropy("") == 0
    assert entropy("aaaa") == 0
    assert entropy("abcd") == 2


def test_nearly_every_random_string_is_called_random() -> None:
    chance = Chance(1)
    made = [drawn(chance, letters, 40) for letters in (ALNUM, BASE64) for _ in range(500)]
    assert sum(map(is_random, made)) >= 995


@pytest.mark.parametrize(
    "value",
    [
        "short1A", "a" * 40, "ThisIsALongCamelCaseName2WithDigits", string.hexdigits[:16] * 3,
        "sha256-9XpQ7b2Lr4Tz8Wc1Nv6Ky3Ms5Hd0Jf", "path/To/Some3/Document/Of/The/Archive",
    ],
)  # fmt: skip
def test_words_checksums_and_paths_are_not_random(value: str) -> None:
    assert not is_random(value)


@given(st.text(alphabet=string.digits, min_size=12, max_size=18).filter(lambda d: len(set(d)) > 2))
def test_a_number_is_a_card_with_one_last_digit_and_no_other(digits: str) -> None:
    whole = luhn(digits)
    ways = [digits + last for last in string.digits]
    assert [way for way in ways if is_card(way)] == [whole]


def test_a_card_of_one_digit_is_none() -> None:
    assert not is_card("0" * 16)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("GB82 WEST 1234 5698 7654 32", True),
        ("DE89370400440532013000", True),
        ("DE88370400440532013000", False),
        ("DE89", False),
    ],
)
def test_a_bank_account_has_its_check_digits(value: str, expected: bool) -> None:
    assert is_iban(value) is expected


@pytest.mark.parametrize(
    "value",
    [
        "<password>", "${X}", "$(pass show x)", "$DB_PASSWORD", "%PASS%", "{{ password }}", "xxxx",
        "****", "your-key", "my_secret_password", "changeme", "[your password]", "...", "NONE",
    ],
)  # fmt: skip
def test_what_only_stands_for_a_value_is_none(value: str) -> None:
    assert not is_given(value)
    assert not is_password(value)


@pytest.mark.parametrize(
    "value",
    ["$ecret99!", "my-dog-Rex7", "the-9th-Gate", "[R4nd0m", "(r4nd0m)", "%hunter2", "X-1-x"],
)
def test_a_password_may_begin_as_what_stands_for_one(value: str) -> None:
    assert is_given(value)
    assert is_marked_password(value)
    assert is_secret_in_address(value)


def test_a_word_is_a_password_and_a_marked_one_is_more_than_a_word() -> None:
    assert is_password("swordfish.")
    assert not is_marked_password("swordfish.")
    assert is_marked_password("swordFish")
    assert is_marked_password("sword-f1sh!")
    assert not is_password("wrong.")
    assert not is_password("...")


def test_keys_phrases_and_logins_in_addresses() -> None:
    assert is_key("a1b2c3d4")
    assert not is_key("20240512")
    assert not is_key("a1b2")
    assert is_passphrase("four words of one")
    assert not is_passphrase("word")
    assert is_secret_in_address("hunter2")
    assert not is_secret_in_address("<password>")
    assert not is_secret_in_address("***")
