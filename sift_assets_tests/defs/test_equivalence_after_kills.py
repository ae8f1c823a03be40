"""A run that is killed with -9, wherever that is, is taken up by the next and ends the same."""

from pathlib import Path

from sift_assets_tests.evals.equivalence.kills import DOCUMENTS, kill_at_random_points

KILLS, IN_A_ROW = 8, 4
"""`python -m sift_assets_tests.evals.equivalence` kills many more, larger ones, one at a time."""

FEW = dict(list(DOCUMENTS.items())[:2])


def test_after_kill_9_at_any_change_on_the_disk_the_next_run_ends_in_the_same_bytes(
    tmp_path: Path,
) -> None:
    killed = kill_at_random_points(tmp_path, KILLS, documents=FEW, in_a_row=IN_A_ROW)
    assert len({one.finished for one in killed}) > 2  # before, amid and after the computing
