"""English word forms: verbs by person and tense, nouns by number, articles.

Only what clauses about relations need. Spelling rules with the irregular words that types of
relations are made of; a verb that is not listed is regular.
"""

import re
from enum import StrEnum

FIXED = "="
"""Before a verb in the past that stays as it is: of `acquired` no base form need be known."""

_IRREGULAR_VERBS = """
bear bore borne
become became become
begin began begun
break broke broken
bring brought brought
build built built
buy bought bought
catch caught caught
choose chose chosen
come came come
do did done
draw drew drawn
drive drove driven
fall fell fallen
feed fed fed
fight fought fought
find found found
fly flew flown
forbid forbade forbidden
get got got
give gave given
go went gone
grow grew grown
have had had
hear heard heard
hide hid hidden
hold held held
keep kept kept
know knew known
lead led led
leave left left
lend lent lent
lie lay lain
lose lost lost
make made made
mean meant meant
meet met met
overlap overlapped overlapped
overtake overtook overtaken
overthrow overthrew overthrown
pay paid paid
prefer preferred preferred
read read read
refer referred referred
ride rode ridden
rise rose risen
run ran run
say said said
see saw seen
seek sought sought
sell sold sold
send sent sent
set set set
shoot shot shot
show showed shown
sit sat sat
speak spoke spoken
spend spent spent
stand stood stood
steal stole stolen
strike struck struck
sue sued sued
swear swore sworn
take took taken
teach taught taught
tell told told
think thought thought
transfer transferred transferred
understand understood understood
undertake undertook undertaken
win won won
withdraw withdrew withdrawn
write wrote written
"""

_FORMS = {
    lemma: (past, participle)
    for lemma, past, participle in (line.split() for line in _IRREGULAR_VERBS.strip().splitlines())
}
LEMMAS = {
    form: lemma for lemma, forms in _FORMS.items() for form in forms if form not in (lemma, "found")
}
"""Irregular past forms and participles to their verb. `found` is left to the verb of that name."""

_HISSING = ("s", "x", "z", "ch", "sh")
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgmnprt]$")
"""One syllable with a short vowel: plan, planned. Longer ones that double are listed."""

_OF_NOUNS = ("ees", "aries", "ations", "ities", "ships", "ings")
"""Ends of nouns in the plural that no verb in `-s` has."""

_IRREGULAR_NOUNS = {
    "person": "people",
    "child": "children",
    "man": "men",
    "woman": "women",
    "wife": "wives",
    "half": "halves",
    "life": "lives",
    "staff": "staff",
    "series": "series",
    "species": "species",
    "analysis": "analyses",
    "hypothesis": "hypotheses",
    "thesis": "theses",
    "crisis": "crises",
    "basis": "bases",
    "phenomenon": "phenomena",
    "criterion": "criteria",
    "medium": "media",
    "datum": "data",
    "software": "software",
    "equipment": "equipment",
    "money": "money",
    "information": "information",
    "evidence": "evidence",
    "law": "laws",
}
_MEN = re.compile(r"(?<=[a-z])man$")
_VOWEL_SOUND = re.compile(
    r"^(?:[ai]|e(?!u)|o(?!n(?:e|ce)\b)|hou?r|hon[eo]|heir"
    r"|u(?!n[ai](?!n)|s[aeiu]|t[ei]|k|b[io]|r[aiu]))"
)
_SPELLED = re.compile(r"^[A-Z](?:[A-Z0-9.&-]|$|\s)")
_SPELLED_AS_VOWEL = frozenset("AEFHILMNORSX")
"""Initials are spelled out: an FBI report, a CIA report."""
_EIGHT = re.compile(r"^(?:8|1[18](?!\d))")


class Tense(StrEnum):
    """When what a verb says holds."""

    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"


def conjugated(verb: str, tense: Tense = Tense.PRESENT, *, plural: bool = False) -> str:
    """Return a verb in the third person: `work` is works, worked or has worked."""
    if verb.startswith(FIXED):
        return verb.removeprefix(FIXED)
    if verb == "be":
        return _form_of_be(tense, plural)
    if tense is Tense.PAST:
        return past_of(verb)
    if tense is Tense.PERFECT:
        return f"{'have' if plural else 'has'} {participle_of(verb)}"
    if plural:
        return verb
    return "has" if verb == "have" else _with_s(verb)


def past_of(verb: str) -> str:
    """Return the past of a verb: worked, held."""
    return _FORMS[verb][0] if verb in _FORMS else _with_ed(verb)


def participle_of(verb: str) -> str:
    """Return the past participle of a verb: worked, written."""
    return _FORMS[verb][1] if verb in _FORMS else _with_ed(verb)


def plural_of(noun: str) -> str:
    """Return the plural of a noun or of the noun that ends a phrase: members, shell companies."""
    head, space, last = noun.rpartition(" ")
    low = last.lower()
    if low in _IRREGULAR_NOUNS:
        return f"{head}{space}{_IRREGULAR_NOUNS[low]}"
    if low.endswith(("human", "german")):
        return f"{noun}s"
    return f"{head}{space}{_MEN.sub('men', last) if _MEN.search(last) else _with_s(last)}"


def with_article(noun: str) -> str:
    """Put `a` or `an` before a noun, by its sound as far as its letters tell."""
    is_spelled = _SPELLED.match(noun)
    is_vowel = noun[0] in _SPELLED_AS_VOWEL if is_spelled else _VOWEL_SOUND.match(noun.lower())
    return f"{'an' if is_vowel or _EIGHT.match(noun) else 'a'} {noun}"


def lemma_of_third_person(word: str) -> str:
    """Return the verb of a form in `-s`: works, owns, studies, teaches; empty if it is none."""
    if word in ("has", "does", "goes"):
        return {"has": "have", "does": "do", "goes": "go"}[word]
    if word.endswith("ies") and not word.endswith(_OF_NOUNS) and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    is_verb = word.endswith("s") and not word.endswith(("ss", "us", "is", *_OF_NOUNS))
    return word[:-1] if is_verb and len(word) > 2 else ""


def _form_of_be(tense: Tense, plural: bool) -> str:
    if tense is Tense.PERFECT:
        return "have been" if plural else "has been"
    if tense is Tense.PAST:
        return "were" if plural else "was"
    return "are" if plural else "is"


def _with_s(word: str) -> str:
    if word.endswith(_HISSING) or word in ("go", "do", "veto", "echo", "hero", "embargo"):
        return f"{word}es"
    if word.endswith("y") and not word.endswith(("ay", "ey", "oy", "uy")):
        return f"{word[:-1]}ies"
    return f"{word}s"


def _with_ed(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and not verb.endswith(("ay", "ey", "oy", "uy")):
        return f"{verb[:-1]}ied"
    if _DOUBLED.match(verb):
        return f"{verb}{verb[-1]}ed"
    return f"{verb}ed"
