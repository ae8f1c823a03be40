"""The page shows what is open, with its evidence, and in no text does anything hide."""

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.review.records import Unsettled
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.resolution import load_queue
from sift_assets_tests.cli.planted_queue import plant
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.review.page_client import PageClient

HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def texts(value: Any) -> list[str]:
    """Return every text in plain data, keys as well."""
    if isinstance(value, dict):
        return [one for pair in value.items() for part in pair for one in texts(part)]
    if isinstance(value, list):
        return [one for part in value for one in texts(part)]
    return [value] if isinstance(value, str) else []


def test_an_item_has_both_sides_with_their_passages_marked(page: PageClient) -> None:
    shown = page.get("item", key=page.open_keys(kind="merges")[0])["item"]
    assert [side["title"] for side in shown["sides"]] == ["Ada Varga", "Tom Brandt"]
    quote = shown["sides"][0]["quotes"][0]
    assert (quote["path"], quote["page"]) == ("notes.md", 1)
    assert next(one["text"] for one in quote["pieces"] if one["marked"]) == "Ada Varga"
    assert shown["sides"][0]["documents"] == ["letters/first letter.txt"]
    assert shown["compared"][0]["levels"] == [
        {"comparison": "name", "level": "typo", "weight": 4.25}
    ]
    assert shown["asked"] == "One and the same?  likely 97%"


def test_nothing_in_an_answer_hides_or_turns_the_order_of_writing(page: PageClient) -> None:
    answers = [page.get("item", key=key) for key in page.open_keys()]
    found = {text for answer in (*answers, page.get("queue")) for text in texts(answer)}
    hidden = {c for text in found for c in text if unicodedata.category(c) in HIDDEN - {"Cc"}}
    assert hidden == set()
    assert any("a\\u001b[2J\\u202eb\\u200b[/note]" in text for text in found)


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({"kind": "merges"}, 3), ({"type": "person", "kind": "merges"}, 2),
        ({"text": "BRANDT ada"}, 1), ({"text": "letter"}, 5), ({"text": "nobody"}, 0),
        ({"least": 0.93}, 1), ({"least": 0.69, "most": 0.71}, 1), ({"kind": "splits"}, 1),
    ],
)  # fmt: skip
def test_filters_narrow_what_is_shown(page: PageClient, wanted: dict[str, Any], count: int) -> None:
    found = page.get("queue", **wanted)
    assert (len(found["items"]), found["matching"]) == (count, count)
    assert found["open"] == 10
    assert set(found["kinds"]) == {
        "merges", "relations", "variants", "splits", "contradictions",
    }  # fmt: skip


def test_a_filter_that_cannot_be_is_refused(page: PageClient) -> None:
    assert "least" in page.get("queue", 400, least=2)["error"]
    assert "colour" in page.get("queue", 400, colour="red")["error"]
    assert "start" in page.get("passage", 400, document="notes.md", start="x", end=1)["error"]


def test_what_was_decided_lately_and_the_history_of_a_subject_are_shown(
    page: PageClient,
) -> None:
    key = page.open_keys()[0]
    assert page.get("decided") == {
        "decisions": [], "all": 0, "unapplied": False, "latest": "",
        "pulse": page.get("pulse")["pulse"],
    }  # fmt: skip
    before = page.get("pulse")["pulse"]
    (written,) = page.decide(key)["written"]
    page.post("undo", {"decisions": [written["id"]], "after": written["id"]})
    page.decide(key, "reject")
    found = page.get("decided")
    assert [row["act"] for row in found["decisions"]] == ["not_same", "undo", "merge"]
    assert [row["standing"] for row in found["decisions"]] == ["in_force", "in_force", "undone"]
    assert found["decisions"][1]["says"] == "undo: Ada Varga = Tom Brandt"
    assert found["unapplied"]
    assert page.get("pulse")["pulse"] != before
    history = page.get("item", key=key)["history"]
    assert [row["act"] for row in history] == ["merge", "undo", "not_same"]
    for subject in (key, "Tom Brandt", "person:ada_varga", written["id"][:6]):
        assert len(page.get("history", subject=subject)["decisions"]) >= 2
    by_name = page.get("history", subject="Tom Brandt")["decisions"]
    assert [row["says"] for row in by_name][1] == "undo: Ada Varga = Tom Brandt"
    assert "Nothing was decided about" in page.get("history", 422, subject="Nobody")["error"]


