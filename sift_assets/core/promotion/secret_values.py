"""What a value must be like to be a secret, beside standing where one would stand.

What belongs here: tests of a value that was found by a rule. What does not: where it was found.
"""

import math
import re
from collections import Counter

RANDOM_LENGTH = 24
"""Characters of the shortest string that is called random by its looks alone: shorter ones are
made by people too (`iPhone12ProMax2020`)."""

RANDOM_ENTROPY = 3.5
"""Bits a character of such a string. 24 random letters and digits have 4.2 on average and next to
never less than 3.7; a short pattern said again and again has less."""

WORDY = 0.53
"""Share of characters in words from which a string is a name and no key. A sixth of random letters
and digits looks like words by chance, and one string of 40 in 200 reaches this; `LongNames2` and
paths have more."""

NUMEROUS = 0.4
"""Share of digits above which a string is a date or a number. Of random letters and digits every
sixth is one."""

KEY_LENGTH = 8
"""Characters of the shortest value of a key or token; what is shorter is a word or a number."""

_REFERENCE = r"<.*|\{.*|\$\{.*|\$\(.*|\$[A-Z][A-Z0-9_]+|%\w+%|\[[a-z _-]*\]?"
_PLACEHOLDER = re.compile(
    rf"(?i:[x*•●_.\-#?0]+)|{_REFERENCE}"
    r"|(?i:(?:your|my|the|an?)[ _-]?(?:[a-z]+[ _-])?(?:pass\w*|keys?|tokens?|secrets?|here)"
    r"|example|change[_-]?me|placeholder|redacted|removed|hidden|none|null|nil|true|false"
    r"|string|str|optional|required|password|passwd|secret|token|undefined|unknown|n/a|tbd)",
)
"""What only stands for a value: `xxxx`, `<password>`, `${NAME}`, `your-key`. A name of a variable
counts in capitals only: people begin passwords with `$`."""

_IN_ADDRESS = re.compile(rf"[*x•.]+|{_REFERENCE}")
SHORTEST_MENTION = 6
"""Characters of a password that is only mentioned; what is shorter is `A4` or `2nd`."""

_STATE = re.compile(
    r"(?:required|needed|necessary|stored|hashed|encrypted|changed|(?:un)?known|wrong|(?:in)?correct"
    r"|right|(?:in)?valid|missing|lost|forgotten|expired|(?:re|un)?set|empty|blank|secret|strong"
    r"|weak|good|short|long|(?:un)?safe|public|private|shared|sent|given|asked|(?:re)?used|written"
    r"|kept|saved|here|there|below|above|attached|enclosed|confidential|different|same|simple"
    r"|complex|mandatory|protected|disabled|enabled|erforderlich|falsch|richtig|(?:un)?bekannt"
    r"|geheim|vergessen|abgelaufen|nötig|(?:un)?gültig|leer|lang|kurz|(?:un)?sicher|geändert"
    r"|gespeichert|obligatoire|oublié|expiré|inconnu|requis"
    r"|\d+-(?:characters?|digits?|letters?|bits?|zeichen)\w*)",
    re.IGNORECASE,
)
"""What is said of passwords, so that "the password is wrong." states none."""

