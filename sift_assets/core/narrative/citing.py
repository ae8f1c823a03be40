"""Whether every sentence of a narrative cites passages that are there: what an asset check says."""

from collections.abc import Iterator

from sift_assets.core.narrative.records import Narrative, Sentence
from sift_assets.core.records.record import Record


class FailedCitation(Record):
    """A sentence whose citations do not hold; by its place, because its text is of documents.

    Attributes:
        community: Key of the community.
        entity: Id of the entity whose profile it is in, empty for the story.
        index: Which sentence there, from 0.
        reason: Why: `uncited`, `missing` or `empty`.
    """

    community: str
    entity: str
    index: int
    reason: str


class CitationFinding(Record):
    """How the sentences of some narratives cite.

    Attributes:
        sentences: Number of sentences.
        citations: Number of passages that they cite, each as often as it is cited.
        failed: Sentences that do not cite as they should, in order.
    """

    sentences: int
    citations: int
    failed: tuple[FailedCitation, ...]

    @property
    def holds(self) -> bool:
        """Return whether every sentence cites."""
        return not self.failed


def citation_finding(*narratives: Narrative) -> CitationFinding:
    """Look whether every sentence cites, and every citation is a passage with a quote."""
    told = [(each, *place) for each in narratives for place in _told(each)]
    found = [
        FailedCitation(community=each.community, entity=entity, index=index, reason=reason)
        for each, entity, index, sentence in told
        if (reason := _reason(sentence, each))
    ]
    return CitationFinding(
        sentences=len(told),
        citations=sum(len(sentence.cites) for *_, sentence in told),
        failed=tuple(found),
    )


def _told(narrative: Narrative) -> Iterator[tuple[str, int, Sentence]]:
    for index, sentence in enumerate(narrative.story):
        yield "", index, sentence
    for profile in narrative.profiles:
        for index, sentence in enumerate(profile.sentences):
            yield profile.entity, index, sentence


def _reason(sentence: Sentence, narrative: Narrative) -> str:
    if not sentence.cites:
        return "uncited"
    if any(one not in narrative.passages for one in sentence.cites):
        return "missing"
    is_empty = any(not narrative.passages[one].quote.strip() for one in sentence.cites)
    return "empty" if is_empty else ""
