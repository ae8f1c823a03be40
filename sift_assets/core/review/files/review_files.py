"""The review files: which they are, what is written into each, what an edited one comes to."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.review.files import contradiction_file, merge_file, relation_file
from sift_assets.core.review.files.changes import Changes, Making, Subjects, base_of, compared
from sift_assets.core.review.files.comments import comments_above
from sift_assets.core.review.files.contradiction_changes import ContradictionJudge
from sift_assets.core.review.files.importing import Importing
from sift_assets.core.review.files.merge_changes import MergeJudge
from sift_assets.core.review.files.records import (
    MergeEntry,
    Problem,
    ReadEntries,
    RelationEntry,
    Snapshot,
)
from sift_assets.core.review.files.relation_changes import RelationJudge
from sift_assets.core.review.files.spoken import Spoken
from sift_assets.core.review.files.writing import WrittenFile, written_file
from sift_assets.core.review.records import ReviewQueue
from sift_assets.core.review.signature import Signature

_OF_RELATIONS = re.compile(rf"^{relation_file.SECTION}\s*:", re.MULTILINE)


class ReviewFile(StrEnum):
    """The files, by name."""

    MERGES = merge_file.MERGE_FILE
    RELATIONS = relation_file.RELATION_FILE
    CONTRADICTIONS = contradiction_file.CONTRADICTION_FILE


@dataclass(frozen=True)
class Ground:
    """What an edited file is read against.

    Attributes:
        log: Every decision ever made, in order of time.
        naming: Names the subjects of the latest graph; None before the first.
        types: The domain, compiled.
        signature: Who decides.
    """

    log: Sequence[Decision]
    naming: Naming | None
    types: TypeMap
    signature: Signature


@dataclass(frozen=True)
class ReadFile:
    """What an edited file comes to.

    Attributes:
        changes: See `Changes`.
        base: What its editor was shown; None when that is not known.
        revision: That it says it is of.
    """

    changes: Changes
    base: Snapshot | None
    revision: str

    @classmethod
    def unreadable(cls, problem: Problem) -> Self:
        """Return what a file comes to of which nothing can be read."""
        return cls(Changes((), (), (problem,), 0), None, "")

    def snapshots(
        self, earlier: Sequence[Snapshot], decisions: Sequence[Decision]
    ) -> tuple[Snapshot, ...]:
        """Return what is known once its decisions are in the log, the newest revision last.

        Args:
            earlier: What was known.
            decisions: Those of the file as they were written.
        """
        entries = self.changes.entries(decisions)
        if self.base is None:
            new = Snapshot(revision=self.revision, entries=entries)
            return (*earlier, new) if self.changes.changes else tuple(earlier)
        return tuple(
            one.model_copy(update={"entries": entries}) if one == self.base else one
            for one in earlier
        )


@dataclass(frozen=True)
class Imported:
    """What files of elsewhere come to.

    Attributes:
        decisions: The new ones.
        problems: What could not be read or taken over.
    """

    decisions: tuple[Decision, ...]
    problems: tuple[Problem, ...]


def written(
    file: ReviewFile,
    queue: ReviewQueue,
    graph: ResolvedGraph,
    decisions: Sequence[Decision],
    threshold: float,
    before: str,
) -> WrittenFile:
    """Write a file.

    Args:
        file: Which.
        queue: What is open.
        graph: The resolved graph of the same build.
        decisions: Those in force, in order of time; what the graph is too old for is left out.
        threshold: Below which confidence a relation of a language model waits.
        before: The text that it replaces, for the comments of people in it; empty for none.
    """
    known = _known_to(graph, decisions)
    if file is ReviewFile.MERGES:
        listed = merge_file.listed_merges(queue, graph, known)
        said = comments_above(before, merge_file.SECTION, merge_file.read_merges)
        return written_file(merge_file.HEAD, {}, merge_file.SECTION, listed, said)
    if file is ReviewFile.CONTRADICTIONS:
        listed = contradiction_file.listed_contradictions(queue, known)
        section = contradiction_file.SECTION
        said = comments_above(before, section, contradiction_file.read_contradictions)
        return written_file(contradiction_file.HEAD, {}, section, listed, said)
    entries = relation_file.listed_relations(queue, graph, known)
    fields = {relation_file.THRESHOLD: threshold}
    said = comments_above(before, relation_file.SECTION, relation_file.read_relations)
    return written_file(relation_file.HEAD, fields, relation_file.SECTION, entries, said)


def read_changes(
    file: ReviewFile, text: str, snapshots: Sequence[Snapshot], name: str, ground: Ground
) -> ReadFile:
    """Say what an edited file decides.

    Args:
        file: Which.
        text: As it stands.
        snapshots: What editors of it were shown, the newest last.
        name: Its name, for messages.
        ground: What it is read against.
    """
    spoken = Spoken(in_force(ground.log))
    making = Making(ground.signature, spoken)
    if file is ReviewFile.MERGES:
        merges = merge_file.read_merges(text, name)
        base = base_of(snapshots, merges.revision)
        subjects = Subjects(ground.naming, base.entries if base else ())
        merge_judge = MergeJudge(subjects, spoken, making, is_known=base is not None)
        changes = compared(merges, base, merge_judge, name)
        return ReadFile(changes, base, merges.revision)
    if file is ReviewFile.CONTRADICTIONS:
        return _read_contradictions(text, snapshots, name, ground)
    relations = relation_file.read_relations(text, name)
    base = base_of(snapshots, relations.revision)
    subjects = Subjects(ground.naming, base.entries if base else ())
    judge = RelationJudge(subjects, spoken, making, ground.types, is_known=base is not None)
    return ReadFile(compared(relations, base, judge, name), base, relations.revision)


def _read_contradictions(
    text: str, snapshots: Sequence[Snapshot], name: str, ground: Ground
) -> ReadFile:
    spoken = Spoken(in_force(ground.log))
    making = Making(ground.signature, spoken)
    read = contradiction_file.read_contradictions(text, name)
    base = base_of(snapshots, read.revision)
    judge = ContradictionJudge(
        ground.naming, ground.signature, spoken, making, is_known=base is not None
    )
    return ReadFile(compared(read, base, judge, name), base, read.revision)


def imported(texts: Iterable[tuple[str, str]], ground: Ground) -> Imported:
    """Say what files of elsewhere decide here.

    Args:
        texts: The name of each, for messages, and its content; either kind of file.
        ground: What they are read against.
    """
    spoken = Spoken(in_force(ground.log))
    making = Making(ground.signature, spoken)
    importing = Importing(Subjects(ground.naming), ground.log, spoken, making)
    decisions: list[Decision] = []
    problems: list[Problem] = []
    for name, text in texts:
        read = _foreign(text, name)
        problems += read.problems
        for entry, line in read.entries:
            made = importing.imported(entry)
            if isinstance(made, str):
                problems.append(Problem(file=name, line=line, message=made))
            else:
                decisions += made
    return Imported(tuple(decisions), tuple(problems))


def _known_to(graph: ResolvedGraph, decisions: Sequence[Decision]) -> Sequence[Decision]:
    """Return the decisions up to the last one that is in a graph.

    Of a later one the file's reader is shown nothing, so it must not count as if they had been.
    """
    tables = (graph.links, graph.decided, graph.unapplied)
    ids: set[str] = {one for table in tables for one in table["decision"].to_pylist()}
    last = max((at for at, one in enumerate(decisions) if one.id in ids), default=-1)
    return decisions[: last + 1]


def _foreign(text: str, name: str) -> ReadEntries[MergeEntry] | ReadEntries[RelationEntry]:
    if _OF_RELATIONS.search(text):
        return relation_file.read_relations(text, name)
    return merge_file.read_merges(text, name)
