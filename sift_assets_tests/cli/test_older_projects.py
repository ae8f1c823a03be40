"""A project that an earlier version has made goes on as if nothing had been."""

from sift_assets.core.llm.answer_cache import answer_key
from sift_assets.core.llm.model import Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.planning.tombstones import Act, Tombstone
from sift_assets.resources.extractors import StoredAnswers
from sift_assets.resources.instance import project_instance
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.older_layouts import released_first, turned_back_to_1
from sift_assets_tests.fakes.project_folder import ProjectFolder


def test_a_project_of_the_first_layout_is_moved_on_and_loses_nothing(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    content = built.workspace.provenance.read("documents")["twice.txt"].version
    stone = Tombstone(act=Act.FORGET, document="d", content=content, at="2026")
    built.workspace.tombstones.append([stone])
    exports, index = built.exports(), turned_back_to_1(built)
    objects = files_below(built.root / ".sift" / "objects")
    assert call("-C", built.root, "fsck", "--json").json["checked"]["tombstone"] == 1
    status = call("-C", built.root, "status", "--json").json
    assert ("twice.txt", "forgotten") in {(s["key"], s["reason"]) for s in status["skipped"]}
    assert (built.root / ".sift" / "tombstones.jsonl").exists()  # looking moves nothing
    found = {
        (asset, partition): entry
        for asset in {asset for asset, _ in index}
        for partition, entry in built.workspace.provenance.read(asset).items()
    }
    assert found == index
    assert built.run().succeeded
    assert extractor.seen == []  # the barred document goes; nothing is computed again
    assert built.workspace.tombstones.read() == [stone]
    assert not (built.root / ".sift" / "tombstones.jsonl").exists()
    assert (built.root / "decisions" / "tombstones.jsonl").exists()
    assert objects.items() <= files_below(built.root / ".sift" / "objects").items()
    assert built.exports() != exports
    assert call("-C", built.root, "fsck", "--json").json["faults"] == []


def test_tombstones_outlive_a_store_that_is_deleted(built: ProjectFolder) -> None:
    forgotten = call("-C", built.root, "forget", "twice.txt", "--yes", "--delete-file", "--json")
    assert forgotten.code == 0
    call("-C", built.root, "gc")
    for file in [file for file in (built.root / ".sift").rglob("*") if file.is_file()]:
        file.unlink()
    built.write("again.txt", "Nina Olsen works for Kestrel Ltd.\n")
    assert built.run().succeeded
    assert "again.txt" not in built.workspace.provenance.read("documents")
    assert b"Nina Olsen" not in built.exports()["graph.json"]


ASKED = ModelRequest(messages=(Message(role=Role.USER, content="What is stated?"),))
PAID = ModelAnswer(text="{}", model="test-model", cost_usd=0.25)


def test_a_project_of_the_first_release_loses_nothing_pays_nothing_again_and_ends_as_a_clean_one(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    key = answer_key("extract", "1", "openai/test-model", ASKED)
    StoredAnswers(built.workspace.store).put(key, PAID.to_bytes())
    before, versions = built.exports(), built.versions()  # of a clean build by today's code
    stored = files_below(built.root / ".sift" / "objects")
    today = (built.root / "dagster.yaml").read_bytes()
    released_first(built)
    file, notes = built.root / "dagster.yaml", built.document("notes.md").read_text("utf-8")
    with project_instance(built.root) as instance:  # people keep their dagster.yaml
        built._instance = instance
        assert built.versions() == versions
        built.write("notes.md", "Karl Meier left Pelagos Ltd.\n")
        assert built.run().succeeded
        assert len(extractor.seen) == 1  # the edited one
    file.write_bytes(today)  # or take the new one
    with project_instance(built.root) as instance:
        built._instance = instance
        built.write("notes.md", notes)
        assert built.run().succeeded
        assert len(extractor.seen) == 1  # found under its inputs
        assert built.versions() == versions
    assert built.exports() == before
    found = StoredAnswers(built.workspace.store).get(key)
    assert found is not None
    assert ModelAnswer.from_bytes(found) == PAID
    assert stored.items() <= files_below(built.root / ".sift" / "objects").items()
    assert call("-C", built.root, "fsck", "--json").json["faults"] == []
