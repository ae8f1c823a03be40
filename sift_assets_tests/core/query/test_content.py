"""What an index holds: the same bytes for the same graph, and nothing that was refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act, Channel, Decision, EntityRef, RelationRef
from sift_assets.core.narrative.records import Passage, Profile, Sentence
from sift_assets.core.query.content import content_rows
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.overview import entity_info, info
from sift_assets.core.query.proving import evidence, timeline
from sift_assets.core.query.searching import search
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets_tests.core.query.small_world import (
    HARBOUR,
    Paper,
    graph_of,
    said,
    told_parts,
    written,
    written_bytes,
)
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

ADA, KARL = EntityRef(type="PERSON", name="Ada Varga"), EntityRef(type="PERSON", name="Karl Meier")
KESTREL = EntityRef(type="ORGANIZATION", name="KESTREL")
MET = RelationRef(source=ADA, type="MET", target=KARL)


def decision(act: Act, **fields: object) -> Decision:
    said = {"time": "2026-01-02T03:04:05.000000Z", "actor": "mara", "channel": Channel.PAGE}
    return Decision.model_validate(said | {"act": act} | fields).with_id()


def test_order_of_documents_and_hash_seeds_change_no_byte() -> None:
    turned = {key: HARBOUR[key] for key in sorted(HARBOUR, reverse=True)}
    assert written_bytes(turned) == written_bytes(HARBOUR)
    code = (
        "from sift_assets_tests.core.query.small_world import *; import hashlib;"
        "both = written_bytes(HARBOUR) + written_bytes(HARBOUR, (), TinyEncoder());"
        "print(hashlib.sha256(both).hexdigest())"
    )
    assert len(printed_under_hash_seeds(code)) == 1


def test_a_refused_fact_is_in_no_answer_and_not_in_the_file(tmp_path: Path) -> None:
    papers = {
        "a.txt": Paper([("Ada Varga", "MET", "Secret Friend"), ("Ada Varga", "MET", "KESTREL")])
    }
    gone = EntityRef(type="PERSON", name="Secret Friend")
    file = written(tmp_path / "index.sqlite", papers, [decision(Act.RETRACT, entities=[gone])])
    assert {one.target.name for one in said(file, query, "Ada Varga").facts} == {"KESTREL"}
    assert said(file, search, "Secret Friend", passages=False).entities == ()
    with pytest.raises(QueryError) as caught:
        said(file, entity_info, "Secret Friend")
    assert caught.value.code is Code.UNKNOWN_ENTITY
    assert b"secret_friend" not in file.read_bytes()


def test_a_rejected_relation_is_gone_and_a_confirmed_one_says_who_when_and_how(
    tmp_path: Path,
) -> None:
    works = RelationRef(source=ADA, type="WORKS_FOR", target=KESTREL)
    decided = [
        decision(Act.REJECT, relation=MET, reason="they never did"),
        decision(Act.CONFIRM, relation=works),
    ]
    file = written(tmp_path / "index.sqlite", HARBOUR, decided)
    (fact,) = said(file, query, "Ada Varga").facts
    assert (fact.type, fact.status) == ("WORKS_FOR", "confirmed")
    (verdict,) = fact.verdicts
    assert (verdict.verdict, verdict.actor, verdict.channel) == ("confirmed", "mara", "page")
    assert (verdict.time, verdict.decision) == (decided[1].time, decided[1].id)
    assert b"they never did" not in file.read_bytes()
    assert said(file, info).decided == 2
    with pytest.raises(QueryError) as caught:
        said(file, evidence, "person:ada_varga|MET|person:karl_meier")
    assert caught.value.code is Code.UNKNOWN_RELATION
    sure = said(file, query, "Ada Varga", filters={"statuses": ("confirmed",)})
    assert [one.type for one in sure.facts] == ["WORKS_FOR"]


def test_an_id_that_was_merged_away_still_names_the_entity(tmp_path: Path) -> None:
    one = decision(Act.MERGE, entities=[ADA, KARL])
    file = written(tmp_path / "index.sqlite", HARBOUR, [one])
    shown = said(file, entity_info, "person:karl_meier").entity
    assert (shown.id, shown.aliases) == ("person:ada_varga", ("Karl Meier",))
    assert [verdict.verdict for verdict in shown.verdicts] == ["merged"]


@pytest.mark.parametrize("outdated", ["", "the budget is spent"])
def test_what_is_told_is_shown_with_what_it_cites_unless_it_is_outgrown(
    tmp_path: Path, outdated: str
) -> None:
    parts = told_parts(graph_of(HARBOUR))
    key = parts.communities.members["person:ada_varga"]
    place = Passage(document="letters/ada.txt", page=1, start=0, end=9, quote="Ada Varga")
    profile = Profile(
        entity="person:ada_varga",
        name="Ada Varga",
        type="PERSON",
        sentences=(Sentence(text="Ada Varga is a clerk.", cites=(place.id,)),),
    )
    told = parts.narratives[key].model_copy(
        update={"profiles": (profile,), "passages": {place.id: place}, "outdated": outdated}
    )
    rows = content_rows(replace(parts, narratives={key: told}))
    file = tmp_path / "index.sqlite"
    file.write_bytes(index_bytes(rows, [], {"revision": "told"}))
    shown = said(file, entity_info, "Ada Varga").entity.description
    if outdated:
        assert shown is None
    else:
        assert shown.text == "Ada Varga is a clerk."
        assert shown.cites == ("letters/ada.txt p.1 0-9",)


def test_a_deleted_document_leaves_nothing_behind(tmp_path: Path) -> None:
    rest = {key: one for key, one in HARBOUR.items() if key != "letters/ada.txt"}
    data = written(tmp_path / "index.sqlite", rest).read_bytes()
    assert b"quiet that winter" not in data
    assert b"letters/ada.txt" not in data


def test_what_a_document_dates_is_on_the_timeline(tmp_path: Path) -> None:
    papers = {
        "a.txt": Paper([("Ada Varga", "MOVED on 3 May 2010 TO", "OSLO")]),
        "b.txt": Paper([("Karl Meier", "FOUNDED in 2012", "PELAGOS")]),
    }
    file = written(tmp_path / "index.sqlite", papers)
    every = said(file, timeline).events
    assert [(one.start, one.end, one.precision) for one in every] == [
        ("2010-05-03", "2010-05-03", "day"),
        ("2012-01-01", "2012-12-31", "year"),
    ]
    assert [one.sources[0].document for one in every] == ["a.txt", "b.txt"]
    assert [one.start for one in said(file, timeline, ["Karl Meier"]).events] == ["2012-01-01"]
    assert [one.start for one in said(file, timeline, start="2011").events] == ["2012-01-01"]
    assert [one.start for one in said(file, timeline, end="2010-05").events] == ["2010-05-03"]
    assert said(file, timeline, filters={"documents": ("b.txt",)}).events == every[1:]
    with pytest.raises(QueryError, match="is no date"):
        said(file, timeline, start="then")
