"""What Dagster remembers of an asset, page by page."""

import pytest

from sift_assets.resources.history import past_values
from sift_assets_tests.fakes.project_folder import ProjectFolder


@pytest.mark.parametrize("page_size", [1, 2, 1000])
def test_every_value_of_a_partition_is_told_newest_first_with_what_it_was_made_from(
    page_size: int, built: ProjectFolder
) -> None:
    built.write("notes.md", "Rosa Lund lives here.\n")
    assert built.run().succeeded
    texts = list(past_values(built.instance, "document_texts", "notes.md", page_size))
    contents = [v.version for v in past_values(built.instance, "documents", "notes.md", page_size)]
    assert [past.inputs["documents"] for past in texts] == contents
    assert len(contents) == 2
    recorded = built.workspace.provenance.read("document_texts")["notes.md"]
    assert texts[0].version == recorded.version
    assert {past.partition for past in texts} == {"notes.md"}
    assert len(list(past_values(built.instance, "document_texts", page_size=page_size))) >= 5


def test_an_asset_that_was_never_materialized_has_no_past(project: ProjectFolder) -> None:
    assert list(past_values(project.instance, "corpus")) == []
