"""Small decisions and ways to apply them, with strategies for random ones about random graphs."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields
from typing import Any

import pyarrow as pa
from hypothesis import settings
from hypothesis import strategies as st

from sift_assets.core.decisions.applying import resolved
from sift_assets.core.decisions.decision import (
    KIND_OF,
    Act,
    Anchor,
    AttributeRef,
    Channel,
    Decision,
    EntityRef,
    Part,
    RelationRef,
    ValuesRef,
    digest_of,
)
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.promotion import PromotionRef
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import GraphFacet, ReviewFacet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.core.graph.graph_examples import (
    DATES,
    GENERAL,
    attribute,
    corpora,
    extraction,
    graph_of,
    mention,
    relation,
)

REVIEW = review_facet(
    Domain.model_validate({"relation_types": {"KNOWS": {"review_required": True}}})
)

LAW = settings(max_examples=25)
"""For laws over whole graphs with decisions: each example resolves one several times, and machines
are busy. The eval `sift_assets_tests.evals.decisions` tries a thousand."""

TABLES = tuple(field.name for field in fields(KnowledgeGraph))


def moment(second: int) -> str:
    return f"2026-03-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000000Z"


def said(act: Act, at: int = 0, **details: Any) -> Decision:
    """Make a decision, by Ada, at a second of one day."""
    whole = {"actor": "Ada", "channel": Channel.COMMAND} | details
    return Decision(time=moment(at), act=act, **whole).with_id()


def undo(one: Decision, at: int) -> Decision:
    return said(Act.UNDO, at, undoes=one.id)


def person(name: str, **details: Any) -> EntityRef:
    return EntityRef(type="PERSON", name=name, **details)


def company(name: str, **details: Any) -> EntityRef:
    return EntityRef(type="ORGANIZATION", name=name, **details)


def joining(source: EntityRef, name: str, target: EntityRef, **details: Any) -> RelationRef:
    return RelationRef(source=source, type=name, target=target, **details)


def anchor(document: str, text: str) -> Anchor:
    return Anchor(document=document, digest=digest_of(text))


def part(label: str, *documents: str, name: str = "") -> Part:
    return Part(label=label, documents=documents, name=name)


def decided(
    graph: KnowledgeGraph,
    *decisions: Decision,
    facet: GraphFacet = GENERAL,
    review: ReviewFacet = REVIEW,
) -> ResolvedGraph:
    """Apply decisions, in any order, to a graph."""
    return resolved(graph, facet, review, in_force(decisions))


def rows(table: pa.Table, *columns: str) -> list[tuple[Any, ...]]:
    """Return some columns as rows."""
    lists = [table[name].to_pylist() for name in columns]
    return list(zip(*lists, strict=True))


def ids(table: pa.Table) -> list[str]:
    return table["id"].to_pylist()


def verdicts(graph: ResolvedGraph) -> list[tuple[str, str]]:
    return rows(graph.decided, "subject", "verdict")


def graphs() -> st.SearchStrategy[KnowledgeGraph]:
    """Graphs of any extractions, and as often ones with many relations: there decisions meet."""
    keys = st.sampled_from(sorted(DATES))
    dense = st.dictionaries(keys, documents(), min_size=2, max_size=3)
    return (corpora() | dense).map(lambda corpus: graph_of(corpus, dates=DATES))


WHO = (
    *(("PERSON", name) for name in ("Ada", "Bo", "Cy", "Zoe")),
    *(("ORGANIZATION", name) for name in ("Acme", "Ada")),
)

STATED = ("KNOWS", "MARRIED_TO", "LED_BY")


@st.composite
def documents(draw: st.DrawFn) -> Extraction:
    """Draw what a document says of some people and companies: most of it joins two of them."""
    there = draw(st.lists(st.sampled_from(WHO), min_size=4, max_size=6, unique=True))
    roles = st.sampled_from(((), attribute("role", "chief"), attribute("role", "clerk")))
    found = [
        mention(type_, name, 10 * at, attributes=draw(roles))
        for at, (type_, name) in enumerate(there)
    ]
    one = st.sampled_from(there)
    pairs = draw(st.lists(st.tuples(one, st.sampled_from(STATED), one), min_size=3, max_size=8))
    stated = [
        relation(source, said_type, target, 5 * at, source_type=type_, target_type=other)
        for at, ((type_, source), said_type, (other, target)) in enumerate(pairs)
    ]
    return extraction(*found, *stated)


MERGES = frozenset({Act.MERGE})
LINKS = frozenset({Act.MERGE, Act.NOT_SAME})
EVERY = frozenset(KIND_OF) - {Act.REFUSE, Act.REVOKE, Act.ABANDON}
"""What says something of a graph, and of decisions on promotions, which do not, one."""


@st.composite
def cases(
    draw: st.DrawFn, acts: Collection[Act] = EVERY, most: int = 6
) -> tuple[KnowledgeGraph, tuple[Decision, ...]]:
    """Draw a graph with something in it, and decisions about it in order of time."""
    graph = draw(graphs().filter(lambda one: len(one.entities) > 1))
    count = draw(st.integers(1, most))
    return graph, tuple(draw(decision_about(graph, acts, at)) for at in range(count))


@st.composite
def decision_about(
    draw: st.DrawFn, graph: KnowledgeGraph, acts: Collection[Act], at: int
) -> Decision:
    known = Known(graph)
    possible = sorted(act for act in acts if known.can(act))
    act = draw(st.sampled_from(possible or [Act.MERGE]))
    return said(act, at, **draw(known.details(act)))


class Known:
    """What decisions may be about in a graph."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._naming = Naming(graph)
        self._documents: list[str] = sorted(graph.documents["document"].to_pylist())
        self._entities = ids(graph.entities)
        self._relations = ids(graph.relations)
        self._stated = [
            (one, each["key"], each["value"])
            for one, attributes in rows(graph.entities, "id", "attributes")
            for each in attributes
        ]

    def can(self, act: Act) -> bool:
        if act is Act.SPLIT:
            return len(self._documents) > 1
        return bool(self._relations) if act in {Act.CONFIRM, Act.REJECT} else True

    def details(self, act: Act) -> st.SearchStrategy[dict[str, Any]]:
        makers: dict[Act, Callable[[], st.SearchStrategy[dict[str, Any]]]] = {
            Act.MERGE: lambda: st.builds(dict, entities=self._some_entities(2, 3)),
            Act.NOT_SAME: lambda: st.builds(dict, entities=self._some_entities(2, 3)),
            Act.SPLIT: self._splits,
            Act.WHOLE: lambda: st.builds(dict, entities=self._some_entities(1, 1)),
            Act.NAME: lambda: st.builds(
                dict, entities=self._some_entities(1, 1), name=st.sampled_from(("Zed", "Ada"))
            ),
            Act.CONFIRM: self._about_relations,
            Act.REJECT: self._about_relations,
            Act.ADD: self._additions,
            Act.RESOLVE: self._resolutions,
            Act.RETRACT: self._retractions,
            Act.PROMOTE: _promotions,
        }
        return makers[act]()

    def _some_entities(self, least: int, most: int) -> st.SearchStrategy[tuple[EntityRef, ...]]:
        chosen = st.lists(
            st.sampled_from(self._entities), min_size=least, max_size=most, unique=True
        )
        return chosen.map(lambda found: tuple(self._entity(one) for one in found))

    def _about_relations(self) -> st.SearchStrategy[dict[str, Any]]:
        return st.builds(dict, relation=st.sampled_from(self._relations).map(self._relation))

    def _additions(self) -> st.SearchStrategy[dict[str, Any]]:
        ends = self._some_entities(2, 2)
        types = st.sampled_from((EXTENDS, "KNOWS", "LED_BY", "NEVER_HEARD_OF"))
        return st.builds(
            lambda pair, name: {"relation": joining(pair[0], name, pair[1])}, ends, types
        )

    def _resolutions(self) -> st.SearchStrategy[dict[str, Any]]:
        kept = self._some_entities(1, 1).map(lambda one: {"values": self._values(one[0])})
        if len(self._relations) < 2:
            return kept
        pair = st.lists(st.sampled_from(self._relations), min_size=2, max_size=2, unique=True)
        relations = pair.map(
            lambda two: {"stands": (self._relation(two[0]),), "falls": (self._relation(two[1]),)}
        )
        return relations | kept

    def _values(self, entity: EntityRef) -> ValuesRef:
        return ValuesRef(entity=entity, key="role", values=("chief", "clerk"))

    def _retractions(self) -> st.SearchStrategy[dict[str, Any]]:
        whole = st.builds(dict, entities=self._some_entities(1, 1))
        if not self._stated:
            return whole
        values = st.sampled_from(self._stated).map(
            lambda one: {
                "attribute": AttributeRef(entity=self._entity(one[0]), key=one[1], value=one[2])
            }
        )
        return whole | values

    def _splits(self) -> st.SearchStrategy[dict[str, Any]]:
        cut = st.integers(1, len(self._documents) - 1)
        return st.builds(
            lambda entity, at, order: {
                "entities": entity,
                "parts": (part("one", *order[:at]), part("two", *order[at : at + 1])),
            },
            self._some_entities(1, 1),
            cut,
            st.permutations(self._documents),
        )

    def _entity(self, one: str) -> EntityRef:
        found = self._naming.entity(one)
        assert found is not None
        return found

    def _relation(self, one: str) -> RelationRef:
        found = self._naming.relation(one)
        assert found is not None
        return found


def _promotions() -> st.SearchStrategy[dict[str, Any]]:
    """Decide on an item of a seat, of which no graph knows anything."""
    items = st.sampled_from(("i1", "i2"))
    refs = st.builds(
        PromotionRef,
        item=items,
        seat=st.just("ada"),
        candidate=st.just("c1"),
        content=st.just("t1"),
        assessment=st.just("a1"),
    )
    return st.builds(dict, promotion=refs, shown=st.just("s1"), reason=st.just("so it is"))


def undone(decisions: Sequence[Decision]) -> Iterable[Decision]:
    """Return decisions and an undo of each."""
    return [*decisions, *(undo(one, 1000 + at) for at, one in enumerate(decisions))]
