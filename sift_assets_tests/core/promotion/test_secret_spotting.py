"""Our own rules: what is planted is found wherever it stands, and plain text is left alone."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.promotion.previewing import redacted
from sift_assets.core.promotion.records import Severity
from sift_assets.core.promotion.secret_rule import Spotted
from sift_assets.core.promotion.secret_spotting import (
    line_of,
    line_starts,
    spotted_secrets,
    without_repeats,
)
from sift_assets_tests.fakes.planted_secrets import (
    Chance,
    Planted,
    drawn,
    encoded,
    planted_keys,
    planted_statements,
    planted_tokens,
)

UNBROKEN = {"payment card", "random key of 40"}
"""Without a form of their own: digits and letters from two lines are joined by nobody."""


def is_stopped(text: str) -> bool:
    return any(one.severity is Severity.HIGH for one in spotted_secrets(text))


def parts_left(secret: str, text: str, length: int = 10) -> list[str]:
    """Return pieces of a secret that still stand in a text."""
    pieces = (secret[at : at + length] for at in range(max(1, len(secret) - length + 1)))
    return [piece for piece in pieces if piece in text]


def planted() -> list[Planted]:
    return [*planted_tokens(), *planted_statements(), *planted_keys()]


def test_two_hundred_planted_secrets_of_twenty_kinds_are_all_stopped() -> None:
    corpus = planted()
    assert len(corpus) >= 200
    assert len({one.kind for one in corpus}) >= 20
    assert [one for one in corpus if not is_stopped(one.text)] == []


def test_secrets_of_another_seed_are_stopped_as_well() -> None:
    corpus = [*planted_tokens(2030), *planted_statements(2030)]
    assert [one for one in corpus if not is_stopped(one.text)] == []


def test_nothing_is_left_of_a_token_once_it_is_hidden() -> None:
    with_words = {"Azure SAS", "Azure storage", "address with a login", "database address"}
    with_words |= {"one-time password", "Slack webhook"}  # of which the secret is only a part
    for one in planted_tokens():
        if one.kind not in with_words:
            hidden = redacted(one.text, spotted_secrets(one.text))
            assert parts_left(one.secret, hidden) == [], one


def broken(secret: str, chance: Chance) -> str:
    at = chance.randrange(4, len(secret) - 4)
    return f"{secret[:at]}\n{secret[at:]}"


def quoted(secret: str, chance: Chance) -> str:
    return broken(secret, chance).replace("\n", "\n> ")


def parted(secret: str, chance: Chance) -> str:
    at = chance.randrange(1, len(secret) - 1)
    return f"{secret[:at]}\u200b\u2060{secret[at:]}"


def widened(secret: str, _chance: Chance) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in secret)


@pytest.mark.parametrize("disguised", [broken, quoted, parted, widened])
def test_a_token_is_found_in_pieces_and_in_other_letters(
    disguised: Callable[[str, Chance], str],
) -> None:
    chance = Chance(5)
    for one in planted_tokens():
        if one.kind not in UNBROKEN or disguised in (parted, widened):
            text = one.text.replace(one.secret, disguised(one.secret, chance))
            assert is_stopped(text), text


def test_what_is_encoded_is_found_and_hidden_whole() -> None:
    for one in [*planted_tokens(), *planted_statements()]:
        if len(one.text) >= 30:  # a shorter one cannot be told from a word
            hidden = encoded(one.text)
            for text in (f"config: {hidden}\n", f"- {encoded(f'data: {hidden}')}\n"):
                found = spotted_secrets(text)
                assert found, text
                assert parts_left(hidden, redacted(text, found), 24) == []


@pytest.mark.parametrize(
    "text",
    [
        "The secret is out, and the password is required. It was wrong.",
        "The password-protected file is report2024.pdf, and the password manager is Vault7.",
        "Passwords are 12-character strings, kept as SHA-256; see policy2024.pdf of 3rd May.",
        "The password reset of 12 May 2021 took 3 days. Login: ada1985. Pin 12 is ground.",
        "user: ada / guest, account: 2024/05, the code of conduct of 2021, door 4711",
        "The token ring of 1984 had 16 stations, and the key figures of 2023-2024 are on page 12.",
        "Secretary: Marta Lindqvist\nTokens: a history of small change\nKey: see the legend\n",
        "The key to the harbour is its depth. A signature is needed on page 4.",
        "Password: ________\nPassword: <password>\nPASSWORD=${DB_PASSWORD}\npassword: xxxxxxxx\n",
        "max_tokens: 16384\ntokenizer: cl100k_base\n",
        "revision 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "id 123e4567-e89b-12d3-a456-426614174000, tel. +49 30 901820, order 4000123412341235",
        "See https://docs.acme.example/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit#gid=0",
        "The risk-assessment-and-mitigation-plan-of-2024 and the sk-learn-and-friends-notes",
        "| name | token |\n|---|---|\n| a | none |\n",
        "CamelCaseIdentifierNumber2InSomeLongModuleName and a_snake_case_name_with_99_parts",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2x8mT4Qv0b1Zr7Lw3Yk9Pd5Ns6Hc2Uf8Ga4Xe1Wj ada@host",
    ],
)
def test_plain_text_is_left_alone(text: str) -> None:
    assert [one for one in spotted_secrets(text) if one.severity is Severity.HIGH] == []


def test_a_certificate_is_public_and_a_key_beside_it_is_not() -> None:
    chance = Chance(1)
    body = "\n".join(drawn(chance, "ABCDEFabcdef0123456789xyzXYZ", 64) for _ in range(5))
    public = f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n"
    assert spotted_secrets(public) == []
    key = f"-----{'BEGIN'} PRIVATE KEY-----\n{body}\n"
    found = spotted_secrets(public + key)
    assert [(one.kind, one.start) for one in found] == [("private key", len(public))]
    assert found[0].end == len(public + key)  # what has no end goes on to the end of the text
    unclosed = public.replace("END", "end")  # may hold anything
    assert {one.kind for one in spotted_secrets(unclosed)} == {"random string"}


def test_a_bank_account_is_told_and_does_not_block() -> None:
    text = "Please pay to GB82 WEST 1234 5698 7654 32 by May; GB82 WEST 1234 5698 7654 33 is none."
    found = spotted_secrets(text)
    assert [(one.kind, one.severity) for one in found] == [("bank account", Severity.LOW)]


def test_of_repeats_the_widest_is_kept_and_a_low_one_hides_no_high_one() -> None:
    def at(start: int, end: int, severity: Severity) -> Spotted:
        return Spotted("kind", severity, start, end, "value")

    wide, inner, low = at(0, 9, Severity.HIGH), at(2, 5, Severity.HIGH), at(1, 4, Severity.LOW)
    assert without_repeats([inner, low, wide]) == [wide]
    around = at(0, 20, Severity.LOW)
    assert without_repeats([inner, around]) == [around, inner]


@given(st.permutations(spotted_secrets(next(planted_keys()).text * 2) * 2))
def test_what_is_found_in_another_order_is_kept_in_the_same(found: list[Spotted]) -> None:
    """detect-secrets hands out sets, whose order differs from process to process."""
    assert without_repeats(found) == spotted_secrets(next(planted_keys()).text * 2)


@given(st.text(alphabet="a\n", max_size=30), st.integers(0, 30))
def test_the_line_of_a_place_is_one_more_than_the_line_feeds_before_it(
    text: str, place: int
) -> None:
    at = min(place, len(text))
    assert line_of(line_starts(text), at) == 1 + text.count("\n", 0, at)


@pytest.mark.parametrize(
    "piece",
    [
        "secret", "password is ", 'password "', "pass is is is is is is is is ", "eyJ", "aA1",
        f"-----{'BEGIN'} PRIVATE KEY-----\n", "ab1\n", "a://", "seed word ", "4111 ",
        "otpauth://a?", "\u200b", "password a1b2=", "a1=b password (a)", "a.b:c@",
    ],
)  # fmt: skip
def test_a_hostile_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    """Whatever were quadratic would take hours here."""
    text = piece * (200_000 // len(piece))
    for one in spotted_secrets(text):
        assert 0 <= one.start < one.end <= len(text)


@given(st.text(max_size=200))
def test_a_secret_lies_within_its_text_and_in_order(text: str) -> None:
    found = spotted_secrets(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
