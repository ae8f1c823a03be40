"""Sentences and tokens as plain values, and the one place that reads a spaCy document.

The rules work on these values, so that they can be tested without a model and so that another
parser could take its place.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from sift_assets.core.extraction.local.blocks import Block

BATCH_SIZE = 32
"""Blocks given to the model at once: a third faster than one by one, with the same answers."""


class Token(NamedTuple):
    """One token.

    Attributes:
        text: As it stands.
        lemma: Base form, lower case.
        pos: Universal part of speech.
        tag: Penn Treebank tag.
        dep: Dependency label to its head.
        head: Index of the head in the same sentence; its own index at the root.
        start: First character in the document's text.
        end: One past the last.
    """

    text: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    start: int
    end: int


class Label(NamedTuple):
    """A name that the statistical model found: token range and the model's label."""

    first: int
    last: int
    label: str


class Sentence:
    """One parsed sentence.

    Attributes:
        start: First character in the document's text.
        end: One past the last.
        tokens: In order.
        children: For each token the indices of its dependents, ascending.
        labels: Names found by the model, `last` being one past the last token.
        prose: Whether it comes from prose.
    """

    def __init__(self, tokens: Sequence[Token], labels: Sequence[Label], prose: bool) -> None:
        self.tokens = tuple(tokens)
        self.labels = tuple(labels)
        self.prose = prose
        solid = [token for token in tokens if not token.text.isspace()] or list(tokens)
        self.start, self.end = solid[0].start, solid[-1].end
        self.children: list[list[int]] = [[] for _ in tokens]
        for index, token in enumerate(tokens):
            if token.head != index:
                self.children[token.head].append(index)

    def root_of(self, first: int, last: int) -> int:
        """Return the token of a range whose head lies outside: the syntactic head of a name."""
        for index in range(first, last):
            head = self.tokens[index].head
            if head == index or not first <= head < last:
                return index
        return last - 1

    def range_of(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the tokens that a span of characters touches, or None."""
        inside = [i for i, t in enumerate(self.tokens) if t.start < end and start < t.end]
        return (inside[0], inside[-1] + 1) if inside else None


class Pipeline(Protocol):
    """What the rules need of a loaded spaCy pipeline with tagger, parser, lemmatizer and NER."""

    @property
    def meta(self) -> dict[str, Any]:
        """Name and version of the model."""
        ...

    def pipe(self, texts: Iterable[str], *, batch_size: int) -> Iterator[Any]:
        """Parse texts in order."""
        ...


def parse(pipeline: Pipeline, text: str, blocks: Sequence[Block]) -> list[Sentence]:
    """Parse the blocks of a text into sentences with offsets into that text."""
    # A line break inside a wrapped paragraph would be a token of its own and mislead the parser;
    # a space keeps every offset.
    pieces = (text[b.start : b.end].replace("\n", " ").replace("\t", " ") for b in blocks)
    sentences: list[Sentence] = []
    for number, doc in enumerate(pipeline.pipe(pieces, batch_size=BATCH_SIZE)):
        sentences.extend(_sentences(doc, blocks[number]))
    return sentences


def _sentences(doc: Any, block: Block) -> Iterator[Sentence]:
    for sent in doc.sents:
        base: int = sent.start
        tokens = [
            Token(
                t.text,
                t.lemma_.lower(),
                t.pos_,
                t.tag_,
                t.dep_,
                t.head.i - base,
                block.start + t.idx,
                block.start + t.idx + len(t.text),
            )
            for t in sent
        ]
        labels = [Label(e.start - base, e.end - base, e.label_) for e in sent.ents]
        yield Sentence(tokens, labels, block.prose)
