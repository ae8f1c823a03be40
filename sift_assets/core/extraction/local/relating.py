"""Turns what the paths of a document say into statements of the domain's relations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sift_assets.core.extraction.local.dates import Period, period_of
from sift_assets.core.extraction.local.lexicon import LASTING, Concept
from sift_assets.core.extraction.local.modality import Truth, truth_of
from sift_assets.core.extraction.local.paths import Climb, climb, path_between
from sift_assets.core.extraction.local.readings import joined_roles, read_path
from sift_assets.core.extraction.local.schema import Kind, Mapped, Schema
from sift_assets.core.extraction.local.surface import read_surface
from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.tiers import CONFIDENCE, Anchor, Finding, Tier

REFERENCE_DISCOUNT = 0.9
"""Worth of a statement about a pronoun's antecedent, as a share of its tier's confidence."""

PUBLISH_FLOOR = 0.45
"""Statements below are not published: weaker paths are wrong more often than right and clutter."""

MAIN_SHARE = 0.08
MAIN_COUNT = 4
"""Who is named that often, of all names and at least, is whom the document is about. A short path
from such an entity to another that is named more than once holds in one of two cases (FTX .50,
Re-DocRED .50); from the others in one of six. Language models and readers choose likewise."""


class Statement(NamedTuple):
    """One sentence's statement of a relation between two clusters, by number.

    A relation that lasts has a `period`, one that happens has a `date`; both may be empty.
    """

    source: int
    target: int
    relation: Mapped
    tier: Tier
    confidence: float
    truth: Truth
    sentence: int
    role: str
    period: Period
    date: str


class _Reading(NamedTuple):
    left: Anchor
    right: Anchor
    finding: Finding
    truth: Truth
    confidence: float


def relate(
    sentences: Sequence[Sentence], anchors: Sequence[Sequence[Anchor]], schema: Schema
) -> list[Statement]:
    """Return all statements at or above the floor, in text order; negated ones among them."""
    found: list[Statement] = []
    counts = Counter(a.cluster for group in anchors for a in group if not a.reference)
    for number, sentence in enumerate(sentences):
        for pair, reading in sorted(_best(sentence, anchors[number], schema).items()):
            if reading.finding.tier is not Tier.SHORT_PATH:
                for finding in (reading.finding, *joined_roles(sentence, reading.finding)):
                    one = reading._replace(finding=finding)
                    found.extend(_statements(sentence, number, one, schema))
            elif _is_salient(pair, counts) and reading.truth is not Truth.MODAL:
                found.extend(_statements(sentence, number, _raised(reading), schema))
    return sorted(_undenied(found), key=lambda s: (s.sentence, s.source, s.target, s.relation))


def _undenied(found: Sequence[Statement]) -> Iterator[Statement]:
    """Leave out what is weakly stated of two entities whose relation the document also denies."""
    denied = {frozenset((s.source, s.target)) for s in found if s.truth is Truth.NEGATED}
    for one in found:
        weak = one.tier in (Tier.MODAL, Tier.SALIENT) and one.truth is not Truth.NEGATED
        if not (weak and frozenset((one.source, one.target)) in denied):
            yield one


def _is_salient(pair: tuple[int, int], counts: Counter[int]) -> bool:
    """Whether a document is about one of two entities and comes back to the other."""
    more, less = sorted((counts[number] for number in pair), reverse=True)
    return less > 1 and more >= MAIN_COUNT and more >= MAIN_SHARE * counts.total()


def _raised(reading: _Reading) -> _Reading:
    finding = reading.finding._replace(tier=Tier.SALIENT)
    discounted = reading.left.reference or reading.right.reference
    worth = CONFIDENCE[Tier.SALIENT] * (REFERENCE_DISCOUNT if discounted else 1)
    return reading._replace(finding=finding, confidence=round(worth, 3))


def _best(
    sentence: Sentence, anchors: Sequence[Anchor], schema: Schema
) -> dict[tuple[int, int], _Reading]:
    """Return the strongest reading of each pair of entities in one sentence."""
    best: dict[tuple[int, int], _Reading] = {}
    if not sentence.prose:
        return best
    climbs = {anchor.first: climb(sentence, anchor.root) for anchor in anchors}
    ends = frozenset(i for a in anchors for i in range(a.first, a.last))
    for left, right in combinations(sorted(anchors, key=lambda a: a.start), 2):
        if left.cluster == right.cluster:
            continue
        reading = _read(sentence, left, right, climbs, ends, schema)
        pair = min(left.cluster, right.cluster), max(left.cluster, right.cluster)
        if reading and (pair not in best or _strength(reading) > _strength(best[pair])):
            best[pair] = reading
    return best


def _strength(reading: _Reading) -> tuple[float, bool]:
    """Rank readings of one pair in one sentence; of two equal ones a denial counts."""
    return reading.confidence, reading.truth is Truth.NEGATED


def _read(
    sentence: Sentence,
    left: Anchor,
    right: Anchor,
    climbs: dict[int, Climb],
    ends: frozenset[int],
    schema: Schema,
) -> _Reading | None:
    path = path_between(sentence, climbs[left.first], climbs[right.first])
    by_path = read_path(sentence, left, right, path, schema) if path else None
    by_words = read_surface(sentence, left, right, schema)
    found = [f for f in (by_path, by_words) if f is not None]
    if not found:
        return None
    finding = max(found, key=lambda f: CONFIDENCE[f.tier])
    truth = truth_of(sentence, finding.predicate, ends)
    confidence = CONFIDENCE[finding.tier]
    if truth is Truth.MODAL and finding.tier is not Tier.SHORT_PATH:
        finding = finding._replace(tier=Tier.MODAL)
        confidence = min(confidence, CONFIDENCE[Tier.MODAL])
    if left.reference or right.reference:
        confidence *= REFERENCE_DISCOUNT
    return _Reading(left, right, finding, truth, round(confidence, 3))


def _statements(
    sentence: Sentence, number: int, reading: _Reading, schema: Schema
) -> Iterator[Statement]:
    if reading.confidence < PUBLISH_FLOOR:
        return
    finding = reading.finding
    ends = (reading.right, reading.left) if finding.reversed else (reading.left, reading.right)
    mapped = _mapped(finding, *ends, schema, reading.truth)
    if mapped is None:
        return
    source, target = reversed(ends) if mapped.swapped else ends
    stated = period_of(sentence, finding.predicate)
    lasts = fitting(finding.concept, ends[0].kind, ends[1].kind) in LASTING
    yield Statement(
        source.cluster,
        target.cluster,
        mapped,
        finding.tier,
        reading.confidence,
        reading.truth,
        number,
        finding.role,
        stated if lasts else Period("", ""),
        "" if lasts else stated.start or stated.end,
    )


def _mapped(
    finding: Finding, source: Anchor, target: Anchor, schema: Schema, truth: Truth
) -> Mapped | None:
    if truth is Truth.MODAL:
        return schema.fallback(str(finding.concept), source.type, target.type)
    by_cue = schema.by_cue(finding.cues, source.type, target.type) if finding.cues else None
    if by_cue is not None:
        return by_cue
    concept = fitting(finding.concept, source.kind, target.kind)
    return schema.by_concept(concept, source.type, target.type)


def fitting(concept: Concept, source: Kind, target: Kind) -> Concept:
    """Return the concept that two kinds of entities allow: nobody is employed by a town."""
    person, place = source is Kind.PERSON, target is Kind.PLACE
    group = target in (Kind.ORGANIZATION, Kind.OTHER)
    fits = {
        Concept.EMPLOYMENT: source in (Kind.PERSON, Kind.OTHER) and group,
        Concept.MEMBERSHIP: source is not Kind.PLACE and group,
        Concept.FOUNDING: source is not Kind.PLACE and group,
        Concept.OWNERSHIP: source is not Kind.PLACE and target is not Kind.PERSON,
        Concept.FAMILY: person and target is Kind.PERSON,
        Concept.LOCATION: place or target is Kind.OTHER,
        Concept.RESIDENCE: person and place,
        Concept.PARTICIPATION: target is Kind.OTHER,
    }
    if concept is Concept.LOCATION and person and place:
        return Concept.RESIDENCE
    return concept if fits.get(concept, False) else Concept.ASSOCIATION
