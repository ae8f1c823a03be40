"""What stays where it is, whatever people do to it: personal documents, and refused ones."""

from collections.abc import Callable
from itertools import pairwise

from sift_assets.core.promotion.candidates import tags_of
from sift_assets.core.promotion.guards import Grounds, guarded
from sift_assets.core.promotion.near_duplicates import (
    Refused,
    normalised,
    refusal_of,
    signature_of,
)
from sift_assets.core.promotion.outcomes import Judged, Policy, judged
from sift_assets.core.promotion.records import OutcomeKind, ReferenceStatus
from sift_assets.core.promotion.settings import Autonomy
from sift_assets_tests.core.promotion.personal_documents import personal_documents
from sift_assets_tests.core.promotion.promotion_examples import assessment, candidate
from sift_assets_tests.evals.extraction.corpora import own_documents
from sift_assets_tests.fakes.planted_secrets import WORDS, Chance

SEQUENCES = 1_000

MOST_EDITS = 3
"""Small edits of a refused text; together they leave most of it as it was."""

LEAST_WORDS = 60
"""Of a refused text: in a shorter one a changed word is no small edit."""

KEY = "ab" * 32
OPEN = Policy(seat="ada", autonomy=Autonomy.AUTO, threshold=0.0, version="1")

Edit = Callable[[str, Chance], str]


def evaluate_personal() -> dict[str, int]:
    """Let a thousand sequences of tags and edits meet the widest settings and the best verdict."""
    promoted = passed = 0
    one = assessment()
    assert one.reference is not None
    known = one.reference.model_copy(update={"status": ReferenceStatus.KNOWN_ORG_WORK})
    for document, root in personal_documents(SEQUENCES, seed=2030):
        made = candidate(root=root, tags=tags_of(document))
        found = guarded(made, Grounds(autonomy=Autonomy.AUTO))
        if found.skip is None:
            passed += 1
            outcome = judged(found, known, Judged(one.verdict), OPEN).outcome
            promoted += outcome is OutcomeKind.PROMOTE
    return {"sequences": SEQUENCES, "personal passed": passed, "personal promoted": promoted}


def evaluate_refusals() -> dict[str, int]:
    """Edit refused texts a little, and rename them; then hold other texts against refusals."""
    chance = Chance(2030)
    texts = [one.text for one in own_documents() if len(one.text.split()) >= LEAST_WORDS]
    refusals = [_refused(text, str(number)) for number, text in enumerate(texts)]
    passed = {"edited": 0, "renamed": 0}
    for _ in range(SEQUENCES):
        number = chance.randrange(len(texts))
        text = texts[number]
        for _ in range(chance.randrange(MOST_EDITS + 1)):
            text = chance.choice(EDITS)(text, chance)
        passed["edited"] += not _is_refused(text, str(number), refusals[number])
        passed["renamed"] += not _is_refused(text, "renamed", refusals[number])
    pairs = [*pairwise(range(len(texts)))]
    others = sum(_is_refused(texts[b], str(a), refusals[a]) for a, b in pairs)
    return {
        "refused and edited": SEQUENCES,
        "edited passed": passed["edited"],
        "edited and renamed passed": passed["renamed"],
        "other texts in its place": len(pairs),
        "other texts refused": others,
    }


def _refused(text: str, name: str) -> Refused:
    return Refused(candidate=name, content=normalised(text), signature=signature_of(text, KEY))


def _is_refused(text: str, name: str, refused: Refused) -> bool:
    return refusal_of(name, normalised(text), signature_of(text, KEY), [refused]) is not None


def _with_another_word(text: str, chance: Chance) -> str:
    words = text.split(" ")
    words[chance.randrange(len(words))] = chance.choice(WORDS)
    return " ".join(words)


def _without_a_sentence(text: str, chance: Chance) -> str:
    sentences = text.split(". ")
    short = [n for n, one in enumerate(sentences) if len(one) <= len(text) / 10]
    if short:
        del sentences[chance.choice(short)]
    return ". ".join(sentences)


EDITS: tuple[Edit, ...] = (
    lambda text, _: text.upper(),
    lambda text, _: text.replace(" ", "  "),
    lambda text, _: text.replace(",", ";").replace(".", " -"),
    lambda text, _: text.replace("a", "a\u200b"),
    lambda text, _: f"Dear all.\n\n{text}\n\nSee you there.",
    lambda text, _: "\n\n".join(reversed(text.split("\n\n"))),
    _with_another_word,
    _without_a_sentence,
)
