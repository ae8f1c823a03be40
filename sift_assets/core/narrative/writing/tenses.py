"""When a state holds of which no period is stated: as the quotes that state it say, in English."""

import re

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.narrative.inflection import Tense
from sift_assets.core.narrative.material import RelationFacts

NOW_OR_ONCE = listed("EMPLOYED_BY EMPLOYS WORKS_FOR WORKS_AT EMPLOYEE_OF")
"""Types that documents use of what is and of what was: "has worked for" says neither more."""

ENDING = NOW_OR_ONCE | listed(
    "MEMBER_OF BELONGS_TO OWNS OWNED_BY OWNER_OF CONTROLS CONTROLLED_BY SHAREHOLDER_OF DIRECTOR_OF "
    "OFFICER_OF EXECUTIVE_OF CHAIRMAN_OF CEO_OF CFO_OF PRESIDENT_OF HEAD_OF MANAGES MANAGED_BY "
    "LEADS LED_BY SUBSIDIARY_OF BENEFICIAL_OWNER_OF"
)
"""Types of states that end while the things go on: where somebody lies or is a relative of, a
"was" in a quote says more of the sentence than of the relation."""

_PAST = re.compile(
    r"\b(?:former|formerly|previously|ex-\w|used to|resigned|retired|worked|was fired|"
    r"(?:was|were) (?:an?|the|its|his|her|then|employed|based|located|headquartered|owned|"
    r"controlled|married|registered))\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"\b(?:is|are|has|have|currently|now|works|owns|holds|leads|runs|lives|serves|belongs|sits|"
    r"directs|manages|controls|employs|represents|remains)\b",
    re.IGNORECASE,
)


def tense_of(relation: RelationFacts) -> Tense:
    """Return the tense in which the quotes that state a relation speak, as far as they agree.

    A title beside a name ("Dahl, chair of the board, ...") is held now, unless it is a former one.
    """
    if relation.type not in ENDING:
        return Tense.PRESENT
    quotes = [passage.quote for passage in relation.passages]
    is_present = any(_PRESENT.search(quote) for quote in quotes)
    if not is_present and all(_PAST.search(quote) for quote in quotes):
        return Tense.PAST
    has_office = any(key == "role" for said in relation.statements for key, _ in said.attributes)
    is_unsure = relation.type in NOW_OR_ONCE and not (is_present or has_office)
    return Tense.PERFECT if is_unsure else Tense.PRESENT
