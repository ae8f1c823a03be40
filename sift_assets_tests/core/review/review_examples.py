"""Five people with something of every kind to decide, and a reviewer who decides it in memory."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.identity import entity_id
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.resolution.records import (
    GroupProposal,
    PairProposal,
    Proposals,
    Side,
    SplitProposal,
    VariantProposal,
)
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.queue import review_queue
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    ReviewQueue,
    StatedType,
    StatedValue,
)
from sift_assets.core.review.said import Grounds, Said
from sift_assets.core.review.signature import Signature
from sift_assets_tests.core.decisions.decision_examples import REVIEW, decided, moment
from sift_assets_tests.core.graph.graph_examples import (
    GENERAL,
    attribute,
    graph_of,
    mention,
    relation,
)

PEOPLE = ("Ada", "Adah", "Bo", "Cy", "Dee")
ADA, ADAH, BO, CY, DEE = (entity_id("PERSON", name) for name in PEOPLE)
TYPES = type_map(GENERAL)
ONE_BIRTHDAY = REVIEW.model_copy(update={"functional_attributes": {"PERSON": ("born",)}})


@cache
def village() -> KnowledgeGraph:
    """Return a graph in which Ada and Adah know Cy, which waits for a person, and Dee is in two."""
    return graph_of(
        {
            "a.txt": [
                *(mention("PERSON", name) for name in PEOPLE[:-1]),
                mention("PERSON", "Dee", attributes=attribute("born", "1970")),
                relation("Ada", "KNOWS", "Cy", source_type="PERSON", target_type="PERSON"),
                relation("Adah", "KNOWS", "Cy", source_type="PERSON", target_type="PERSON"),
            ],
            "b.txt": [
                mention("PERSON", "Dee", attributes=attribute("born", "1980")),
                mention("PERSON", "Adah"),
            ],
        }
    )


def proposed() -> Proposals:
    """Propose that Ada, Adah and Bo are one, that Bo is Cy or a kind of Cy, that Dee is two."""
    pairs = ((ADA, ADAH), (ADA, BO), (ADAH, BO), (BO, CY))
    return Proposals(
        type="PERSON",
        encoder="ngrams",
        sides={entity_id("PERSON", name): side(name) for name in PEOPLE},
        pairs=tuple(
            PairProposal(
                left=min(pair), right=max(pair), score=0.95 - at / 10, blocked_by=("name",)
            )
            for at, pair in enumerate(pairs)
        ),
        groups=(GroupProposal(members=(ADA, ADAH, BO), score=0.75, canonical=ADA, reason="first"),),
        variants=(VariantProposal(child=BO, parent=CY, reason="a kind of", score=0.7),),
        splits=(SplitProposal(entity=DEE, parts=(("a.txt",), ("b.txt",)), reasons=("born",)),),
    )


def side(name: str) -> Side:
    return Side(id=entity_id("PERSON", name), type="PERSON", name=name, support=1)


def resolved_after(*decisions: Decision) -> ResolvedGraph:
    """Return the village as a run leaves it after some decisions."""
    ids = tuple(one.id for one in decisions)
    if ids not in _RESOLVED:
        _RESOLVED[ids] = decided(village(), *decisions, review=ONE_BIRTHDAY)
    return _RESOLVED[ids]


_RESOLVED: dict[tuple[str, ...], ResolvedGraph] = {}


def queue_after(*decisions: Decision) -> ReviewQueue:
    """Return the queue as a run makes it after some decisions."""
    return review_queue([proposed()], resolved_after(*decisions), ONE_BIRTHDAY, TYPES, decisions)


def said_of(*decisions: Decision, resolved_with: Sequence[Decision] = ()) -> Said:
    """Return what decisions say of the village as it was resolved with some of them."""
    return Said(Grounds(resolved_after(*resolved_with), TYPES), in_force(decisions))


def deciding(*resolved_with: Decision, channel: Channel = Channel.TERMINAL) -> Deciding:
    return Deciding(Naming(resolved_after(*resolved_with)), Signature(actor="Ada", channel=channel))


def logged(decisions: Sequence[Decision], at: int = 0) -> tuple[Decision, ...]:
    """Give decisions the time and id that the log would."""
    return tuple(
        one.model_copy(update={"time": moment(at + number)}).with_id()
        for number, one in enumerate(decisions)
    )


def pair_of(first: str, second: str, score: float = 0.9) -> OpenMerge:
    """Return an open pair of people, by their names."""
    ids = entity_id("PERSON", first), entity_id("PERSON", second)
    pair = PairProposal(left=min(ids), right=max(ids), score=score, blocked_by=("name",))
    return OpenMerge(
        members=ids,
        score=score,
        constant=False,
        rule="",
        reason="",
        pairs=(pair,),
        sides=(side(first), side(second)),
    )


def relations_at_odds() -> OpenContradiction:
    """Say that whom Ada and Adah know cannot both be."""
    relations = queue_after().relations
    return OpenContradiction(
        kind="relation", entity=CY, name="Cy", about="KNOWS", relations=relations
    )


def values_at_odds() -> OpenContradiction:
    """Say that Dee has two birthdays."""
    values = tuple(StatedValue(value=one, documents=("a.txt",)) for one in ("1970", "1980"))
    return OpenContradiction(kind="attribute", entity=DEE, name="Dee", about="born", values=values)


def types_at_odds(kind: Literal["type", "name"]) -> OpenContradiction:
    """Say that Bo and Dee are of types that exclude each other, as one thing or by their name."""
    types = (("ORGANIZATION", BO), ("PERSON", DEE))
    said = (StatedType(type=name, entities=(one,), documents=("a.txt",)) for name, one in types)
    return OpenContradiction(
        kind=kind, entity=BO, name="Bo", about="entity type", types=tuple(said)
    )
