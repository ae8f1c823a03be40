"""The extractor `local/en`: a document's text in, mentions and relations with evidence out."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.extraction.local.blocks import split_blocks
from sift_assets.core.extraction.local.clusters import Cluster, cluster
from sift_assets.core.extraction.local.coreference import Resolver, gender_of_title
from sift_assets.core.extraction.local.modality import Truth
from sift_assets.core.extraction.local.names import tidy
from sift_assets.core.extraction.local.occurrences import anchors_by_sentence, missed
from sift_assets.core.extraction.local.relating import Statement, relate
from sift_assets.core.extraction.local.schema import Kind, Schema
from sift_assets.core.extraction.local.spotting import spot
from sift_assets.core.extraction.local.syntax import Pipeline, Sentence, parse
from sift_assets.core.extraction.local.tiers import Anchor
from sift_assets.core.records.extraction import (
    Attribute,
    ChunkReport,
    ChunkStatus,
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    MentionKind,
    Quarantined,
    QuarantineReason,
    RelationMention,
)
from sift_assets.core.records.text import Chunk, DocumentText

EXTRACTOR = "local/en"

CODE_VERSION = "1"
"""Raised with every change of the rules or words that changes answers."""

_CONFIDENCE_BY_COUNT = {
    Kind.PERSON: (0.7, 0.7, 0.7, 0.7),
    Kind.ORGANIZATION: (0.57, 0.75, 0.82, 0.86),
    Kind.PLACE: (0.47, 0.63, 0.68, 0.75),
    Kind.OTHER: (0.6, 0.7, 0.75, 0.8),
}
"""Measured share of right names by how often one is mentioned: once, twice, 3 to 5 times, more.
The model gives no score of its own; for people the count tells nothing."""


class LocalExtractor:
    """Extracts with spaCy's small English model and rules; see the package's docstring.

    Args:
        pipeline: A loaded spaCy pipeline with tagger, parser, lemmatizer and NER.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    @property
    def model(self) -> str:
        """Name and version of the statistical model, for example `en_core_web_sm-3.8.0`."""
        meta = self._pipeline.meta
        return f"{meta['lang']}_{meta['name']}-{meta['version']}"

    @property
    def version(self) -> str:
        """Name, model and code version."""
        return f"{EXTRACTOR} {self.model} {CODE_VERSION}"

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Extract from one document; see `Extractor.extract`.

        Raises:
            ConfigError: A pattern of the domain cannot be used.
        """
        schema = Schema(prompt)
        sentences = parse(self._pipeline, text.text, split_blocks(text.text))
        clusters = cluster(text.text, spot(text.text, sentences, schema, prompt))
        extra = missed(text.text, clusters, sentences)
        named = anchors_by_sentence(sentences, clusters, extra)
        anchors = _with_references(text.text, sentences, named)
        statements = relate(sentences, anchors, schema)
        writer = _Writer(text, chunks, clusters, sentences)
        return Extraction(
            status=ExtractionStatus.COMPLETE,
            extractor=EXTRACTOR,
            model=self.model,
            title=text.title,
            document_date=text.document_date,
            read_status=str(text.status),
            chunks=tuple(
                ChunkReport(index=c.index, status=ChunkStatus.OK, model=self.model) for c in chunks
            ),
            mentions=writer.mentions(anchors, statements),
            relations=writer.relations(statements),
            quarantined=writer.quarantined(statements),
        )


def _with_references(
    text: str, sentences: Sequence[Sentence], named: Sequence[Sequence[Anchor]]
) -> list[list[Anchor]]:
    genders: dict[int, str] = {}
    for anchors in named:
        for anchor in anchors:
            title = text[max(0, anchor.start - 12) : anchor.start].split()
            gender = gender_of_title(title[-1]) if title and anchor.kind is Kind.PERSON else ""
            if gender:
                genders.setdefault(anchor.cluster, gender)
    resolver = Resolver(genders)
    return [
        sorted([*anchors, *resolver.resolve(i, sentences[i], anchors)], key=lambda a: a.start)
        for i, anchors in enumerate(named)
    ]


class _Writer:
    """Turns anchors and statements of one document into records."""

    def __init__(
        self,
        text: DocumentText,
        chunks: Sequence[Chunk],
        clusters: Sequence[Cluster],
        sentences: Sequence[Sentence],
    ) -> None:
        self._text, self._clusters, self._sentences = text, clusters, sentences
        self._chunks = sorted(chunks, key=lambda c: c.start)
        self._starts = [chunk.start for chunk in self._chunks]

    def mentions(
        self, anchors: Sequence[Sequence[Anchor]], statements: Sequence[Statement]
    ) -> tuple[Mention, ...]:
        """Return one mention for each anchor, sorted."""
        every = [anchor for group in anchors for anchor in group]
        counts = [0] * len(self._clusters)
        for anchor in every:
            counts[anchor.cluster] += not anchor.reference
        roles = {(s.sentence, s.source): s.role for s in statements if s.role}
        found = [
            self._mention(anchor, counts[anchor.cluster], roles.get((number, anchor.cluster), ""))
            for number, group in enumerate(anchors)
            for anchor in group
        ]
        return tuple(
            sorted(found, key=lambda m: (m.evidence.start, m.evidence.end, m.type, m.name))
        )

    def _mention(self, anchor: Anchor, count: int, role: str) -> Mention:
        one = self._clusters[anchor.cluster]
        evidence = self._evidence(anchor.start, anchor.end)
        same = tidy(evidence.quote).casefold() == one.name.casefold()
        kind = MentionKind.NAME if same else MentionKind.ALIAS
        return Mention(
            type=one.type,
            name=one.name,
            surface=evidence.quote,
            evidence=evidence,
            kind=MentionKind.REFERENCE if anchor.reference else kind,
            confidence=_CONFIDENCE_BY_COUNT[one.kind][_bucket(count)],
            chunk=self._chunk(anchor.start),
            attributes=_role(role) if one.kind is Kind.PERSON else (),
        )

    def relations(self, statements: Sequence[Statement]) -> tuple[RelationMention, ...]:
        """Return the published statements, sorted, without repeats of one in one sentence."""
        kept = {self._key(s): self._relation(s) for s in statements if s.truth is not Truth.NEGATED}
        return tuple(kept[key] for key in sorted(kept))

    def quarantined(self, statements: Sequence[Statement]) -> tuple[Quarantined, ...]:
        """Return the negated statements in order."""
        return tuple(self._negated(statements))

    def _negated(self, statements: Sequence[Statement]) -> Iterator[Quarantined]:
        for statement in statements:
            if statement.truth is Truth.NEGATED:
                relation = self._relation(statement)
                yield Quarantined(
                    kind="relation",
                    reason=QuarantineReason.NEGATED,
                    detail="The sentence denies the relation.",
                    chunk=relation.chunk,
                    record=relation.model_dump(mode="json"),
                )

    def _key(self, statement: Statement) -> tuple[int, int, str, str, str]:
        sentence = self._sentences[statement.sentence]
        source, target = self._clusters[statement.source], self._clusters[statement.target]
        return sentence.start, sentence.end, statement.relation.type, source.name, target.name

    def _relation(self, statement: Statement) -> RelationMention:
        source, target = self._clusters[statement.source], self._clusters[statement.target]
        sentence = self._sentences[statement.sentence]
        modal = (Attribute(key="modality", value="not asserted"),)
        return RelationMention(
            type=statement.relation.type,
            source=source.name,
            target=target.name,
            source_type=source.type,
            target_type=target.type,
            evidence=self._evidence(sentence.start, sentence.end),
            confidence=statement.confidence,
            chunk=self._chunk(sentence.start),
            tier=str(statement.tier),
            original_type=statement.relation.original,
            valid_from=statement.period.start,
            valid_to=statement.period.end,
            attributes=(
                *(modal if statement.truth is Truth.MODAL else ()),
                *_role(statement.role),
                *_stated("date", statement.date),
            ),
        )

    def _evidence(self, start: int, end: int) -> Evidence:
        quote = self._text.text[start:end]
        return Evidence(start=start, end=end, quote=quote, page=self._text.page_at(start))

    def _chunk(self, start: int) -> int:
        at = bisect_right(self._starts, start) - 1
        return self._chunks[at].index if at >= 0 else 0


def _bucket(count: int) -> int:
    return 0 if count < 2 else 1 if count == 2 else 2 if count < 6 else 3


def _role(role: str) -> tuple[Attribute, ...]:
    return _stated("role", role)


def _stated(key: str, value: str) -> tuple[Attribute, ...]:
    return (Attribute(key=key, value=value),) if value else ()
