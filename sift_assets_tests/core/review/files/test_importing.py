"""Review files of sift-kg become decisions here, by types and names."""

import pytest

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.files.review_files import ReviewFile
from sift_assets_tests.core.decisions.decision_examples import person, said, undo
from sift_assets_tests.core.graph.graph_examples import triples
from sift_assets_tests.core.review.files.desk import (
    ADA,
    ADAH,
    BO,
    CY,
    Desk,
    about,
    acts,
    small_graph,
)

THEIRS = """\
proposals:
- canonical_id: person:ada_the_first
  canonical_name: Ada
  entity_type: PERSON
  status: CONFIRMED
  members:
  - id: person:adah_the_second
    name: ADAH
    confidence: 1.0
  reason: Another spelling.
- canonical_id: person:bo
  canonical_name: Bo
  entity_type: PERSON
  status: REJECTED
  members:
  - {id: person:cy, name: Cy}
  - {id: organization:ada, name: Ada}
- canonical_id: person:ada
  canonical_name: Ada
  entity_type: PERSON
  members:
  - {id: person:cy, name: Cy}
"""

THEIR_RELATIONS = """\
review_threshold: 0.7
relations:
- source_id: person:ada
  source_name: Ada
  target_id: person:cy
  target_name: Cy
  relation_type: KNOWS
  confidence: 0.5
  evidence: Ada knows Cy.
  source_document: a.txt
  status: REJECTED
  flag_reason: Low confidence (0.50 < 0.7)
- source_id: person:bo
  source_name: Bo
  target_id: person:cy
  target_name: Cy
  relation_type: EXTENDS
  confidence: 0.7
  evidence: ''
  source_document: ''
  status: CONFIRMED
  flag_reason: variant discovered during resolution
- {source_id: person:bo, source_name: Bo, target_id: person:ada, target_name: Ada,
   relation_type: KNOWS, confidence: 0.5, evidence: '', source_document: '', status: CONFIRMED}
"""


@pytest.fixture
def desk() -> Desk:
    return Desk(ReviewFile.MERGES)


def test_entities_are_known_by_type_and_name(desk: Desk) -> None:
    decisions, problems = desk.take_over(THEIRS)
    assert problems == ()
    assert [(one.act, about(one)) for one in decisions] == [
        (Act.MERGE, [ADA, ADAH]),
        (Act.NOT_SAME, [BO, CY]),
        (Act.NOT_SAME, [BO, "organization:ada"]),
    ]
    assert {one.channel for one in decisions} == {Channel.IMPORT}
    assert decisions[0].entities[1].anchors  # it is in the graph, so it is found again by them
    assert desk.groups() == {frozenset({ADA, ADAH})}


def test_an_import_counts_once_also_when_it_was_undone(desk: Desk) -> None:
    (merge, *_), _ = desk.take_over(THEIRS)
    assert desk.take_over(THEIRS) == ([], ())
    desk.say(undo(merge, 9))
    assert desk.take_over(THEIRS) == ([], ())
    assert desk.groups() == set()


def test_what_was_decided_here_stands(desk: Desk) -> None:
    desk.say(said(Act.NOT_SAME, entities=(person("Adah"), person("Ada"))))
    desk.say(said(Act.NOT_SAME, entities=(person("Cy"), person("Bo"))))
    decisions, (problem,) = desk.take_over(THEIRS)
    assert [about(one) for one in decisions] == [[BO, "organization:ada"]]
    assert (problem.file, problem.line) == ("theirs.yaml", 2)
    assert "decided otherwise here (not_same)" in problem.message


def test_what_is_not_in_the_graph_waits_until_it_appears(desk: Desk) -> None:
    desk.graph = small_graph(("Bo",))
    desk.take_over(THEIRS)
    assert set(desk.resolved.unapplied["standing"].to_pylist()) == {"parked"}
    desk.graph = small_graph()
    assert desk.groups() == {frozenset({ADA, ADAH})}


def test_relations_and_variants_are_taken_over(desk: Desk) -> None:
    decisions, problems = desk.take_over(THEIR_RELATIONS)
    assert (acts(decisions), problems) == ([Act.REJECT, Act.ADD, Act.CONFIRM], ())
    assert desk.take_over(THEIR_RELATIONS) == ([], ())
    assert triples(desk.resolved) == [(BO, EXTENDS, CY)]
    assert desk.resolved.unapplied["act"].to_pylist() == ["confirm"]  # no document states it


def test_the_same_entry_in_two_files_counts_once(desk: Desk) -> None:
    twice = THEIRS + THEIRS.removeprefix("proposals:\n").replace("CONFIRMED", "DRAFT")
    decisions, problems = desk.take_over(twice)
    assert decisions == []  # of entries about the same none counts, in one file
    assert len(problems) == 3


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("canonical_id: x, members: [{id: person:cy}]", "'x' has no name"),
        ("canonical_id: person:no, members: [{id: person:cy}]", "'person:no' has no name"),
        (
            "canonical_id: person:a, canonical_name: Cy, members: [{id: person:b, name: cy}]",
            "too few different entities",
        ),
        ("canonical_id: person:ada, members: []", "`members` must be a list"),
        ("canonical_id: person:ada, members: [{id: person:cy}, 7]", "is no entry"),
    ],
)
def test_what_cannot_be_taken_over_is_said_with_its_line(
    desk: Desk, entry: str, problem: str
) -> None:
    decisions, (found,) = desk.take_over(f"proposals:\n- {{{entry}, status: CONFIRMED}}\n")
    assert decisions == []
    assert problem in found.message
    assert found.line == 2


def test_an_id_of_ours_needs_no_name(desk: Desk) -> None:
    entry = f"- {{canonical_id: {ADA}, members: [{{id: {CY}}}], status: REJECTED}}"
    ((one,), problems) = desk.take_over(f"proposals:\n{entry}\n")
    assert (one.act, about(one), problems) == (Act.NOT_SAME, [ADA, CY], ())
