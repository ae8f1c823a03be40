"""Aliases that the text states: "Long Name (LN)", "also known as", "formerly"."""

import re

from sift_assets.core.extraction.local.groups import Groups
from sift_assets.core.extraction.local.names import core_words, is_plausible, tidy
from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.spots import Spot

_CAPITAL = r"[A-Z][\w&.’'-]{0,30}"
_DEFINED = re.compile(
    r"[ \n]?\((?:the |hereinafter |hereafter |or |collectively )*"
    r"(?:(?P<quoted>[\"“][^\"”\n()]{2,40}[\"”])|(?P<bare>[A-Z][A-Z&.]{1,9}))[,;)]"
)
_STATED = re.compile(
    r"[ \n,(\"”]{1,4}(?:also |previously |better |formerly |commonly |now |sometimes |often |"
    r"widely |originally ){0,2}"
    r"(?:known (?:simply )?(?:as|by the name)|called|formerly|previously|nicknamed|a\.?k\.?a\.?|"
    r"d/b/a|dba|doing business as|trading as|née|nee|renamed(?: to)?|rebranded as)"
    rf"[ \n]+(?:the )?[\"“]?(?P<alias>{_CAPITAL}(?: (?:of |and |& )?{_CAPITAL}){{0,5}})"
)


def stated_aliases(text: str, groups: Groups) -> dict[tuple[str, ...], set[str]]:
    """Read "Long Name (LN)" and "also known as": unite known forms, return surfaces to look for."""
    stated: dict[tuple[str, ...], set[str]] = {}
    for key, members in sorted(groups.members.items()):
        if groups.kinds[key] is Kind.OTHER:
            continue
        for one in members:
            for alias in _aliases_after(text, one):
                stated.setdefault(key, set()).add(alias)
                other = core_words(alias)
                if other in groups.members and groups.kinds[other] is not Kind.OTHER:
                    groups.unite(key, other)
    return stated


def _aliases_after(text: str, one: Spot) -> list[str]:
    found: list[str] = []
    end = one.end + (2 if text[one.end : one.end + 2] == "'s" else 0)
    defined = _DEFINED.match(text, end)
    if defined:
        alias = (defined["quoted"] or defined["bare"]).strip('"“”,. ')
        alias = alias.removeprefix("the ").removeprefix("The ")
        name = text[one.start : one.end]
        if defined["quoted"] or _abbreviates(alias, name):
            found.append(alias)
    stated = _STATED.match(text, end)
    if stated:
        found.append(tidy(stated["alias"]).rstrip(".,"))
    return [alias for alias in found if is_plausible(alias)]


def _abbreviates(alias: str, name: str) -> bool:
    """Whether an all-capital alias takes its letters in order from a name, from its first one."""
    letters = iter(name.upper())
    plain = alias.replace(".", "").replace("&", "")
    return plain[:1] == name[:1].upper() and all(letter in letters for letter in plain)
