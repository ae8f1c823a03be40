"""The dependency path between two names, folded so that few shapes remain to be judged.

Prepositions are folded into the label of the step ("of", "in"), members of a coordination share
the attachment of its first member, an apposition stands for what it explains ("X, a firm based
in Y"), so does a predicate noun ("X is a firm based in Y"), and a verb without a subject of its
own inherits one (relative clauses, participles, infinitives, coordinated verbs).
"""

from typing import NamedTuple

from sift_assets.core.extraction.local.lexicon import RESULT_VERBS
from sift_assets.core.extraction.local.syntax import Sentence

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADJ", "X"})
_VERBAL = frozenset({"VERB", "AUX"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_DOWN = frozenset({"xcomp", "advcl", "conj", "ccomp", "pcomp"})
_PREDICATE = frozenset({"attr", "oprd", "as"})


class Step(NamedTuple):
    """One step up a path: the folded label and the token reached."""

    label: str
    token: int


class Path(NamedTuple):
    """How two tokens hang together.

    Attributes:
        left: Steps from the first token up to the pivot.
        right: Steps from the second token up to the pivot.
        pivot: The token where both meet.
    """

    left: tuple[Step, ...]
    right: tuple[Step, ...]
    pivot: int

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.left) + len(self.right)

    def mirrored(self) -> "Path":
        """Return the same path seen from the other end."""
        return Path(self.right, self.left, self.pivot)


class Climb(NamedTuple):
    """The way from one token to the root; `at` says after how many steps a token is reached."""

    steps: tuple[Step, ...]
    at: dict[int, int]


def climb(sentence: Sentence, token: int) -> Climb:
    """Return all folded steps from a token to the root of its sentence."""
    steps: list[Step] = []
    at = {token: 0}
    current = token
    while True:
        label, reached = _attachment(sentence, current)
        if reached == current or reached in at:
            return Climb(tuple(steps), at)
        if label:
            steps.append(Step(label, reached))
        at[reached] = len(steps)
        current = reached


def _attachment(sentence: Sentence, token: int) -> tuple[str, int]:
    """Return label and head of a token; an empty label for members of one coordination."""
    here = sentence.tokens[token]
    head = sentence.tokens[here.head]
    if here.dep in ("conj", "appos"):
        same = here.pos in _NOMINAL and head.pos in _NOMINAL
        return ("" if same else here.dep), here.head
    if here.dep in ("pobj", "pcomp") and here.head != token:
        above = head.head
        if above == here.head:
            return head.text.lower(), here.head
        label = "agent" if head.dep == "agent" else head.text.lower()
        return label, above
    return here.dep, here.head


def path_between(sentence: Sentence, first: Climb, second: Climb) -> Path | None:
    """Return the folded path between two tokens of one sentence, None when there is none."""
    for token, left in first.at.items():
        if token in second.at:
            right = second.at[token]
            path = Path(first.steps[:left], second.steps[:right], token)
            return _inherit(sentence, path)
    return None


def _inherit(sentence: Sentence, path: Path) -> Path:
    """Move the pivot down to the verb that says it, where that verb shares an argument."""
    for _ in range(4):
        lowered = _lower(sentence, path)
        if lowered is None:
            flipped = _lower(sentence, path.mirrored())
            if flipped is None:
                return path
            lowered = flipped.mirrored()
        path = lowered
    return path


def _lower(sentence: Sentence, path: Path) -> Path | None:
    """Lower the pivot one verb along the right side, when the left end is an argument there."""
    if len(path.right) < 2:
        return None
    label, verb = path.right[-1].label, path.right[-2].token
    if label == "acomp" and sentence.tokens[verb].tag == "JJ" and _names_result(sentence, path):
        return Path((Step("nsubjpass", verb),), path.right[:-1], verb)
    if label in _PREDICATE and _names_result(sentence, path):
        return Path((), path.right[:-1], verb)
    if sentence.tokens[verb].pos not in _VERBAL:
        return None
    if not path.left:
        role = _modified(sentence, label, verb)
    elif len(path.left) == 1 and sentence.tokens[path.pivot].pos in _VERBAL:
        role = _shared(sentence, path, label, verb)
    else:
        role = None
    if role is None:
        return None
    return Path((Step(role, verb),), path.right[:-1], verb)


def _names_result(sentence: Sentence, path: Path) -> bool:
    """Whether the noun on the right says what the left end is: "X was named [director of Y]"."""
    lemma = sentence.tokens[path.pivot].lemma
    role = path.left[0].label if len(path.left) == 1 else ""
    taken = any(sentence.tokens[c].dep == "dobj" for c in sentence.children[path.pivot])
    return lemma in RESULT_VERBS and (
        role in ("nsubjpass", "dobj") or (role == "nsubj" and not taken)
    )


def _modified(sentence: Sentence, label: str, verb: int) -> str | None:
    """Return the role of a noun in the clause that modifies it: "the firm [that X founded]"."""
    if label == "relcl":
        for child in sentence.children[verb]:
            token = sentence.tokens[child]
            if token.tag in ("WDT", "WP") and token.dep in ("nsubj", "nsubjpass", "dobj"):
                return token.dep
            if token.tag in ("WDT", "WP") and token.dep == "pobj":
                return None
        has_subject = any(sentence.tokens[c].dep in _SUBJECTS for c in sentence.children[verb])
        return "dobj" if has_subject else "nsubj"
    if label == "acl":
        return {"VBN": "nsubjpass", "VBD": "nsubjpass", "VBG": "nsubj"}.get(
            sentence.tokens[verb].tag
        )
    return None


def _shared(sentence: Sentence, path: Path, label: str, verb: int) -> str | None:
    """Return the role that an argument of the upper verb has for a lower verb without subject."""
    role, lower = path.left[0].label, sentence.tokens[verb]
    gerund = lower.tag == "VBG" and label not in _DOWN
    if label not in _DOWN and not gerund:
        return None
    if any(sentence.tokens[c].dep in _SUBJECTS for c in sentence.children[verb]):
        return None
    if label in ("xcomp", "ccomp"):
        taken = any(sentence.tokens[c].dep == "dobj" for c in sentence.children[path.pivot])
        if role == "dobj":
            return "nsubj"
        return "nsubj" if role in _SUBJECTS and not taken else None
    if role not in _SUBJECTS:
        return None
    passive = any(sentence.tokens[c].dep == "auxpass" for c in sentence.children[verb])
    bare = lower.tag == "VBN" and label == "advcl"
    return "nsubjpass" if passive or bare else _conj_role(label, role, lower.tag)


def _conj_role(label: str, role: str, tag: str) -> str:
    """A coordinated participle stays passive: "was founded and owned by X"."""
    return role if label == "conj" and tag == "VBN" else "nsubj"
