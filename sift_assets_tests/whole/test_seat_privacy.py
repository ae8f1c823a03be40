"""Whoever may not read a seat finds out nothing of it: not by asking, guessing, or looking around.

Everything that can be asked is asked twice, with the seats empty and with them full, and must be
answered alike. So neither names nor counts, nor whether something is there, can come through.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import dagster as dg
import pyarrow as pa
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from sift_assets.agent.server import make_server
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.definitions import defs
from sift_assets.defs.promotion_schedules import ASSESSED
from sift_assets.defs.seats import register_seats
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_queue import build_queue
from sift_assets_tests.cli.calling import call
from sift_assets_tests.conftest import set_apart
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.fakes.two_seats import (
    ADAS,
    BOBS,
    PLANTED,
    declare_seats,
    desk_of,
    fill_seat,
    sweep_seat,
)
from sift_assets_tests.review.page_client import PageClient

SECRET = "tangelo/kumquat-dossier.md"
UP = f"../people/ada/{SECRET}"
NAME = "Zephyrine Quillfeather"

PROBES: Mapping[str, tuple[str, ...]] = {
    # what tells of everything
    "status": ("status", "--json"),
    "status in words": ("status",),
    "plan": ("plan", "--json"),
    "budget": ("budget", "--json"),
    "info": ("info", "--json"),
    "topology": ("topology", "--json"),
    "timeline": ("timeline", "--json"),
    "review": ("review", "--list", "--json"),
    "proposals": ("proposals", "--json"),
    "decisions": ("decisions", "--json"),
    "decisions fsck": ("decisions", "fsck", "--json"),
    "domains": ("domains", "--json"),
    "gc": ("gc", "--json"),
    "fsck": ("fsck", "--json"),
    "run": ("run", "--json"),
    "seats": ("seats", "--json"),
    "seats list": ("seats", "list"),
    "show documents": ("show", "documents", "--json"),
    "show document_set": ("show", "document_set", "--json"),
    "show texts": ("show", "document_texts", "--json"),
    "show settings": ("show", "settings", "--json"),
    "show decisions": ("show", "decisions", "promotions", "--json"),
    "show graph": ("show", "resolved_graph", "--json"),
    "show report": ("show", "report", "--json"),
    "explain graph": ("explain", "resolved_graph", "--json"),
    "export json": ("export", "json", "--output", "{out}"),
    "export csv": ("export", "csv", "--output", "{out}"),
    "export obsidian": ("export", "obsidian", "--output", "{out}"),
    "view": ("view", "--no-open", "--output", "{out}/graph.html"),
    # a seat of somebody else's, by its name and near it
    "wrong seat": ("seats", "show", "ada", "--json"),
    "wrong seat in words": ("seats", "show", "ada"),
    "its document": ("seats", "show", "ada", SECRET, "--json"),
    "no document of it": ("seats", "show", "ada", "nothing.md", "--json"),
    "searching it": ("seats", "search", "ada", NAME, "--json"),
    "searching all of it": ("seats", "search", "ada", "the", "--limit", "1000", "--json"),
    "its name in capitals": ("seats", "show", "ADA", "--json"),
    "its name with a space": ("seats", "show", "ada ", "--json"),
    "as a collection": ("seats", "show", "seat:ada", "--json"),
    "through one's own": ("seats", "show", "bob/../ada", "--json"),
    "upwards": ("seats", "show", "../ada", "--json"),
    "any seat": ("seats", "show", "*", "--json"),
    "no seat": ("seats", "show", "", "--json"),
    # out of one's own seat
    "up from one's own": ("seats", "show", "bob", f"../ada/{SECRET}", "--json"),
    "up, escaped": ("seats", "show", "bob", f"%2E%2E/ada/{SECRET}", "--json"),
    "by its whole path": ("seats", "show", "bob", f"{{root}}/people/ada/{SECRET}", "--json"),
    "by a link": ("seats", "show", "bob", "link.md", "--json"),
    "by a linked folder": ("seats", "show", "bob", f"linked/{SECRET}", "--json"),
    "its scope": ("seats", "search", "bob", "harbour", "--collection", "seat:ada", "--json"),
    "its words from one's own": ("seats", "search", "bob", NAME, "--json"),
    "its tag from one's own": ("seats", "search", "bob", "harbour", "--tag", "quincunx", "--json"),
    # Central, asked for what only the seat says
    "search": ("search", NAME, "--json"),
    "search misspelled": ("search", "Zephyrin Quilfeather", "--json"),
    "search by word": ("search", "wolframite", "--only", "passages", "--json"),
    "query": ("query", NAME, "--json"),
    "path": ("path", NAME, "Ada Varga", "--json"),
    "evidence": ("evidence", NAME, "--json"),
    "entity info": ("info", NAME, "--json"),
    "timeline of its year": ("timeline", "--since", "1987", "--json"),
    "by its date": ("search", "Varga", "--until", "1990", "--json"),
    "by its tag": ("search", "Varga", "--tag", "quincunx", "--json"),
    "by its folder": ("search", "Varga", "--folder", "people/ada", "--json"),
    "by its collection": ("search", "Varga", "--collection", "seat:ada", "--json"),
    "by its key": ("search", "Varga", "--document", SECRET, "--json"),
    "by its path": ("search", "Varga", "--document", UP, "--json"),
    "history": ("decisions", "history", NAME, "--json"),
    # path guesses
    "show text": ("show", "document_texts", UP, "--json"),
    "show text by key": ("show", "document_texts", SECRET, "--json"),
    "show extraction": ("show", "extractions", UP, "--json"),
    "show its assets": ("show", "promotion_candidates", "ada", "--json"),
    "explain": ("explain", "documents", UP, "--json"),
    "explain text": ("explain", "document_texts", SECRET, "--json"),
    "forget": ("forget", UP, "--plan", "--json"),
    "forget by its whole path": ("forget", f"{{root}}/people/ada/{SECRET}", "--plan", "--json"),
    "ask again": ("run", "--again", UP, "--json"),
    "view of it": ("view", "--no-open", "--source-doc", UP, "--output", "{out}/one.html"),
    "decide by it": ("decide", "split", "Ada Varga", "--part", f"x={UP}", "--json"),
}
"""What to call it, and how `sift` is called."""

TOOLS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "info": ("info", {}),
    "topology": ("topology", {}),
    "search": ("search", {"text": NAME}),
    "query": ("query", {"entity": NAME}),
    "evidence": ("evidence", {"subject": NAME}),
    "passage": ("passage", {"document": UP}),
    "passage by key": ("passage", {"document": SECRET}),
    "scope": ("search", {"text": "Varga", "filters": {"collections": ["seat:ada"]}}),
    "timeline": ("timeline", {}),
    "a proposal": ("propose_merge", {"entities": [NAME, "Ada Varga"], "reason": "x", "quote": "x"}),
}

PAGES: Mapping[str, tuple[str, dict[str, str]]] = {
    "queue": ("queue", {}),
    "decided": ("decided", {}),
    "pulse": ("pulse", {}),
    "status": ("status", {}),
    "narrative": ("narrative", {}),
    "passage": ("passage", {"document": UP, "start": "0", "end": "9"}),
    "passage by key": ("passage", {"document": SECRET, "start": "0", "end": "9"}),
}

LATER = "Lena Hoffmann works for Kestrel Ltd.\n"

WHO = ("bob", "dan", "bot", "eve", "ADA", "ada x", "cl", "")
"""Who may not read the seat: another's owner, administrators, strangers, names nearly right."""

