"""A person at work on the review files of a small graph, all of it in memory."""

import re
from collections.abc import Sequence

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.identity import entity_id
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.resolution.cross_type import propose_cross_type
from sift_assets.core.resolution.records import PairProposal, Proposals, Side, VariantProposal
from sift_assets.core.review.files.records import Problem, Snapshot
from sift_assets.core.review.files.review_files import (
    Ground,
    ReviewFile,
    imported,
    read_changes,
    written,
)
from sift_assets.core.review.queue import review_queue
from sift_assets.core.review.signature import Signature
from sift_assets_tests.core.decisions.decision_examples import REVIEW, decided, moment
from sift_assets_tests.core.graph.graph_examples import GENERAL, graph_of, mention, relation

PEOPLE = ("Ada", "Adah", "Bo", "Cy")
ADA, ADAH, BO, CY = (entity_id("PERSON", name) for name in PEOPLE)
KNOWS = f"{ADA}|KNOWS|{CY}"

TYPES = type_map(GENERAL)

PROPOSED_FROM = ("entities", "mentions", "relations", "evidence")


def small_graph(people: Sequence[str] = PEOPLE) -> KnowledgeGraph:
    """Four people, two of whom know each other, which waits because the domain wants a person."""
    known = relation("Ada", "KNOWS", "Cy", source_type="PERSON", target_type="PERSON")
    stated = [known] if {"Ada", "Cy"} <= {*people} else []
    return graph_of({"a.txt": [*(mention("PERSON", name) for name in people), *stated]})


def proposals(graph: KnowledgeGraph) -> Proposals:
    """Propose that Ada is Adah, that Adah is Bo, and that Bo is a variant of Cy."""
    ids = graph.entities["id"].to_pylist()
    names = graph.entities["name"].to_pylist()
    sides = {
        one: Side(id=one, type="PERSON", name=name, support=2 if one == ADA else 1)
        for one, name in zip(ids, names, strict=True)
    }
    pairs = [
        PairProposal(left=min(pair), right=max(pair), score=0.9, blocked_by=("name",))
        for pair in ((ADA, ADAH), (ADAH, BO))
        if {*pair} <= {*ids}
    ]
    variants = [VariantProposal(child=BO, parent=CY, reason="a kind of", score=0.7)]
    return Proposals(
        type="PERSON",
        encoder="ngrams",
        sides=sides,
        pairs=tuple(sorted(pairs, key=lambda one: (one.left, one.right))),
        variants=tuple(one for one in variants if {BO, CY} <= {*ids}),
    )


class Desk:
    """A graph, a log, and one review file with what is remembered of it.

    Attributes:
        graph: As built.
        log: Every decision.
        text: Of the file.
        snapshots: What its editors were shown.
    """

    def __init__(
        self,
        file: ReviewFile,
        graph: KnowledgeGraph | None = None,
        review: ReviewFacet = REVIEW,
    ) -> None:
        self.review = review
        self.file = file
        self.graph = graph or small_graph()
        self.log: list[Decision] = []
        self.text = ""
        self.snapshots: tuple[Snapshot, ...] = ()
        self._resolved: tuple[tuple[int, int], ResolvedGraph] | None = None
        self.refresh()

    @property
    def resolved(self) -> ResolvedGraph:
        key = (id(self.graph), len(self.log))
        if self._resolved is None or self._resolved[0] != key:
            self._resolved = key, decided(self.graph, *self.log, review=self.review)
        return self._resolved[1]

    def refresh(self) -> None:
        """Write the file anew, as the pipeline does."""
        tables = (getattr(self.graph, name) for name in PROPOSED_FROM)
        proposed = [proposals(self.graph), propose_cross_type(*tables)]
        queue = review_queue(proposed, self.resolved, self.review, TYPES, self.log)
        new = written(self.file, queue, self.resolved, in_force(self.log), 0.7, self.text)
        others = [one for one in self.snapshots if one.revision != new.snapshot.revision]
        self.text, self.snapshots = new.text, (*others, new.snapshot)

    def say(self, decision: Decision) -> Decision:
        """Decide by another way than the file."""
        (one,) = self._appended([decision])
        return one

    def mark(self, status: str, *ids: str) -> None:
        """Change the status of the first entry in which all of these ids stand."""
        entries = self.entries()
        at = next(i for i, entry in enumerate(entries) if all(named(one, entry) for one in ids))
        entries[at] = re.sub(r"status: \w+", f"status: {status}", entries[at])
        self.text = self.head() + "".join(entries)

    def edit(self, old: str, new: str) -> None:
        assert old in self.text
        self.text = self.text.replace(old, new, 1)

    def head(self) -> str:
        return re.split(r"^- ", self.text, maxsplit=1, flags=re.MULTILINE)[0]

    def entries(self) -> list[str]:
        """Return the text of each entry."""
        return [f"- {one}" for one in re.split(r"^- ", self.text, flags=re.MULTILINE)[1:]]

    def clear(self) -> None:
        """Delete all entries."""
        self.text = self.head()

    def read(self, *, killed: bool = False) -> tuple[list[Decision], tuple[Problem, ...]]:
        """Read the file back; killed between the log and the memory, or not."""
        ground = self._ground(Channel.FILE)
        found = read_changes(self.file, self.text, self.snapshots, self.file, ground)
        new = self._appended(found.changes.decisions)
        if not killed:
            self.snapshots = found.snapshots(self.snapshots, new)
        return new, found.changes.problems

    def dropped(self) -> int:
        ground = self._ground(Channel.FILE)
        found = read_changes(self.file, self.text, self.snapshots, self.file, ground)
        return found.changes.dropped

    def take_over(self, text: str) -> tuple[list[Decision], tuple[Problem, ...]]:
        """Import a file."""
        found = imported([("theirs.yaml", text)], self._ground(Channel.IMPORT))
        return self._appended(found.decisions), found.problems

    def groups(self) -> set[frozenset[str]]:
        """Return which entities are one."""
        found: dict[str, set[str]] = {}
        for row in self.resolved.identities.to_pylist():
            found.setdefault(row["canonical_id"], set()).add(row["id"])
        return {frozenset(one) for one in found.values() if len(one) > 1}

    def _ground(self, channel: Channel) -> Ground:
        return Ground(
            log=tuple(self.log),
            naming=Naming(self.resolved),
            types=TYPES,
            signature=Signature(actor="Ada", channel=channel),
        )

    def _appended(self, decisions: Sequence[Decision]) -> list[Decision]:
        at = len(self.log)
        new = [
            one.model_copy(update={"time": moment(at + number)}).with_id()
            for number, one in enumerate(decisions)
        ]
        self.log += new
        return new


def named(one: str, entry: str) -> bool:
    return re.search(rf"{re.escape(one)}$", entry, re.MULTILINE) is not None


def acts(decisions: Sequence[Decision]) -> list[Act]:
    return [one.act for one in decisions]


def about(decision: Decision) -> list[str]:
    return [one.id for one in decision.entities]
