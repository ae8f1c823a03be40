"""The built-in words: which nouns and verbs state which kind of relation.

A concept is independent of any domain; `RELATION_NAMES` says under which relation types a domain
may know it, the more exact first.
"""

from enum import StrEnum
from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed


class Concept(StrEnum):
    """A kind of relation that the lexicon knows; the source is named first."""

    EMPLOYMENT = "employment"
    MEMBERSHIP = "membership"
    FOUNDING = "founding"
    OWNERSHIP = "ownership"
    FAMILY = "family"
    LOCATION = "location"
    RESIDENCE = "residence"
    PARTICIPATION = "participation"
    ASSOCIATION = "association"


RELATION_NAMES: dict[Concept, tuple[str, ...]] = {
    Concept.EMPLOYMENT: ("EMPLOYED_BY", "WORKS_FOR", "WORKS_AT", "DIRECTOR_OF", "MEMBER_OF"),
    Concept.MEMBERSHIP: ("MEMBER_OF", "BELONGS_TO", "AFFILIATED_WITH"),
    Concept.FOUNDING: ("CREATED", "FOUNDED", "FOUNDER_OF"),
    Concept.OWNERSHIP: ("OWNS", "OWNER_OF", "ACQUIRED", "SHAREHOLDER_OF", "PARENT_OF"),
    Concept.FAMILY: ("RELATED_TO", "FAMILY_OF", "RELATIVE_OF"),
    Concept.LOCATION: ("LOCATED_IN", "BASED_IN", "REGISTERED_IN", "HEADQUARTERED_IN"),
    Concept.RESIDENCE: ("LIVES_IN", "RESIDES_IN", "LOCATED_IN"),
    Concept.PARTICIPATION: ("PARTICIPATED_IN", "ATTENDED"),
    Concept.ASSOCIATION: ("ASSOCIATED_WITH", "AFFILIATED_WITH", "LINKED_TO"),
}


class NounSense(NamedTuple):
    """What a noun says: "X is the <noun> of Y" is concept(X, Y), or concept(Y, X) if reversed."""

    concept: Concept
    reversed: bool = False


def _nouns(words: str, concept: Concept, *, backwards: bool = False) -> dict[str, NounSense]:
    return {word: NounSense(concept, backwards) for word in words.split()}


ROLE_NOUNS: dict[str, NounSense] = {
    **_nouns(
        "ceo cfo cto coo cio chief executive officer president vice-president vp chairman "
        "chairwoman chairperson chair director manager head boss leader employee staffer worker "
        "trader engineer developer lawyer attorney counsel spokesman spokeswoman spokesperson "
        "analyst professor lecturer teacher dean rector researcher scientist postdoc editor "
        "reporter journalist columnist correspondent secretary treasurer minister mayor governor "
        "commissioner administrator trustee intern consultant adviser advisor economist consul "
        "captain clerk prosecutor judge coach curator librarian accountant auditor principal "
        "commander superintendent registrar supervisor strategist executive representative agent "
        "co-ceo co-chief deputy ambassador technologist receiver",
        Concept.EMPLOYMENT,
    ),
    **_nouns("member fellow senator congressman congresswoman deputy", Concept.MEMBERSHIP),
    **_nouns("founder cofounder co-founder creator inventor author developer", Concept.FOUNDING),
    **_nouns("owner co-owner shareholder stakeholder parent proprietor", Concept.OWNERSHIP),
    **_nouns("subsidiary unit affiliate division arm branch", Concept.OWNERSHIP, backwards=True),
    **_nouns(
        "investor lender creditor customer client partner rival competitor supplier backer donor "
        "sponsor successor predecessor colleague friend associate ally student graduate alumnus "
        "alumna resident native citizen critic supporter mentor classmate roommate contractor",
        Concept.ASSOCIATION,
    ),
}

FAMILY_NOUNS = listed(
    "father mother son daughter brother sister wife husband spouse parent child cousin uncle "
    "aunt nephew niece grandfather grandmother grandson granddaughter girlfriend boyfriend "
    "fiance fiancee partner widow widower stepfather stepmother stepson stepdaughter twin "
    "sibling ex-wife ex-husband ex-girlfriend"
)

LINK_NOUNS: dict[str, NounSense] = {
    **_nouns("stake share ownership interest", Concept.OWNERSHIP),
    **_nouns(
        "partnership deal contract agreement lawsuit case complaint investment relationship tie "
        "link connection dispute merger alliance venture interview meeting loan charge",
        Concept.ASSOCIATION,
    ),
    **_nouns("job position post role office internship career", Concept.EMPLOYMENT),
    **_nouns("board committee council team", Concept.MEMBERSHIP),
    **_nouns("headquarters headquarter office offices residence", Concept.LOCATION),
}
"""Nouns that are the object of a light verb: "has a stake in", "holds a position at"."""


class Frame(NamedTuple):
    """One reading of a verb: concept(left slot, right slot), `subj`, `obj` or a preposition."""

    left: str
    right: str
    concept: Concept


