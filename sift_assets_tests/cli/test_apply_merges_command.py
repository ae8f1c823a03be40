"""`sift apply-merges` takes over what review files say, and counts what became of the graph."""

from pathlib import Path

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets_tests.cli.calling import call
from sift_assets_tests.cli.planted_queue import decided
from sift_assets_tests.fakes.project_folder import ProjectFolder

MERGES = """\
proposals:
- canonical_id: person:ada_varga
  canonical_name: Ada Varga
  entity_type: PERSON
  status: CONFIRMED
  members:
  - {id: person:tom_brandt, name: Tom Brandt, confidence: 0.9}
- canonical_id: person:karl_meier
  canonical_name: Karl Meier
  entity_type: PERSON
  status: CONFIRMD
  members:
  - {id: person:nina_olsen, name: Nina Olsen, confidence: 0.9}
"""

RELATIONS = """\
relations:
- source_id: person:nina_olsen
  source_name: Nina Olsen
  target_id: organization:kestrel_ltd
  target_name: Kestrel Ltd
  relation_type: EMPLOYED_BY
  status: REJECTED
"""


def written(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_files_of_elsewhere_are_imported_once_and_the_graph_follows(
    built: ProjectFolder, tmp_path: Path
) -> None:
    files = [
        written(tmp_path, "their_merges.yaml", MERGES),
        written(tmp_path, "their_relations.yaml", RELATIONS),
    ]
    first = call("-C", built.root, "apply-merges", *files, "--json")
    assert first.code == 1  # a status is misspelt; the rest is taken over
    report = first.json
    assert [one["act"] for one in report["decisions"]] == ["merge", "reject"]
    (problem,) = report["problems"]
    assert (Path(problem["file"]).name, problem["line"]) == ("their_merges.yaml", 11)
    counts = {name: report[name] for name in ("merged", "removed", "rejected", "self_loops")}
    assert counts == {"merged": 1, "removed": 1, "rejected": 1, "self_loops": 0}
    assert {one.channel for one in decided(built.root)} == {Channel.IMPORT}
    again = call("-C", built.root, "apply-merges", *files, "--json").json
    assert again["decisions"] == []
    assert {name: again[name] for name in counts} == counts
    assert b"Tom Brandt" in built.exports()["graph.json"]  # as another name of Ada Varga
    assert b"person:nina_olsen|EMPLOYED_BY" not in built.exports()["graph.json"]


def test_without_a_file_it_says_what_the_decisions_came_to(built: ProjectFolder) -> None:
    root = built.root
    for arguments in (("merge", "Ada Varga", "Tom Brandt"), ("retract", "Karl Meier")):
        assert call("-C", root, "decide", *arguments).code == 0
    shown = call("-C", root, "apply-merges")
    assert shown.code == 0
    assert "Decisions read: 0." in shown.out
    assert "1 merged, 1 removed" in shown.out
    assert "1 of retracted entities" in shown.out
    assert [one.act for one in decided(root)] == [Act.MERGE, Act.RETRACT]


def test_a_file_that_is_not_there_is_an_error_of_the_caller(built: ProjectFolder) -> None:
    assert call("-C", built.root, "apply-merges", "none.yaml", "--json").code == 2
