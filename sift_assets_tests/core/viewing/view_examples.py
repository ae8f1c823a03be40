"""A small graph to be looked at, with the texts of its documents, and hostile names in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sift_assets.core.communities.mapping import community_map
from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.narrative.records import Narrative, Passage, Profile, Sentence
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.core.viewing.choice import Choice
from sift_assets.core.viewing.choosing import chosen
from sift_assets.core.viewing.shown import cited_documents, named, view_data
from sift_assets_tests.core.communities.community_examples import stage
from sift_assets_tests.core.decisions.decision_examples import (
    company,
    decided,
    joining,
    person,
    said,
)
from sift_assets_tests.core.graph.graph_examples import (
    attribute,
    extraction,
    graph_of,
    mention,
    relation,
)

HOSTILE = (
    "<script>window.hacked = 1</script>",
    '"><img src=x onerror="window.hacked = 2">',
    "</script><script>window.hacked = 3</script>",
    "<!--<script>",
    "{{data}} ${window.hacked = 4} javascript:window.hacked=5",
    "\u202egro.live\u202c \u061cעברית العربية",
    "\x1b[31mred\x07 \x00\x0c bell",
    "line\u2028separator\u2029here",
    "__proto__",
    "-->",
    "'; DROP TABLE entities; --",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩🏽\u200d🚀 ﷽",
)
"""Names as documents may have them."""

Stated = tuple[str, str, str, str, str]
"""Type and name of a source, relation, type and name of a target."""


@dataclass
class Paper:
    """A document that is written sentence by sentence.

    Attributes:
        text: So far.
        records: What is stated in it.
        pages: Where pages begin.
    """

    text: str = ""
    records: list[Mention | RelationMention] = field(default_factory=list)
    pages: list[int] = field(default_factory=lambda: [0])

    def says(self, stated: Stated, sentence: str = "", **details: Any) -> "Paper":
        """Write a sentence that states a relation."""
        source_type, source, name, target_type, target = stated
        sentence = sentence or f"{source} has to do with {target}."
        start = len(self.text)
        self.text += f"{sentence}\n"
        for kind, one in ((source_type, source), (target_type, target)):
            at = start + sentence.index(one)
            self.records.append(mention(kind, one, at, page=len(self.pages)))
        ends = {"source_type": source_type, "target_type": target_type}
        self.records.append(
            relation(
                source, name, target, start, quote=sentence, page=len(self.pages), **ends, **details
            )
        )
        return self

    def names(self, kind: str, name: str, **details: Any) -> "Paper":
        """Write a name on a line of its own."""
        self.records.append(mention(kind, name, len(self.text), page=len(self.pages), **details))
        self.text += f"{details.get('surface', name)}\n"
        return self

    def new_page(self) -> "Paper":
        """Begin a new page."""
        self.pages.append(len(self.text))
        return self

    @property
    def document(self) -> DocumentText:
        """The paper as it is read."""
        ends = [*self.pages[1:], len(self.text)]
        pages = tuple(
            Page(number=number, start=start, end=end)
            for number, (start, end) in enumerate(zip(self.pages, ends, strict=True), 1)
        )
        return DocumentText(status=ReadStatus.TEXT, text=self.text, pages=pages)


def ada_works() -> Stated:
    return ("PERSON", "Ada Varga", "WORKS_FOR", "ORGANIZATION", "Kestrel Ltd")


def papers() -> dict[str, Paper]:
    """Return two papers about people of a harbour, and one of hostile names."""
    letter = Paper("🚢 A letter 🚢\n\n").says(
        ada_works(), "Ada Varga has worked for Kestrel Ltd since 2010.", valid_from="2010"
    )
    letter.new_page().says(
        ("PERSON", "Ada Varga", "KNOWS", "PERSON", "José Álvarez"), "Ada Varga knows José Álvarez."
    )
    letter.says(("PERSON", "José Álvarez", "WORKS_FOR", "ORGANIZATION", "Pelagos"))
    letter.names("PERSON", "José Álvarez", attributes=attribute("role", "harbour master"))
    minutes = Paper().says(
        ada_works(), "🚢🚢 The minutes say: Ada Varga, of Kestrel Ltd, was there."
    )
    minutes.says(("PERSON", "Tom Brandt", "WORKS_FOR", "ORGANIZATION", "Kestrel Ltd"))
    minutes.names("PERSON", "Tom Brandt", surface="Captain Brandt")
    minutes.says(("ORGANIZATION", "Kestrel Ltd", "LOCATED_IN", "LOCATION", "Oslo"))
    hostile = Paper()
    for name in HOSTILE:
        hostile.says(("PERSON", name, "KNOWS", "PERSON", "Eve"), f"{name} knows Eve.")
    return {"letters/a%20letter.txt": letter, "minutes.txt": minutes, "hostile.txt": hostile}


def confirmed() -> tuple[Decision, ...]:
    """Return the decision that Ada does know José."""
    about = joining(person("Ada Varga"), "KNOWS", person("José Álvarez"))
    return (said(Act.CONFIRM, relation=about, reason="she said so"),)


def rejected() -> tuple[Decision, ...]:
    """Return the decision that Tom does not work for Kestrel."""
    about = joining(person("Tom Brandt"), "WORKS_FOR", company("Kestrel Ltd"))
    return (said(Act.REJECT, relation=about),)


def graph_of_papers(written: Mapping[str, Paper], decisions: Sequence[Decision]) -> ResolvedGraph:
    """Resolve what papers state."""
    records = {key: extraction(*paper.records) for key, paper in written.items()}
    return decided(graph_of(records, dates={"minutes.txt": "2012-05-03"}), *decisions)


def source_of(
    written: Mapping[str, Paper], decisions: Sequence[Decision] = (), **details: Any
) -> ToldGraph:
    """Return what papers state, with its communities."""
    graph = graph_of_papers(written, decisions)
    known: dict[str, Any] = {"narratives": {}, "labels": {}, "version": "0" * 64} | details
    return ToldGraph(graph=graph, communities=community_map(graph, stage()), **known)


def narrative_about(community: str, paper: Paper, document: str) -> Narrative:
    """Tell of Ada by the first statement of a paper."""
    (stated, *_) = [one for one in paper.records if isinstance(one, RelationMention)]
    at = stated.evidence
    passage = Passage(document=document, page=1, start=at.start, end=at.end, quote=at.quote)
    sentence = Sentence(text="Ada Varga works for Kestrel Ltd.", cites=(passage.id,))
    profile = Profile(
        entity="person:ada_varga", name="Ada Varga", type="PERSON", sentences=(sentence,)
    )
    return Narrative(
        community=community,
        label="The harbour",
        story=(sentence,),
        profiles=(profile,),
        passages={passage.id: passage},
        writer="local",
    )


def shown(source: ToldGraph, written: Mapping[str, Paper], choice: Choice | None = None) -> Any:
    """Return the data of a page."""
    choice = choice or Choice()
    found = chosen(source.graph, named(source), choice)
    texts = {key: written[key].document for key in cited_documents(found.graph)}
    return view_data(source, choice, found, texts)
