"""Edits of documents: exactly what they touch gets new versions."""

from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed

ROOT_OF_SET = {"document_set", "corpus"}


def test_a_second_run_starts_nothing_and_changes_no_version(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before, runs, exports = built.versions(), built.runs(), built.exports()
    report = built.run()
    assert report.succeeded
    assert (report.documents, report.assets) == (0, [])
    assert built.versions() == before
    assert built.runs() == runs
    assert built.exports() == exports
    assert extractor.seen == []
