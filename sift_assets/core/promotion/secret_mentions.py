"""Secrets that people mention: in a sentence around the word, in a command, as a code.

A word near by says less than one in front, so what is taken for a secret has to look more like one:
letters with digits, which plain words and plain numbers do not mix.
"""

import re

from sift_assets.core.promotion.secret_names import KEY_HINTS, KEY_NAME, LOGIN_HINTS, LOGIN_NAME
from sift_assets.core.promotion.secret_rule import SecretRule, rule
from sift_assets.core.promotion.secret_values import (
    is_marked_password,
    is_mentioned_key,
    is_mentioned_password,
    is_password,
)

_I = re.IGNORECASE

_SIGN = r"[^\s\"'`“”„«»<>|,;()]"
_MIXED = rf"(?=\S{{0,60}}\d)(?=\S{{0,60}}[^\W\d_]){_SIGN}{{6,60}}"
"""A stretch with a letter and a digit in it."""

_FREE = r"(?<![^\s\"'`“„«(:=>→/])"
"""Where such a stretch may begin."""

MENTIONED: tuple[SecretRule, ...] = (
    rule(
        "password",
        LOGIN_HINTS,
        rf"{LOGIN_NAME}(?:(?!\.\s)[^\n]){{0,50}}?{_FREE}(?P<value>{_MIXED})",
        is_mentioned_password,
        _I,
    ),
    rule(
        "password",
        LOGIN_HINTS,
        rf"{_FREE}(?P<value>{_MIXED})[\"'`”»]?\s(?:as|is|was|als|ist|war|est)\s"
        rf"(?:[\w'’-]{{1,20}}+\s){{0,3}}{LOGIN_NAME}",
        is_mentioned_password,
        _I,
    ),
    rule(
        "password",
        LOGIN_HINTS,
        rf"{LOGIN_NAME}\w{{0,3}}\s(?:for|of|to|für|fürs|zum|zur|vom|de|du|pour|para)"
        r"(?:\s[\w'’()-]{1,30}+){1,5}\s?[:=]\s?[\"'`“„«]?(?P<value>[^\W\d_]{5,40})"
        r"(?=[\"'`”“»]|[.,;!)]{0,2}[ \t]*(?:\n|\Z))",
        is_password,
        _I,
    ),
    rule(
        "passphrase",
        "phrase",
        r"pass[ -]?phrase\w?[\"'*_`]{0,3}\s?[:=]\s{0,3}"
        r"(?P<value>(?:[^\W\d_]{2,12}[ -]){2,9}[^\W\d_]{2,12})(?=[.!]?[ \t]*(?:\n|\Z))",
        flags=_I,
    ),
    rule(
        "password",
        LOGIN_HINTS,
        rf"{LOGIN_NAME}s?[\"'*_`:]{{0,3}}[ \t]{{0,8}}\n\s{{0,12}}[\"'`]?(?P<value>{_MIXED})",
        is_mentioned_password,
        _I,
    ),
    rule(
        "login",
        "login user account cred zugangsdaten benutzer",
        r"\b(?:log[- ]?in|user(?:name)?|account|credentials?|creds?|zugangsdaten|benutzer)\b"
        rf"[ :=]{{1,3}}[\w.@-]{{1,40}}\s?[/|:]\s?(?P<value>{_MIXED})",
        is_mentioned_password,
        _I,
    ),
    rule(
        "login",
        "login user",
        r"\b(?:log[- ]?in|user(?:name)?)\b[ :=]{1,3}[\w.@-]{1,40}+[\s,;]{1,3}"
        r"(?:pass|pw)[ :=]{1,3}(?P<value>\S{4,60})",
        is_password,
        _I,
    ),
    rule(
        "password",
        "pass",
        r"(?<![\w-])pass\s?[:=]\s{0,3}[\"'`]?(?P<value>[^\s\"'`<>|,;]{4,60})",
        is_marked_password,
        _I,
    ),
    rule(
        "key",
        KEY_HINTS,
        rf"{KEY_NAME}s?[^\n]{{0,40}}?(?<![\w/.@-])(?P<value>(?=\S{{0,60}}\d)[A-Za-z0-9_+/-]{{16,200}})",
        is_mentioned_key,
        _I,
    ),
    rule(
        "password in a command",
        "-p -u",
        r"\b(?:mysql\w*|mariadb\w*|sshpass|psql|redis-cli|curl|wget)\b[^\n]{0,120}?\s"
        r"(?:-[pa]\s?|-u\s?[\"']?[\w.@-]{1,60}:)[\"']?(?P<value>[^\s\"':]{4,60})",
        is_mentioned_password,
    ),
    rule(
        "password in an address",
        "@",
        r"(?<![\w.@/:-])[\w.-]{1,40}+:(?P<value>[^\s:@/]{4,60})@(?:tcp\(|[\w.-]{3,100}+:\d{2,5})",
        is_marked_password,
    ),
    rule(
        "password hash",
        "$",
        r"\$(?:1|2[abxy]|5|6|y|7|argon2[a-z]{1,2})\$[\w./+=,$-]{20,200}",
    ),
    rule("PIN", "pin", r"\bPINs?\b[^\n\d]{0,30}?(?P<value>\d{4,8})(?!\d)"),
    rule(
        "PIN", "pin", r"\bpin[- ]?(?:code|number)\b[^\n\d]{0,30}?(?P<value>\d{4,8})(?!\d)", flags=_I
    ),
    rule(
        "one-time code",
        "tan otp",
        r"\b(?:m?TAN|OTP|one-time (?:pass)?code)\b[^\n\d]{0,12}(?P<value>\d{6,8})(?!\d)",
    ),
    rule("card code", "cv csc", r"\b(?:CVV2?|CVC2?|CSC)\b[^\n\d]{0,10}(?P<value>\d{3,4})(?!\d)"),
    rule(
        "code",
        "code combination kombination",
        r"\b(?:door|gate|alarm|safe|lock|access|entry|security|backup|recovery|verification|vault"
        r"|tür|tor|tresor|schließfach)[- ]?(?:code|combination|kombination)s?\b[^\n\d]{0,25}"
        r"(?P<value>\d[\w -]{2,20})",
        flags=_I,
    ),
)
