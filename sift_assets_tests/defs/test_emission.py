"""What Dagster is given of a check."""

import dagster as dg

from sift_assets.defs.emission import check_result
from sift_assets.workflows.findings import CheckFinding


def test_rows_that_say_different_things_stand_in_one_table() -> None:
    rows = [{"document": "a.txt"}, {"document": "b.txt", "attempts": "2"}]
    finding = CheckFinding(passed=False, summary="Two are stale.", checked=2, rows=rows)
    result = check_result("extractions", "is_current", finding)
    shown = result.metadata["findings"]
    assert isinstance(shown, dg.TableMetadataValue)
    assert [record.data for record in shown.records] == [
        {"document": "a.txt", "attempts": ""},
        {"document": "b.txt", "attempts": "2"},
    ]