def test_a_passage_is_shown_in_the_text_around_it(page: PageClient) -> None:
    found = page.get("passage", document="twice.txt", start=5, end=10)
    assert found["before"] + found["quote"] + found["after"] == (
        "Nina Olsen works for Kestrel Ltd."
    )
    assert (found["quote"], found["path"], found["goes_on"]) == ("Olsen", "twice.txt", [False] * 2)
    outside = page.get("passage", document="twice.txt", start=-9, end=9999)
    assert outside["quote"] == "Nina Olsen works for Kestrel Ltd."
    assert "no such document" in page.get("passage", 404, document="x", start=0, end=1)["error"]


def test_the_narrative_is_shown_with_its_passages_and_the_viewer_in_a_sandbox(
    page: PageClient,
) -> None:
    told = page.get("narrative")
    sentences = [one for section in told["sections"] for one in section["sentences"]]
    assert sentences
    assert all(set(one["cites"]) <= set(told["passages"]) for one in sentences)
    exports = page.root / "exports"
    assert page.client.get("/viewer").status_code == (200 if page.get("pulse")["viewer"] else 404)
    (exports / "viewer.html").write_text("<script>1</script>", "utf-8")
    answer = page.client.get("/viewer")
    assert answer.text == "<script>1</script>"
    assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in answer.headers["content-security-policy"]
    (exports / "narrative.json").write_text("{", "utf-8")
    assert "cannot be read" in page.get("narrative", 404)["error"]


def test_what_is_stale_comes_with_the_address_of_dagster(page: PageClient) -> None:
    assert page.get("status") == {
        "up_to_date": True, "dagster": "http://127.0.0.1:3000", "project": "project",
    }  # fmt: skip


def test_without_a_graph_the_page_says_what_to_do_and_goes_on_when_there_is_one(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - no settings of the caller's
) -> None:
    root = made_project(tmp_path / "empty", {})
    before = sorted(root.rglob("*"))
    with PageClient.of(root) as page:
        for name in ("queue", "decided", "pulse", "narrative"):
            assert "Run `sift run`" in page.get(name, 404)["error"]
        assert sorted(root.rglob("*")) == before
        (root / "sift.yaml").write_text("colour: red\n", "utf-8")
        assert "colour" in page.get("queue", 503)["error"]


def test_a_run_beside_the_page_is_seen_at_the_next_look(page: PageClient) -> None:
    first = page.get("queue")
    workspace = Workspace.open(page.root, environment={})
    fewer = load_queue(workspace).model_copy(update={"merges": ()})
    entry = workspace.provenance.read("review_queue")[""]
    version = workspace.store.put(fewer.to_bytes())
    workspace.provenance.record("review_queue", {"": entry.model_copy(update={"version": version})})
    second = page.get("queue")
    assert (first["open"], second["open"]) == (10, 7)
    assert first["pulse"] != second["pulse"]
    plant(page.root)
    assert page.get("queue")["open"] == 10


def test_lines_of_the_log_that_do_not_count_are_counted(page: PageClient) -> None:
    log = page.root / "decisions" / "log.jsonl"
    log.parent.mkdir(exist_ok=True)
    log.write_text("nonsense\n{", "utf-8")
    assert page.get("queue")["bad_lines"] == 2


def test_a_decision_whose_subject_is_gone_is_shown_as_parked(page: PageClient) -> None:
    (written,) = page.decide(page.open_keys()[0])["written"]
    workspace = Workspace.open(page.root, environment={})
    parked = Unsettled(decision=written["id"], act="merge", standing="parked", reason="Tom is gone")
    later = load_queue(workspace).model_copy(update={"unsettled": (parked,)})
    entry = workspace.provenance.read("review_queue")[""]
    version = workspace.store.put(later.to_bytes())
    workspace.provenance.record("review_queue", {"": entry.model_copy(update={"version": version})})
    (row,) = page.get("decided")["decisions"]
    assert (row["standing"], row["because"]) == ("parked", "Tom is gone")
