"""Rules that are switched on, through any edits and words of people: none has a second word."""

from collections.abc import Sequence
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.resolution.records import Proposals
from sift_assets.core.resolution.settings import AutoRule
from sift_assets.core.review.automatic import by_rule
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.queue import review_queue
from sift_assets.core.review.records import ReviewQueue
from sift_assets.core.review.signature import Signature
from sift_assets_tests.core.decisions.decision_examples import REVIEW, decided
from sift_assets_tests.core.graph.graph_examples import graph_of, mention
from sift_assets_tests.core.review.queue_examples import deciding, proposals_of, stamped
from sift_assets_tests.core.review.review_examples import TYPES

NAMES = (
    "Marta Lindqvist",
    "Dr. Marta Lindqvist",
    "Professor Lindqvist",
    "Karl Meier",
    "Dr. Karl Meier",
)
RULES: tuple[AutoRule, ...] = ("title", "plural", "typo")
Pair = frozenset[str]


@cache
def graph_of_people(names: frozenset[str]) -> KnowledgeGraph:
    return graph_of({f"{at}.txt": [mention("PERSON", n)] for at, n in enumerate(sorted(names))})


@cache
def proposed(names: frozenset[str]) -> list[Proposals]:
    return proposals_of(graph_of_people(names))


class Deciders(RuleBasedStateMachine):
    """A person and rules decide about people whose documents come and go."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = {*NAMES}
        self.log: list[Decision] = []

    @property
    def graph(self) -> KnowledgeGraph:
        return graph_of_people(frozenset(self.names))

    @property
    def resolved(self) -> ResolvedGraph:
        return decided(self.graph, *self.log)

    @property
    def queue(self) -> ReviewQueue:
        proposals = proposed(frozenset(self.names))
        return review_queue(proposals, self.resolved, REVIEW, TYPES, in_force(self.log))

    @rule(names=st.sets(st.sampled_from(NAMES), min_size=1))
    def other_documents(self, names: set[str]) -> None:
        self.names = names

    @rule(switched_on=st.sets(st.sampled_from(RULES)))
    def rules_decide(self, switched_on: set[AutoRule]) -> None:
        naming = Naming(self.resolved)
        made: list[Decision] = []
        for item in by_rule(self.queue, switched_on, self.log):
            assert item.rule in switched_on
            signed = Signature(actor="Ada", channel=Channel.RULE, rule=item.rule)
            made += Deciding(naming, signed).confirm(item)
        before = {pair for one in self.log for pair in pairs_of(one)}
        assert not before & {pair for one in made for pair in pairs_of(one)}
        self.log += stamped(made, len(self.log))
        assert by_rule(self.queue, switched_on, self.log) == ()

    @precondition(lambda self: self.log)
    @rule(number=st.integers(0, 9))
    def a_person_takes_one_back(self, number: int) -> None:
        one = self.log[number % len(self.log)]
        self.log += stamped([deciding(self.graph).undo(one.id)], len(self.log))

    @rule(number=st.integers(0, 9))
    def a_person_refuses_what_is_open(self, number: int) -> None:
        merges = self.queue.merges
        if merges:
            item = merges[number % len(merges)]
            person = Signature(actor="Bo", channel=Channel.TERMINAL)
            self.log += stamped(Deciding(Naming(self.resolved), person).reject(item), len(self.log))

    @invariant()
    def of_a_pair_a_rule_speaks_once(self) -> None:
        said = [pair for one in self.log if one.rule for pair in pairs_of(one)]
        assert len(said) == len({*said})


def pairs_of(one: Decision) -> Sequence[Pair]:
    ids = [ref.id for ref in one.entities] if one.act in {Act.MERGE, Act.NOT_SAME} else []
    return [frozenset({a, b}) for at, a in enumerate(ids) for b in ids[at + 1 :]]


Deciders.TestCase.settings = settings(max_examples=12, stateful_step_count=8)
test_no_rule_has_a_second_word = Deciders.TestCase