_FAMILIAR = re.compile(
    r"(?:sha|md|aes|rsa|oauth|utf|iso|windows|python|base|bcrypt|http|tls|wpa|ios|android|version|v"
    r"|room|page|section|chapter|step|q|fig(?:ure)?|art(?:icle)?)[-_.]?\d[\w.-]*"
    r"|\d[\d.,:/-]*(?:st|nd|rd|th|[a-z]{1,3})?|\d+[- ]?(?:characters?|digits?|letters?|days?|hours?"
    r"|months?|minutes?|times?|zeichen|bit)[\w-]*|\S+\.(?:[a-z]{2,4}|7z|mp[34])|\S+@\S+\.\S+|https?:.*",
    re.IGNORECASE,
)
"""Letters and digits that are no password: `SHA-256`, `12-character`, `report2024.pdf`."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NAME_PART = re.compile(r"[A-Z]?[a-z]{3,}")
_UNSPOKEN = re.compile(r"[bcdfghjklmnpqrstvwxz]{4}|\A[^aeiouy]+\Z", re.IGNORECASE)
_CLASSES = (str.islower, str.isupper, str.isdigit)
STOPS = ".,;:!?)"
"""What ends a sentence, and may stand behind a value."""

_PUBLIC = ("AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2Vj", "sha256-", "sha384-", "sha512-")
"""Public keys of SSH and checksums of web pages look random and are no secret."""


def entropy(value: str) -> float:
    """Return the Shannon entropy of a string in bits a character, 0 for an empty one."""
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * math.log2(share) for share in shares)


def is_random(value: str) -> bool:
    """Say whether a string looks as if chance had made it: a key, whatever it is for."""
    if len(value) < RANDOM_LENGTH or value.startswith(_PUBLIC):
        return False
    if not all(any(map(is_of, value)) for is_of in _CLASSES):
        return False
    digits = sum(map(str.isdigit, value))
    is_named = _is_name(value) or digits > NUMEROUS * len(value)
    return not is_named and entropy(value) >= RANDOM_ENTROPY


def is_given(value: str) -> bool:
    """Say whether a value is one, and does not only stand for one, as `<password>` and `xxxx`."""
    return _PLACEHOLDER.fullmatch(value.strip()) is None


def is_key(value: str) -> bool:
    """Say whether what follows the name of a key or token can be one: no word, no placeholder.

    Nor is it a call in a program.
    """
    return len(value) >= KEY_LENGTH and _is_mixed(value) and is_given(value) and "(" not in value


def is_mentioned_key(value: str) -> bool:
    """Say whether it can be one although it does not follow at once: no name either."""
    return is_key(value) and not _is_name(value)


def is_mentioned_password(value: str) -> bool:
    """Say whether what stands near the word password can be one: of letters and other signs."""
    plain = value.rstrip(STOPS)
    is_mixed = _is_mixed(plain) and not _FAMILIAR.fullmatch(plain)
    return len(plain) >= SHORTEST_MENTION and is_mixed and is_given(plain)


def is_token(value: str) -> bool:
    """Say whether a string with the beginning of a token is one; `sk-learn-and-others` is none."""
    return any(map(str.isdigit, value))


def is_password(value: str) -> bool:
    """Say whether what follows the word password can be one."""
    plain = value.rstrip(STOPS)
    return any(map(str.isalnum, plain)) and is_given(plain) and _STATE.fullmatch(plain) is None


def is_marked_password(value: str) -> bool:
    """Say whether it can be one and is more than a word: a digit, a mark or a capital inside."""
    plain = value.rstrip(STOPS)
    is_word = _WORD.fullmatch(plain) is not None and plain[1:] == plain[1:].lower()
    return is_password(value) and not is_word


def is_passphrase(value: str) -> bool:
    """Say whether what is quoted behind the word password can be several words of one."""
    return " " in value.strip() and is_given(value)


def is_secret_in_address(value: str) -> bool:
    """Say whether what stands for the password in an address is one."""
    return _IN_ADDRESS.fullmatch(value) is None


def is_card(value: str) -> bool:
    """Say whether digits are the number of a payment card: their count and Luhn's sum."""
    digits = [int(character) for character in value if character.isdigit()]
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    doubled = (2 * digit - 9 * (digit > 4) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def is_iban(value: str) -> bool:
    """Say whether a string is the number of a bank account, by its check digits (ISO 13616)."""
    plain = "".join(value.split())
    if not 15 <= len(plain) <= 34:
        return False
    number = "".join(str(int(character, 36)) for character in plain[4:] + plain[:4])
    return int(number) % 97 == 1


def _is_mixed(value: str) -> bool:
    return any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def _is_name(value: str) -> bool:
    parts = (part for part in _NAME_PART.findall(value) if not _UNSPOKEN.search(part))
    return sum(map(len, parts)) >= WORDY * len(value)
