"""What an entity is, in a word: types of entities as nouns, and kinds that documents state."""

import re
from collections.abc import Mapping

from sift_assets.core.narrative.inflection import plural_of, with_article
from sift_assets.core.narrative.material import MemberFacts, StatedValue
from sift_assets.core.narrative.tokens import forms_of
from sift_assets.core.resolution.lexicon import PERSON_WORDS

NOUNS = {
    "LOCATION": "place",
    "FINANCIAL_ACCOUNT": "financial account",
    "GPE": "place",
    "ORG": "organization",
}
"""Types that are said by another word than their own."""

KIND_KEYS = ("type", "kind", "category")
"""Properties that say what an entity is."""

MOST_WORDS = 4
"""Words of a stated kind; more describe it and do not name a kind."""

_KIND = re.compile(r"^[^\W\d_]+(?:[ -][^\W\d_]+)*$")
_PROPER = re.compile(
    r"(?:ian|ican|ish|ese|french|dutch|greek|swiss|thai|iraqi|saudi)$", re.IGNORECASE
)
"""Adjectives of nations keep their capital."""

_NO_ARTICLE = re.compile(
    r"(?:ing|ware|tion|sis|money|currency|news|media|research|law|software|data|evidence|advice|"
    r"property|debt|violence|art|music|fraud|finance|business|technology|industry)$",
    re.IGNORECASE,
)
_COUNTABLE = re.compile(
    r"(?:meeting|hearing|building|filing|ruling|offering|holding|bombing|shooting|killing|"
    r"organi[sz]ation|corporation|association|foundation|institution|federation|publication|"
    r"station|nation|election|convention|transaction|investigation|acquisition|cryptocurrency|"
    r"collection|operation|region)$",
    re.IGNORECASE,
)


def noun_of(entity_type: str) -> str:
    """Return the noun of an entity type: SHELL_COMPANY is a shell company.

    Figures are left out: in a sentence they would read as a number of something.
    """
    words = re.sub(r"[\d_]+", " ", entity_type)
    return NOUNS.get(entity_type) or " ".join(words.split()).lower()


def is_person(entity_type: str) -> bool:
    """Return whether entities of a type are people."""
    return not PERSON_WORDS.isdisjoint(entity_type.lower().split("_"))


def counted(types: Mapping[str, int]) -> list[str]:
    """Say how many of each type there are, the most first: 5 people, 2 organizations, a place."""
    nouns: dict[str, int] = {}
    for type_, count in types.items():
        nouns[noun_of(type_)] = nouns.get(noun_of(type_), 0) + count
    ordered = sorted(nouns.items(), key=lambda item: (-item[1], item[0]))
    return [with_article(n) if count == 1 else f"{count:,} {plural_of(n)}" for n, count in ordered]


def stated_kind(member: MemberFacts) -> StatedValue | None:
    """Return the kind that most documents state, if it can follow an article."""
    kinds = [one for one in member.values if one.key in KIND_KEYS]
    stated = [one for one in kinds if _is_kind(one.value, member.name)]
    spellings: dict[str, list[StatedValue]] = {}
    for one in stated:
        spellings.setdefault(one.value.casefold(), []).append(one)
    if not spellings:
        return None
    best = min(spellings, key=lambda kind: (-_documents(spellings[kind]), kind))
    return min(spellings[best], key=lambda one: (-len(one.passages), one.value))


def kind_words(kind: StatedValue) -> str:
    """Return a stated kind with its article; the capitals of a heading are not kept."""
    words = kind.value.split()
    is_title = all(word[:1].isupper() and word[1:].islower() for word in words)
    is_heading = is_title or kind.value[1:] == kind.value[1:].lower()
    said = [word if _PROPER.search(word) else word.lower() for word in words]
    return with_article(" ".join(said if is_heading else words))


def _documents(stated: list[StatedValue]) -> int:
    return len({passage.document for one in stated for passage in one.passages})


def _is_kind(value: str, name: str) -> bool:
    """Say whether an article fits before it, and it says more than the name."""
    last = value.rpartition(" ")[2].lower()
    is_singular = not last.endswith("s") or last.endswith(("ss", "us"))
    can_be_counted = not _NO_ARTICLE.search(last) or bool(_COUNTABLE.search(last))
    fits = len(value) <= 60 and len(value.split()) <= MOST_WORDS and bool(_KIND.match(value))
    is_news = not set(forms_of(value)) <= set(forms_of(name))
    return fits and is_singular and can_be_counted and is_news
