"""Secrets that are stated as such, or known by their looks.

They are looked for in the text as it is read. What has a form of its own is in `secret_formats`,
what is only mentioned in `secret_mentions`.
"""

import re

from sift_assets.core.promotion.records import Severity
from sift_assets.core.promotion.secret_names import KEY_HINTS, KEY_NAME, LOGIN_HINTS, LOGIN_NAME
from sift_assets.core.promotion.secret_rule import SecretRule, rule
from sift_assets.core.promotion.secret_values import (
    is_card,
    is_given,
    is_iban,
    is_key,
    is_marked_password,
    is_passphrase,
    is_password,
    is_random,
)

RANDOM = "random string"
"""Kind of what is found by its looks alone."""

_I = re.IGNORECASE

_BETWEEN = (
    r"[\"'`\])*_]{0,4}\s{0,3}(?:</\w{1,20}>\s{0,9}(?:<\w{1,20}>)?|:=|=>|->|[:=|\t]|[,;>](?=\S))[\s*_]{0,4}"
    r"[\"'`“„«(\[]{0,2}"
)
"""What stands between a name and its value in settings, code, tables, XML and letters."""

_VALUE = r"(?P<value>[^\s\"'`“”„«»<>|,;]{4,200})"
_ENDS = r"(?=[\"'`”“»]|[.,;!)]{0,2}[ \t]*(?:[|;]|\n|\Z))"

_SAID = (
    r"\w{0,5}(?:\s{1,3}[\w'’()@.&/-]{1,30}+){0,7}?\s{1,3}"
    r"(?:is|was|are|will be|reads|set to|to use|becomes|remains"
    r"|ist|lautet|war|wird|est|es|è|är|er)\s{0,3}:?\s{1,3}[\"'`“„«]?"
)
"""What stands between them in a sentence: `for the router in the hall is`, `lautet`."""

STATED: tuple[SecretRule, ...] = (
    rule(
        "password",
        LOGIN_HINTS,
        rf"{LOGIN_NAME}\w{{0,20}}{_BETWEEN}{_VALUE}",
        is_marked_password,
        _I,
    ),
    rule(
        "password",
        LOGIN_HINTS,
        rf"{LOGIN_NAME}\w{{0,20}}{_BETWEEN}{_VALUE}{_ENDS}",
        is_password,
        _I,
    ),
    rule("password", LOGIN_HINTS, rf"{LOGIN_NAME}{_SAID}{_VALUE}", is_marked_password, _I),
    rule(
        "password",
        LOGIN_HINTS,
        rf"{LOGIN_NAME}{_SAID}(?P<value>[^\W\d_]{{5,40}}){_ENDS}",
        is_password,
        _I,
    ),
    rule(
        "passphrase",
        LOGIN_HINTS,
        rf"{LOGIN_NAME}\w{{0,20}}[^\"“„«\n]{{0,60}}[\"“„«]"
        r"(?P<value>[^\"“”„«»\n]{6,120})[\"”“»]",
        is_passphrase,
        _I,
    ),
    rule("key", KEY_HINTS, rf"{KEY_NAME}(?:s|[_-]\w{{1,20}})?{_BETWEEN}{_VALUE}", is_key, _I),
    rule("key", KEY_HINTS, rf"{KEY_NAME}{_SAID}{_VALUE}", is_key, _I),
    rule(
        "authorization header",
        "authorization",
        r"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:basic|bearer|token|digest|apikey)\s{1,3}"
        r"(?P<value>[A-Za-z0-9+/=._~-]{8,4000})",
        is_given,
        _I,
    ),
    rule(
        "login of .netrc",
        "machine",
        r"\bmachine\s{1,5}\S{1,200}+\s{1,5}login\s{1,5}\S{1,200}+\s{1,5}password\s{1,5}"
        r"(?P<value>\S{1,200})",
        flags=_I,
    ),
    rule(
        "login of Docker",
        "auth",
        r"\"auth\"\s{0,9}:\s{0,9}\"(?P<value>[A-Za-z0-9+/]{8,2000}={0,2})\"",
    ),
    rule(
        "key of Kubernetes",
        "client-key-data",
        r"client-key-data:\s{0,9}(?P<value>[A-Za-z0-9+/=]{40,}+)",
    ),
    SecretRule(
        "recovery phrase",
        ("seed", "recovery", "mnemonic", "wallet", "backup"),
        re.compile(r"(?<!\w)(?:(?:\d{1,2}[.)]\s?)?[a-z]{3,8}+[\s,]{1,3}+){11,23}[a-z]{3,8}+"),
        near=re.compile(r"\b(?:seed|recovery|mnemonic|wallet|backup)\b", _I),
    ),
    rule(RANDOM, "", r"(?<![\w/+.=@-])[A-Za-z0-9_+/-]{24,}+={0,2}", is_random),
    rule(
        RANDOM,
        "=",
        r"^[ \t]{0,8}(?:export )?[A-Za-z_][\w.-]{0,60}[ \t]?=[ \t]?[\"']?"
        r"(?P<value>[A-Za-z0-9_+/-]{24,}+={0,2})",
        is_random,
        re.MULTILINE,
    ),
    rule(
        "payment card",
        "",
        r"(?<![\d.,-])(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|3[47]\d\d|6(?:011|5\d\d))"
        r"(?:[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}|[ -]?\d{6}[ -]?\d{5})(?![\d-])",
        is_card,
    ),
    SecretRule(
        "bank account",
        (),
        re.compile(
            r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"
            r"(?![A-Za-z0-9])"
        ),
        is_iban,
        severity=Severity.LOW,  # it is on every invoice
    ),
)
