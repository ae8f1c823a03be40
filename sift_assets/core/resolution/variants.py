"""Variants: a version, model or kind of a thing EXTENDS it, and is not merged with it."""

from collections.abc import Iterator, Sequence

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.resolution.lexicon import PERSON_WORDS, PLACE_WORDS, SMALL_WORDS, WEAK_WORDS
from sift_assets.core.resolution.names import Name
from sift_assets.core.resolution.records import VariantProposal
from sift_assets.core.resolution.subjects import Subject

NO_KINDS = (
    PERSON_WORDS
    | PLACE_WORDS
    | listed(
        "organization organisation company institution agency group event document publication "
        "law case account date money claim finding quote work meeting conference transaction"
    )
)
"""A type that has one of these words in it names single things, which have no variants: a
subsidiary is no variant of a company, a later trial none of an earlier one."""

KINDS = listed(
    "concept method technology technique theory algorithm model field topic system tool phenomenon "
    "approach"
)
"""A type that has one of these words in it names kinds, so a word before narrows it down: deep
learning is learning."""

LEAST_LETTERS = 3
"""Letters of a parent's name; shorter ones begin other names by chance."""

REASONS = {
    "version": ("has the same name and a number behind it", 0.8),
    "model": ("has the same name and more words behind it", 0.5),
    "kind": ("has the same name and more words before it", 0.5),
}
"""What a variant's name has over its parent's, and how often that is right, by judgement."""


def variants_of(subjects: Sequence[Subject], type_name: str) -> list[VariantProposal]:
    """Propose EXTENDS from names, each child to its nearest parents only."""
    type_words = set(type_name.lower().split("_"))
    if type_words & NO_KINDS:
        return []
    by_words: dict[tuple[str, ...], list[Subject]] = {}
    for subject in subjects:
        by_words.setdefault(subject.name.core, []).append(subject)
    found: list[VariantProposal] = []
    for child in subjects:
        for why, parent_words in _parents(child.name, kinds=bool(type_words & KINDS)):
            parents = by_words.get(parent_words, [])
            found += [_proposal(child, parent, why) for parent in parents if parent is not child]
            if parents:
                break
    return sorted(found, key=lambda proposal: (proposal.child, proposal.parent))


def _parents(name: Name, *, kinds: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what a parent's words would be, the nearest first, and why."""
    core = name.core
    for cut in range(1, len(core)):
        behind, before = core[:-cut], core[cut:]
        if _is_a_name(behind) and not all(word in WEAK_WORDS for word in core[-cut:]):
            is_numbered = any(char.isdigit() for char in core[-cut])
            yield "version" if is_numbered else "model", behind
        if kinds and _is_a_name(before) and not all(word in WEAK_WORDS for word in core[:cut]):
            yield "kind", before


def _is_a_name(words: tuple[str, ...]) -> bool:
    letters = sum(len(word) for word in words)
    return letters >= LEAST_LETTERS and not {words[0], words[-1]} & SMALL_WORDS


def _proposal(child: Subject, parent: Subject, why: str) -> VariantProposal:
    reason, score = REASONS[why]
    return VariantProposal(child=child.id, parent=parent.id, reason=reason, score=score)
