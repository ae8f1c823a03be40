"""A whole project with its store on an object server: the same graph, and nothing lost there."""

from pathlib import Path

from sift_assets.resources.workspace import Workspace
from sift_assets.sample import sample_documents
from sift_assets_tests.fakes.object_server import BUCKET, client_of, running_object_server
from sift_assets_tests.whole.sift_process import answer, exported, made, sift

DONE = {"documents": 0, "assets": []}


def texts_of_the_sample() -> dict[str, str]:
    """Return some documents of the sample that are plain text, which are read in no time."""
    folder = sample_documents()
    files = sorted(f for f in folder.rglob("*") if f.suffix in {".md", ".txt"})[::3]
    return {str(f.relative_to(folder)): f.read_text("utf-8") for f in files}


def test_texts_on_an_object_server_gives_the_graph_of_a_folder(tmp_path: Path) -> None:
    root = made(tmp_path / "project", texts_of_the_sample())
    with running_object_server() as credentials:
        there = {**credentials, "SIFT_STORE": f"s3://{BUCKET}/sample"}
        report = answer(sift(root, "run", "--json", environment=there))
        assert (report["failed"], report["given_up"]) == ([], {})
        assert answer(sift(root, "run", "--json", environment=there))["computed"] == DONE
        version = Workspace.open(root, there).provenance.read("resolved_graph")[""].version
        place = f"sample/objects/{version[:2]}/{version[2:]}"
        with client_of(credentials) as client:
            client.put_object(Bucket=BUCKET, Key=place, Body=b"damaged")
        found = answer(sift(root, "fsck", "--repair", "--json", environment=there), code=1)
        assert [fault["place"] for fault in found["faults"]] == [f"s3://{BUCKET}/{place}"]
        next((root / "documents").rglob("*.md")).unlink()
        answer(sift(root, "run", "--json", environment=there))
        collecting = ("gc", "--apply", "--keep", "1", "--json")
        assert answer(sift(root, *collecting, environment=there))["objects"] > 5
        assert answer(sift(root, "fsck", "--json", environment=there))["faults"] == []
        graph = exported(root)
    assert not (root / ".sift" / "objects").exists()
    answer(sift(root, "run", "--json"))
    assert exported(root) == graph
