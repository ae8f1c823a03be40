"""Coreference of the modest kind: he, she, it, "the company" to the entity last talked about.

Wrong antecedents cause most absurd relations, so a pronoun without a recent candidate of the right
kind stays unresolved, and relations through a reference are discounted.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sift_assets.core.extraction.local.names import FEMALE_TITLES, MALE_TITLES
from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.tiers import Anchor
from sift_assets.core.extraction.local.wordlists import listed

REACH = 4
"""Sentences back. Farther antecedents were wrong more often than right."""

_MALE = frozenset({"he", "him", "his", "himself"})
_FEMALE = frozenset({"she", "her", "hers", "herself"})
_NEUTER = frozenset({"it", "its"})
_COMPANY = listed(
    "company firm exchange fund bank organization organisation corporation agency foundation "
    "group startup start-up cooperative institute museum university utility business "
    "manufacturer publisher charity court"
)
_SUBJECT = frozenset({"nsubj", "nsubjpass"})


class _Candidate(NamedTuple):
    anchor: Anchor
    sentence: int
    subject: bool


class Resolver:
    """Walks through a document's sentences in order and keeps who was talked about.

    Args:
        genders: Gender by cluster number where a title tells it: `m` or `f`.
    """

    def __init__(self, genders: dict[int, str]) -> None:
        self._genders = dict(genders)
        self._recent: list[_Candidate] = []

    def resolve(self, number: int, sentence: Sentence, named: Sequence[Anchor]) -> list[Anchor]:
        """Return the references of one sentence, and remember whom it names.

        Args:
            number: The sentence's number in the document.
            sentence: The sentence.
            named: Names in it, in order.
        """
        self._recent = [c for c in self._recent if number - c.sentence <= REACH]
        found: list[Anchor] = []
        waiting = list(named)
        taken = {i for a in named for i in range(a.first, a.last)}
        for index in range(len(sentence.tokens)):
            while waiting and waiting[0].first <= index:
                self._remember(number, sentence, waiting.pop(0))
            wanted = _wanted(sentence, index)
            if wanted is None or index in taken:
                continue
            anchor = self._antecedent(number, sentence, index, *wanted)
            if anchor is not None:
                found.append(anchor)
                self._remember(number, sentence, anchor)
        for left in waiting:
            self._remember(number, sentence, left)
        return found

    def _remember(self, number: int, sentence: Sentence, anchor: Anchor) -> None:
        subject = sentence.tokens[anchor.root].dep in _SUBJECT
        self._recent.append(_Candidate(anchor, number, subject))

    def _antecedent(
        self, number: int, sentence: Sentence, index: int, kind: Kind, gender: str, first: int
    ) -> Anchor | None:
        token = sentence.tokens[index]
        ranked = sorted(
            (c for c in self._recent if self._suits(c, kind, gender)),
            key=lambda c: _salience(c, number, token.dep),
        )
        for candidate in reversed(ranked):
            same = candidate.sentence == number
            if same and _is_own_argument(sentence, index, candidate.anchor.root):
                continue
            cluster = candidate.anchor.cluster
            if gender:
                self._genders.setdefault(cluster, gender)
            start, end = sentence.tokens[first].start, token.end
            return candidate.anchor._replace(
                first=first, last=index + 1, root=index, reference=True, start=start, end=end
            )
        return None

    def _suits(self, candidate: _Candidate, kind: Kind, gender: str) -> bool:
        known = self._genders.get(candidate.anchor.cluster, gender)
        return candidate.anchor.kind is kind and known == gender


def _salience(candidate: _Candidate, number: int, dep: str) -> tuple[int, int, int]:
    """Rank candidates: subjects first within a sentence, later sentences first, then position."""
    distance = number - candidate.sentence
    fresh = 0 if distance == 0 else -1 if distance == 1 else -2
    subject = int(candidate.subject)
    if dep in _SUBJECT and distance == 0:
        # "When X met Y, he left": within a sentence a subject continues the subject.
        return (fresh, subject, candidate.anchor.start)
    return (fresh - (0 if subject else 1), subject, candidate.anchor.start)


def _is_own_argument(sentence: Sentence, index: int, root: int) -> bool:
    """Whether a pronoun and a name are arguments of one verb: "X met him" is not X met X."""
    pronoun, name = sentence.tokens[index], sentence.tokens[root]
    if pronoun.dep == "poss":
        return False
    return pronoun.head == name.head or root == pronoun.head


def _wanted(sentence: Sentence, index: int) -> tuple[Kind, str, int] | None:
    """Return kind, gender and first token of the reference at a token, or None."""
    token = sentence.tokens[index]
    word = token.text.lower()
    if token.pos == "PRON":
        if word in _MALE:
            return Kind.PERSON, "m", index
        if word in _FEMALE:
            return Kind.PERSON, "f", index
        # As an object "it" is mostly a thing or a fact: "he called it a lie".
        if word in _NEUTER and token.dep in ("nsubj", "nsubjpass", "poss"):
            return Kind.ORGANIZATION, "", index
    definite = index > 0 and sentence.tokens[index - 1].text.lower() in ("the", "this")
    if word in _COMPANY and definite and not _is_specified(sentence, index):
        return Kind.ORGANIZATION, "", index - 1
    return None


def _is_specified(sentence: Sentence, index: int) -> bool:
    """Whether more is said of a noun, so that it means another one: "the bank of his uncle"."""
    return any(sentence.tokens[c].dep in ("prep", "appos") for c in sentence.children[index])


def gender_of_title(word: str) -> str:
    """Return `m` or `f` when a title before a name tells it, else an empty string."""
    plain = word.lower().rstrip(".")
    return "m" if plain in MALE_TITLES else "f" if plain in FEMALE_TITLES else ""