_E, _M, _F, _O = Concept.EMPLOYMENT, Concept.MEMBERSHIP, Concept.FOUNDING, Concept.OWNERSHIP
_L, _R, _P, _A = (
    Concept.LOCATION,
    Concept.RESIDENCE,
    Concept.PARTICIPATION,
    Concept.ASSOCIATION,
)

_FRAMES: tuple[tuple[str, str, Concept], ...] = (
    ("acquire buy purchase own control", "subj>obj", _O),
    ("acquire buy purchase", "subj>from obj>from", _A),
    ("sell", "subj>obj subj>to obj>to", _A),
    ("found cofound co-found establish create launch start form set build", "subj>obj", _F),
    ("found establish create launch start", "subj>with", _A),
    ("work serve teach intern", "subj>for subj>at subj>in subj>with subj>under", _E),
    ("join leave quit head lead run chair manage direct oversee captain", "subj>obj", _E),
    ("resign retire", "subj>from", _E),
    ("hire employ appoint recruit fire dismiss elect name", "obj>subj", _E),
    ("appoint elect promote", "obj>to", _M),
    ("employ hire", "obj>by obj>at", _E),
    ("sit serve", "subj>on", _M),
    ("belong", "subj>to", _M),
    ("marry wed divorce", "subj>obj subj>to obj>to", Concept.FAMILY),
    ("base headquarter locate situate incorporate register organize", "obj>in obj>at obj>near", _L),
    ("base headquarter incorporate register operate", "subj>in subj>from obj>from", _L),
    ("live reside settle dwell", "subj>in subj>at subj>near", _R),
    ("move relocate emigrate travel fly return flee", "subj>to subj>from", _A),
    ("bear raise arrest detain incarcerate imprison jail extradite educate", "obj>in obj>to", _A),
    ("bear raise arrest detain jail", "obj>at obj>by", _A),
    ("die grow study graduate stay arrive", "subj>in subj>at subj>from subj>under", _A),
    ("participate compete speak testify appear perform", "subj>in subj>at", _P),
    ("attend", "subj>obj", _P),
    (
        (
            "meet sue accuse charge advise represent support succeed replace fund finance back "
            "sponsor contact audit supervise mentor interview pay owe lend loan acquit convict "
            "sentence prosecute investigate warn criticize blame threaten use partner befriend "
            "date invite approve regulate fine ban license list visit endorse publish write"
        ),
        "subj>obj",
        _A,
    ),
    (
        (
            "partner merge compete work cooperate collaborate meet speak talk negotiate agree "
            "contract affiliate associate connect link ally compare engage"
        ),
        "subj>with obj>with obj>to",
        _A,
    ),
    ("invest testify campaign", "subj>in subj>against subj>for", _A),
    ("donate lend contribute give send transfer pay loan owe complain report", "subj>to", _A),
    ("receive borrow take raise get obtain earn", "subj>from", _A),
    ("fund publish write", "obj>by", _A),
    ("file bring", "subj>against subj>with subj>in", _A),
)


def _verb_frames() -> dict[str, tuple[Frame, ...]]:
    frames: dict[str, list[Frame]] = {}
    for verbs, slots, concept in _FRAMES:
        for verb in verbs.split():
            for slot in slots.split():
                left, _, right = slot.partition(">")
                frames.setdefault(verb, []).append(Frame(left, right, concept))
    return {verb: tuple(found) for verb, found in frames.items()}


VERB_FRAMES = _verb_frames()

PARTICIPLES = {
    "married": "marry",
    "divorced": "divorce",
    "based": "base",
    "located": "locate",
    "situated": "situate",
    "headquartered": "headquarter",
    "registered": "register",
    "incorporated": "incorporate",
    "affiliated": "affiliate",
    "associated": "associate",
    "connected": "connect",
    "linked": "link",
    "allied": "ally",
    "born": "bear",
}
"""Participles that the tagger takes for adjectives, with their verbs."""

ENDING_VERBS = listed(
    "leave quit resign retire fire dismiss sell divorce close dissolve expel step replace"
)
"""Verbs that end what they speak of: their date is its end."""

LASTING = frozenset(set(Concept) - {Concept.PARTICIPATION, Concept.ASSOCIATION})
"""Concepts that hold over time and so have a validity; the others happen at a date."""

RECIPROCAL_VERBS = listed("marry merge meet partner bond date collaborate divorce")
"""Verbs that relate the members of a plural subject to each other: "X and Y merged"."""

RESULT_VERBS = listed("be become remain appoint name elect serve act join work hire")
"""Verbs that put somebody into a role: "was appointed director of", "serves as head of"."""

LIGHT_VERBS = listed("have hold own take get keep acquire buy purchase sell sign lose")
"""Verbs whose object noun says what the relation is: "holds a stake in"."""

SAYING_VERBS = listed(
    "tell say call ask report describe announce state note cite inform quote see find know"
)
"""Verbs whose subject and object are a speaker and a listener or a topic: no relation of theirs."""
