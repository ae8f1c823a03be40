"""What the words of a name and the words around it say about its type.

The statistical model guesses from little context and is wrong most often about names it has never
seen; a keyword in the name, a role before it or "who" behind it is better evidence.
"""

from sift_assets.core.extraction.local.lexicon import ROLE_NOUNS, Concept
from sift_assets.core.extraction.local.names import LEGAL_SUFFIXES, TITLES, words
from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.wordlists import listed

ORGANIZATION_WORDS = listed(
    "university college board school institute academy bank capital labs laboratory research "
    "network agency commission ministry department court foundation trust council holdings "
    "group partners technologies exchange ventures association society union authority bureau "
    "committee corporation fund club alliance party museum observatory hospital clinic "
    "press news times journal magazine studio studios records airlines airways motors "
    "systems solutions industries logistics energy pharmaceuticals insurance securities markets "
    "cooperative federation league team orchestra centre center guild tribunal parliament "
    "congress senate project initiative services trading consulting analytics robotics "
    "software media entertainment communications enterprises company works shipping "
    "storage digital altruism management prosecutor prosecutors"
)
"""Last words of names that are organizations."""

ORGANIZATION_STARTS = listed(
    "university ministry bank centre center institute department museum college house church "
    "bureau court committee association society office school district republic"
)
"""First words of "University of X" and the like."""

PLACE_WORDS = listed(
    "county street road avenue square river lake mountain mountains island islands bay "
    "ocean sea valley beach bridge tunnel airport harbour harbor building tower "
    "stadium arena courthouse region province peninsula desert coast city "
    "town village"
)
"""Last words of names that are places; surnames ("Hill", "Park") are left out."""

NEVER = listed(
    "act acts index complaint scholarship olympiad bill decree award awards prize cup date coin "
    "token tokens trial agreement amendment chapter fraud collapse competition competitions "
    "championship championships law laws treaty statute constitution report filing edition "
    "season tour derby election elections degree exam math"
)
"""Last words of names of documents, events and things, which the model calls organizations."""

_NEVER_STARTS = frozenset({"bachelor", "master", "doctor", "article", "section", "chapter"})

_MORE_ROLES = listed(
    "politician actor actress singer musician player quarterback author writer poet painter "
    "sculptor composer architect philosopher investor billionaire entrepreneur businessman "
    "businesswoman activist dancer chef farmer student colleague friend inventor founder owner "
    "brother sister husband wife son daughter father mother cousin uncle aunt nephew niece "
    "girlfriend boyfriend engineer"
)
_ROLE_ENDINGS = ("ist", "ian", "grapher")
_NAMELESS = listed("partner parent unit division arm branch subsidiary affiliate agent")


def kind_by_words(name: str) -> Kind | None:
    """Return the kind that a name's own words give away, or None."""
    parts = words(name)
    if len(parts) < 2:
        return None
    if parts[-1] in ORGANIZATION_WORDS or parts[-1] in LEGAL_SUFFIXES:
        return Kind.ORGANIZATION
    if parts[0] in ORGANIZATION_STARTS and parts[1] in ("of", "for"):
        return Kind.ORGANIZATION
    return Kind.PLACE if parts[-1] in PLACE_WORDS else None


def names_nothing(name: str) -> bool:
    """Whether the words of a name say that it is no person, organization or place."""
    parts = words(name)
    return parts[-1] in NEVER or parts[0] in _NEVER_STARTS


def is_person_by_context(sentence: Sentence, first: int, last: int) -> bool:
    """Whether the words around a name say that it names a person.

    A role or title before it ("the engineer X", "Dr. X"), or "who" or an age behind it.
    """
    before = sentence.tokens[first - 1] if first else None
    if before is not None and before.text.lower().rstrip(".") in TITLES:
        return True
    if before is not None and before.pos == "NOUN" and _is_role(before.lemma):
        return True
    after = [token.text.lower() for token in sentence.tokens[last : last + 3]]
    if after[:1] == [","]:
        aged = len(after) == 3 and after[1].isdigit() and len(after[1]) == 2 and after[2] == ","
        return aged or after[1:2] == ["who"]
    return after[:1] == ["who"]


def _is_role(lemma: str) -> bool:
    sense = ROLE_NOUNS.get(lemma)
    known = sense is not None and sense.concept is not Concept.OWNERSHIP
    return lemma not in _NAMELESS and (
        known or lemma in _MORE_ROLES or lemma.endswith(_ROLE_ENDINGS)
    )
