"""A document that makes the extractor fall over stops nobody else, and is not tried for ever."""

import json

import dagster as dg
import pytest
from dagster._core.storage.partition_status_cache import get_and_update_asset_status_cache_value

from sift_assets.cli.main import main
from sift_assets.core.planning.plan import MAX_ATTEMPTS
from sift_assets.defs.currency import CURRENCY_CHECKS
from sift_assets.defs.partitions import DOCUMENTS
from sift_assets_tests.defs.looking import carried_out, looked, requested
from sift_assets_tests.fakes.name_extractor import CRASH, NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder


def red_partitions(project: ProjectFolder, asset: str) -> set[str]:
    """Return the partitions that the asset's page shows as failed."""
    cached = get_and_update_asset_status_cache_value(
        project.instance, dg.AssetKey(asset), DOCUMENTS
    )
    assert cached is not None
    return set(cached.deserialize_failed_partition_subsets(DOCUMENTS).get_partition_keys())


def test_the_others_are_done_and_the_bad_one_is_given_up_until_it_changes(
    built: ProjectFolder, extractor: NameExtractor, capsys: pytest.CaptureFixture[str]
) -> None:
    built.write("a first.txt", "Rosa Lund comes before.\n")
    built.write("bad.txt", f"{CRASH}\n")
    built.write("zlast.txt", "Olaf Berg comes after.\n")

    report = built.run()
    assert not report.succeeded
    assert extractor.seen.count(CRASH) == MAX_ATTEMPTS
    versions = built.versions()
    assert {"extractions[a%20first.txt]", "extractions[zlast.txt]"} <= versions.keys()
    assert "extractions[bad.txt]" not in versions
    assert "document_texts[bad.txt]" in versions
    graph = built.exports()["graph.json"]
    assert b"Rosa Lund" in graph
    assert b"Olaf Berg" in graph
    assert red_partitions(built, "extractions") == {"bad.txt"}
    assert red_partitions(built, "document_texts") == set()

    assert list(built.plan().given_up) == ["bad.txt"]
    assert not built.run().succeeded  # a person who runs again wants it tried again
    assert extractor.seen.count(CRASH) == 2 * MAX_ATTEMPTS
    assert list(built.plan().given_up) == ["bad.txt"]
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(["-C", str(built.root), "status", "--json"])
    assert left.value.code == 1
    state = json.loads(capsys.readouterr().out)
    assert list(state["given_up"]) == ["bad.txt"]
    assert state["given_up"]["bad.txt"].startswith("RuntimeError in name_extractor.py:")
    logs = [
        entry for run in built.instance.get_runs() for entry in built.instance.all_logs(run.run_id)
    ]
    assert not [e for e in logs if "fell over" in e.to_json()], "a foreign message may quote a text"
    assert state["up_to_date"] is False

    built.write("bad.txt", f"{CRASH} once more\n")
    assert "bad.txt" in {item.partition for item in built.plan().documents}
    built.write("bad.txt", "Nora Falk is well again.\n")
    assert built.run().succeeded
    assert built.plan().given_up == {}
    assert b"Nora Falk" in built.exports()["graph.json"]


def test_a_bad_document_that_is_removed_is_forgotten(built: ProjectFolder) -> None:
    built.write("bad.txt", f"{CRASH}\n")
    built.run()
    built.document("bad.txt").unlink()
    assert built.run().succeeded
    assert built.workspace.provenance.attempts() == {}


def test_a_good_document_that_turns_bad_contributes_nothing_of_its_old_content(
    built: ProjectFolder,
) -> None:
    built.write("twice.txt", f"{CRASH}\n")
    built.run()
    said = built.exports()
    assert not any(b"Nina Olsen" in data for data in said.values())


def test_how_often_a_document_has_failed_stands_in_the_check_until_it_is_given_up(
    built: ProjectFolder,
) -> None:
    def listed() -> list[dict[str, str]]:
        return CURRENCY_CHECKS["extractions", "extractions_is_current"](built.compare()).rows

    looked(built)
    built.write("bad.txt", f"{CRASH}\n")
    looked(built)
    for count in range(1, MAX_ATTEMPTS + 1):
        (request,) = requested(built)
        assert not carried_out(built, request).success
        (row,) = listed()
        assert row["partition"] == "bad.txt"
        if count < MAX_ATTEMPTS:
            failed = f"{count} of {MAX_ATTEMPTS} times: RuntimeError in name_extractor.py:"
            assert row["failed"].startswith(failed)
        else:
            assert row["because"].startswith("failed repeatedly: RuntimeError in name_extractor")
    built.write("bad.txt", f"{CRASH} once more\n")
    (row,) = listed()
    assert "failed" not in row  # other content starts a new count
