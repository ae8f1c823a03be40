"""Reading one's own seat, and searching it together with Central."""

import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from re import fullmatch
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp_types import CallToolResult

from sift_assets.agent.server import make_server
from sift_assets.core.query.envelope import NOTICE
from sift_assets.resources.opaque_seats import name_in_central
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.cli.calling import Call, call, files_below
from sift_assets_tests.conftest import set_apart
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.seat_desk import SeatDesk
from sift_assets_tests.fakes.two_seats import ADAS, candidates_of, declare_seats

DENIED = "You may not, or it is not there."


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory, built_once: Path) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("seats")
    root = Path(shutil.copytree(built_once, folder / "project"))
    with set_apart(folder):
        declare_seats(root)
        candidates_of(root, "ada", ADAS)
        yield root


@pytest.fixture(autouse=True)
def _as_ada(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIFT_ACTOR", "ada")


def seats(root: Path, *arguments: str) -> Call:
    return call("-C", root, "seats", *arguments)


def test_the_seats_are_listed_that_one_may_read(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = seats(root, "--json").json
    assert row == {"seat": "ada", "owner": "ada", "autonomy": "auto", "documents": 2}
    assert seats(root, "list", "--json").json == [row]
    assert seats(root).out == "ada  2 documents  owner ada, autonomy auto\n"
    monkeypatch.setenv("SIFT_ACTOR", "bob")
    (row,) = seats(root, "--json").json
    assert (row["seat"], row["documents"]) == ("bob", None)
    assert "not swept yet" in seats(root).out
    monkeypatch.setenv("SIFT_ACTOR", "dan")
    assert seats(root, "--json").json == []
    assert seats(root).out == "There is no seat that you may read.\n"


def test_the_documents_of_a_seat_are_listed_with_what_is_to_become_of_them(root: Path) -> None:
    shown = seats(root, "show", "ada", "--json").json
    assert [row["document"] for row in shown["documents"]] == sorted(ADAS)
    assert {row["status"] for row in shown["documents"]} == {"not assessed"}
    assert "2 documents in seat ada" in seats(root, "show", "ada").out


@pytest.mark.parametrize("name", ADAS)
def test_a_document_is_shown_whole_and_marked_as_data(root: Path, name: str) -> None:
    shown = seats(root, "show", "ada", name, "--json").json
    assert (shown["document"], shown["text"]) == (name, ADAS[name])
    assert shown["notice"] == NOTICE
    assert ADAS[name] in seats(root, "show", "ada", name).out


def test_a_text_cannot_give_orders_to_the_terminal(root: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(root, tmp_path / "project"))
    candidates_of(other, "ada", {"a.txt": "red \x1b[31malert\u202e\n"})
    said = seats(other, "show", "ada", "a.txt").out
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "\\u001b[31malert\\u202e" in said


def test_a_search_finds_what_the_seat_and_what_central_says_and_says_which(root: Path) -> None:
    said = seats(root, "search", "ada", "harbour", "--json").json
    assert said["answer"] == "seat_search"
    assert said["notice"] == NOTICE
    found = [(one["collection"], one["document"]) for one in said["result"]["passages"]]
    assert found[:2] == [
        ("seat:ada", "rambutan-memo.txt"),
        ("central", "letters/first%20letter.txt"),
    ]
    assert ("seat:ada", "tangelo/kumquat-dossier.md") in found
    for one in said["result"]["passages"]:
        if one["collection"] == "seat:ada":
            text = ADAS[one["document"]]
            assert text[one["start"] : one["end"]].strip() == one["text"]
    words = seats(root, "search", "ada", "harbour").out
    assert "seat:ada  rambutan-memo.txt" in words
    assert "central  letters/first%20letter.txt" in words


def test_entities_are_central_s(root: Path) -> None:
    said = seats(root, "search", "ada", "Ada", "Varga", "--json").json
    (one,) = said["result"]["entities"]
    assert (one["name"], one["collection"]) == ("Ada Varga", "central")


def test_filters_and_limits_are_those_of_every_search(root: Path) -> None:
    def documents(*options: str) -> list[str]:
        said = seats(root, "search", "ada", "harbour", "--json", *options).json
        return [one["document"] for one in said["result"].get("passages", ())]

    assert documents("--folder", "tangelo") == ["tangelo/kumquat-dossier.md"]
    assert documents("--collection", "central") == ["letters/first%20letter.txt"]
    assert documents("--limit", "1") == ["rambutan-memo.txt"]
    cut = seats(root, "search", "ada", "harbour", "--json", "--limit", "1").json
    assert cut["truncated"]["left_out"] == {"passages": 2}
    unknown = seats(root, "search", "ada", "harbour", "--tag", "nowhere", "--json")
    assert unknown.code == 2
    assert "names `nowhere`" in unknown.err
    assert seats(root, "search", "ada", "?!", "--json").code == 2


def test_before_the_first_sweep_it_is_said_how_to_get_one_and_central_answers(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_ACTOR", "bob")
    for arguments in (("show", "bob"), ("show", "bob", "own.md")):
        nothing = seats(root, *arguments)
        assert nothing.code == 2
        assert "There is no promotion_candidates" in nothing.err
    said = seats(root, "search", "bob", "harbour", "--json").json
    assert [one["collection"] for one in said["result"]["passages"]] == ["central"]
    assert "There is no promotion_candidates" in said["result"]["not_searched"]["seat:bob"]
    assert "seat:bob was not searched" in seats(root, "search", "bob", "harbour").out


def test_reading_a_seat_makes_and_changes_no_file(root: Path) -> None:
    before = files_below(root)
    for arguments in (
        ("list",),
        ("show", "ada"),
        ("show", "ada", "rambutan-memo.txt"),
        ("show", "ada", "no such document"),
        ("search", "ada", "harbour"),
    ):
        seats(root, *arguments)
    assert files_below(root) == before


def test_who_may_read_a_seat_of_somebody_else_s_reads_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_ACTOR", "cleo")
    assert seats(root, "show", "ada", "--json").code == 0
    refused = seats(root, "show", "bob", "--json")
    assert refused.code == 1
    assert DENIED in refused.error


def test_a_denial_is_noted_without_what_was_asked_for(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Path(shutil.copytree(root, tmp_path / "project"))
    monkeypatch.setenv("SIFT_ACTOR", "eve")
    audit = other / "decisions" / "promotion_audit.jsonl"
    audit.unlink(missing_ok=True)
    assert seats(other, "show", "ada", "secret words").code == 1
    assert seats(other, "show", "secret words").code == 1
    lines = audit.read_text(encoding="utf-8").splitlines()
    assert [("denied" in line, '"eve"' in line, '"ada"' in line) for line in lines] == [
        (True, True, True),
        (True, True, False),
    ]
    assert "secret words" not in audit.read_text(encoding="utf-8")


def test_a_project_without_seats_has_none_to_read(root: Path, tmp_path: Path) -> None:
    bare = Path(shutil.copytree(root, tmp_path / "project"))
    (bare / "sift.yaml").write_text("", encoding="utf-8")
    before = files_below(bare)
    assert seats(bare, "--json").json == []
    assert DENIED in seats(bare, "show", "ada", "--json").error
    assert files_below(bare) == before


def talked(root: Path, seat: str, talk: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(make_server(root, seat)) as client:
            return await talk(client)

    return anyio.run(run)


def tool(root: Path, name: str, **given: Any) -> dict[str, Any]:
    def talk(client: Client) -> Awaitable[CallToolResult]:
        return client.call_tool(name, given)

    said = talked(root, "ada", talk).structured_content
    assert isinstance(said, dict)
    return said


def test_an_agent_of_hers_reads_her_seat_and_no_other_and_cannot_pass_it_on(root: Path) -> None:
    async def names(client: Client) -> list[str]:
        return [one.name for one in (await client.list_tools()).tools]

    served = talked(root, "ada", names)
    assert {"seat_search", "seat_documents", "seat_document", "search"} <= {*served}
    assert [name for name in served if name.startswith("propose")] == []
    assert [name for name in talked(root, "", names) if name.startswith("seat")] == []
    found = tool(root, "seat_search", text="harbour")["result"]["passages"]
    assert {one["collection"] for one in found} == {"seat:ada", "central"}
    listed = tool(root, "seat_documents", limit=1)
    assert (listed["in_all"], len(listed["documents"])) == (2, 1)
    shown = tool(root, "seat_document", document="rambutan-memo.txt")
    assert (shown["text"], shown["notice"]) == (ADAS["rambutan-memo.txt"], NOTICE)
    assert tool(root, "seat_document", document="../bob/own.md")["exit_code"] == 2


def test_who_asks_is_looked_at_again_with_every_call(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_ACTOR", "bob")
    for name, given in (("seat_search", {"text": "x"}), ("seat_documents", {})):
        refused = tool(root, name, **given)
        assert refused["code"] == "access_denied_error"
        assert DENIED in refused["error"]
    assert call("-C", root, "mcp", "--seat", "ada").code == 1


def test_a_seat_is_not_served_where_other_users_of_the_machine_reach(root: Path) -> None:
    refused = call("-C", root, "mcp", "--seat", "ada", "--http")
    assert refused.code == 2
    assert "--http" in refused.err


@pytest.fixture
def strict(tmp_path: Path, own_surroundings: None) -> Path:  # noqa: ARG001 - left out meanwhile
    root = made_project(tmp_path / "project", {"a.txt": "The harbour was quiet.\n"})
    declare_seats(root)
    settings = root / "sift.yaml"
    text = settings.read_text(encoding="utf-8")
    text = text.replace("sampled: 1", "sampled: 1, isolation: strict")
    settings.write_text(text.replace("people/ada", "people/ada/documents"), encoding="utf-8")
    return root


def test_a_seat_strictly_apart_has_a_project_instance_and_store_of_its_own(
    strict: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_ACTOR", "ada")
    missing = seats(strict, "show", "ada")
    assert missing.code == 2
    assert "has no project of its own yet" in missing.err
    own = strict / "people" / "ada"
    assert seats(strict, "init", "ada", "--json").json["project"] == str(own)
    assert {"sift.yaml", "dagster.yaml", "workspace.yaml", "documents"} <= {
        path.name for path in own.iterdir()
    }
    (own / "documents" / "a.txt").write_text("one", encoding="utf-8")
    SeatDesk(strict, Workspace.open(strict, {}).settings).put({"a.txt": "one"})
    (label,) = (path.name for path in (own / ".sift" / "seats").iterdir())
    assert not (strict / ".sift" / "seats").exists()
    shown = seats(strict, "show", "ada", "--json").json
    assert [row["document"] for row in shown["documents"]] == ["a.txt"]
    assert [row["seat"] for row in seats(strict, "--json").json] == [label]
    assert seats(strict, "show", label, "--json").json["documents"] == shown["documents"]
    assert call("-C", own, "status", "--json").json["new"] == ["a.txt"]
    monkeypatch.setenv("SIFT_ACTOR", "bob")
    refused = [seats(strict, "show", name, "--json") for name in ("ada", label, "kim")]
    assert [one.err for one in refused] == [refused[0].err] * 3
    assert DENIED in refused[0].error


def test_the_name_of_a_seat_strictly_apart_is_nowhere_in_what_central_works_with(
    strict: Path,
) -> None:
    settings = Workspace.open(strict, {}).settings
    names = [seat.name for seat in settings.seats]
    assert all(fullmatch(r"[0-9a-f]{20}", name) for name in names)
    assert len({*names}) == 2
    assert [one.seats for one in settings.principals if one.name == "cleo"] == [(names[0],)]
    assert Workspace.open(strict, {}).settings == settings
    for named, called in (("ada", names[0]), (names[1], names[1])):
        assert name_in_central(strict, settings, named) == called
    assert name_in_central(strict, settings, "kim") not in names


@pytest.mark.parametrize("who", ["eve", "cleo", "bob"])
def test_a_project_is_made_for_a_seat_by_its_owner_or_an_administrator(
    strict: Path, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    monkeypatch.setenv("SIFT_ACTOR", who)
    made = seats(strict, "init", "ada")
    assert made.code == (0 if who == "bob" else 1)
    assert (strict / "people" / "ada" / "sift.yaml").exists() == (who == "bob")


def test_a_folder_that_is_none_of_a_project_is_refused_with_the_fix(
    strict: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_ACTOR", "bob")
    refused = seats(strict, "init", "bob")
    assert refused.code == 2
    assert "Let it end in /documents" in refused.err
    assert not (strict / "people" / "bob" / "sift.yaml").exists()