Answers = dict[str, Any]


@dataclass
class Scene:
    """A project, and what it answered with the seat empty and with it full."""

    root: Path
    empty: Answers
    full: Answers


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory, built_once: Path) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("privacy")
    root = Path(shutil.copytree(built_once, folder / "project"))
    with set_apart(folder):
        declare_seats(root)
        links(root)
        assert call("-C", root, "run", "--json").code == 0
        with acting_as("bob"), ReaderProcess(ReaderSettings()) as reader:
            fill_seat(root, "bob", BOBS)
            sweep_seat(root, "bob", reader)
            empty = asked(root, folder / "empty")
            fill_seat(root, "ada", ADAS)
            sweep_seat(root, "ada", reader)
            sweep_seat(root, "bob", reader)
            full = asked(root, folder / "full")
        yield Scene(root, empty, full)


def links(root: Path) -> None:
    """Put links to the seat where others may put some."""
    secret = root / "people" / "ada" / SECRET
    promoted = root / "promoted"
    promoted.mkdir()
    for place in (root / "documents", root / "people" / "bob", promoted):
        (place / "link.md").symlink_to(secret)
        (place / "linked").symlink_to(root / "people" / "ada")


@contextmanager
def acting_as(name: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIFT_ACTOR", name)
        yield


def asked(root: Path, out: Path) -> Answers:
    """Ask everything; what is written somewhere is part of the answer."""
    answers: Answers = {}
    for name, arguments in PROBES.items():
        out.mkdir()
        given = [one.format(root=root, out=out) for one in arguments]
        said = call("-C", root, *given)
        answers[name] = (said.code, cleaned(said.out, out), cleaned(said.err, out), written(out))
        shutil.rmtree(out)
    answers |= {f"tool {name}": one for name, one in anyio.run(tools, root).items()}
    with PageClient.of(root) as page:
        for name, (question, words) in PAGES.items():
            said = page.client.get(f"/api/{question}", params=words)
            answers[f"page {name}"] = (said.status_code, said.text)
    return answers


def cleaned(text: str, out: Path) -> str:
    return text.replace(str(out), "OUT")


def written(out: Path) -> dict[str, bytes]:
    return {str(file.relative_to(out)): file.read_bytes() for file in files(out)}


def files(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink()]


async def tools(root: Path) -> Answers:
    async with Client(make_server(root)) as client:
        said = {n: await client.call_tool(tool, given) for n, (tool, given) in TOOLS.items()}
        answers: Answers = {n: one.structured_content for n, one in said.items()}
        for document in (UP, SECRET):
            try:
                found: Any = await client.read_resource(f"sift://passages/0/{document}")
            except MCPError as error:
                found = str(error)
            answers[f"resource {document}"] = str(found)
        return answers


ASKED = (*PROBES, *(f"tool {name}" for name in TOOLS), *(f"page {name}" for name in PAGES),
         f"tool resource {UP}", f"tool resource {SECRET}")  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_is_the_same_whatever_a_seat_holds(scene: Scene, name: str) -> None:
    assert scene.full[name] == scene.empty[name]


def what_was_typed(name: str) -> str:
    arguments: Any = PROBES.get(name) or TOOLS.get(name.removeprefix("tool ")) or name
    return json.dumps([arguments, PAGES.get(name.removeprefix("page "))]).lower()


@pytest.mark.parametrize("word", PLANTED)
def test_no_answer_has_a_word_of_the_seat_that_was_not_asked_with(scene: Scene, word: str) -> None:
    telling = [
        name
        for name, said in scene.full.items()
        if word in str(said).lower() and word not in what_was_typed(name)
    ]
    assert telling == []


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("document", ["", SECRET, "nothing.md"])
def test_whoever_may_not_is_told_what_they_are_told_of_a_seat_that_never_was(
    scene: Scene, who: str, document: str
) -> None:
    with acting_as(who):
        real = call("-C", scene.root, "seats", "show", "ada", document, "--json")
        none = call("-C", scene.root, "seats", "show", "kim", document, "--json")
    assert real == none
    assert real.code == 1


def test_whoever_may_read_it_finds_every_word_by_the_same_questions(scene: Scene) -> None:
    """The probes would see a leak."""
    with acting_as("ada"):
        said = [
            call("-C", scene.root, "seats", *arguments).out.lower()
            for arguments in (("show", "ada"), ("show", "ada", SECRET), ("search", "ada", NAME))
        ]
    assert [word for word in PLANTED if word not in " ".join(said)] == []


@pytest.fixture(scope="module")
def stored(scene: Scene) -> dict[str, bytes]:
    """Every file outside of the seat after a run, with everything that is packed in it."""
    with acting_as("bob"):
        queue = build_queue(PromotionBook(desk_of(scene.root, "ada").workspace))
        assert queue.provenance.facts["pending"] == 2
        ProjectFolder(scene.root).write("later.txt", LATER)
        assert call("-C", scene.root, "run", "--json").code == 0
        run_in_dagster(scene.root)
    own = (scene.root / "people" / "ada", scene.root / ".sift" / "seats" / "ada")
    return {
        str(file.relative_to(scene.root)): unpacked(file.read_bytes()).lower()
        for file in files(scene.root)
        if not any(file.is_relative_to(one) for one in own)
    }


def run_in_dagster(root: Path) -> None:
    """Sweep the seats as Dagster does; then once more, with an error that quotes a document."""
    with ProjectFolder(root).opened() as project, pytest.MonkeyPatch.context() as patch:
        register_seats(project.instance, project.workspace)
        assert swept(project.instance)
        patch.setattr("sift_assets.defs.promotion_run.assess_candidates", falling_over)
        assert not swept(project.instance)


def swept(instance: dg.DagsterInstance, first: str = "ada", last: str = "bob") -> bool:
    result = (
        defs()
        .resolve_implicit_global_asset_job_def()
        .execute_in_process(
            instance=instance,
            asset_selection=[dg.AssetKey(name) for name in ASSESSED],
            tags={RANGE_START_TAG: first, RANGE_END_TAG: last},
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            raise_on_error=False,
        )
    )
    return result.success


def falling_over(*_: object, **__: object) -> None:
    raise RuntimeError(f"{SECRET}: {ADAS[SECRET]}")


def unpacked(data: bytes) -> bytes:
    """Return data with the content of every Zstandard frame that is in it: tables have some."""
    at = data.find(b"\x28\xb5\x2f\xfd")
    while at >= 0:
        reader = pa.BufferReader(data[at:])
        try:
            with pa.input_stream(reader, compression="zstd") as stream:
                while piece := stream.read(1):
                    data += piece
        except OSError:
            pass
        at = data.find(b"\x28\xb5\x2f\xfd", at + 4)
    return data


@pytest.mark.parametrize("word", PLANTED)
def test_no_file_outside_of_the_seat_has_a_word_of_it(stored: dict[str, bytes], word: str) -> None:
    assert len(stored) > 100
    assert [name for name, data in stored.items() if word.encode() in data] == []
    assert [name for name in stored if word in name.lower()] == []


def test_what_waits_for_a_decision_is_told_to_nobody_else(
    scene: Scene, stored: dict[str, bytes], tmp_path: Path
) -> None:
    assert len(stored) > 100  # the queue has been filled
    with acting_as("eve"):
        said = asked(scene.root, tmp_path / "out")
    telling = {
        name: word
        for name, one in said.items()
        for word in PLANTED
        if word in str(one).lower() and word not in what_was_typed(name)
    }
    assert telling == {}


@pytest.mark.parametrize("path", ADAS)
def test_no_file_outside_of_the_seat_has_the_hash_of_a_document(
    stored: dict[str, bytes], path: str
) -> None:
    """By a hash somebody who guesses what a document says can find out that they are right."""
    for data in (ADAS[path].encode(), path.encode()):
        digest = hashlib.sha256(data).hexdigest().encode()
        assert [name for name, found in stored.items() if digest in found] == []


def test_central_is_made_of_the_same_bytes_beside_full_seats_and_beside_empty_ones(
    stored: dict[str, bytes], tmp_path: Path, built_once: Path
) -> None:
    twin = Path(shutil.copytree(built_once, tmp_path / "project"))
    with set_apart(tmp_path):
        declare_seats(twin)
        links(twin)
        ProjectFolder(twin).write("later.txt", LATER)
        assert call("-C", twin, "run", "--json").code == 0
    kept = [name for name in stored if name.startswith((".sift/objects/", ".sift/results/"))]
    there = {str(file.relative_to(twin)) for file in files(twin / ".sift")}
    (queue,) = [name for name in kept if name not in there]
    assert json.loads(stored[queue]).keys() == {"items"}
    exported = {name: data for name, data in stored.items() if name.startswith("exports/")}
    assert exported == {
        str(file.relative_to(twin)): unpacked(file.read_bytes()).lower()
        for file in files(twin / "exports")
    }


def test_links_tell_nothing_of_what_they_lead_to(scene: Scene) -> None:
    said = json.dumps(json.loads(scene.full["status"][1]))
    assert said.count("link_outside") >= 2
    assert "link_broken" not in said


STRICT = """
promotion: {isolation: strict}
principals: [{name: ada, role: writer}]
seats: [{name: aubergine, folder: people/melon/documents, owner: ada}]
"""


def test_where_seats_are_strictly_apart_central_has_not_even_their_names(tmp_path: Path) -> None:
    root, settings = made_project(tmp_path / "project", {}), tmp_path / "project" / "sift.yaml"
    own = root / "people" / "melon"
    with set_apart(tmp_path), acting_as("ada"):
        settings.write_text(STRICT, encoding="utf-8")
        assert call("-C", root, "seats", "init", "aubergine").code == 0
        (own / "documents" / "kumquat.md").write_text(ADAS[SECRET], encoding="utf-8")
        with ProjectFolder(root).opened() as project:
            register_seats(project.instance, project.workspace)
            (seat,) = project.workspace.settings.seats
            assert swept(project.instance, seat.name, seat.name)
        build_queue(PromotionBook(Workspace.open(root, {})))
        with acting_as("eve"):
            assert call("-C", root, "seats", "show", "aubergine").code == 1
        (row,) = call("-C", root, "seats", "show", "aubergine", "--json").json["documents"]
    assert row["document"] == "kumquat.md"
    central = [one for one in files(root) if not one.is_relative_to(own) and one != settings]
    telling = {
        str(file.relative_to(root)): word
        for file in central
        for word in ("aubergine", "melon", *PLANTED)
        if word.encode() in unpacked(file.read_bytes()).lower() or word in file.name
    }
    assert telling == {}
    assert [file for file in central if seat.name.encode() in file.read_bytes()] != []
