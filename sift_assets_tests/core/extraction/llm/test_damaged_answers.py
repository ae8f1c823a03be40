"""A slice of the ten thousand damaged answers of `sift_assets_tests.evals.language_models`."""

import pytest

from sift_assets_tests.evals.language_models.answers import evaluate_answers, judged
from sift_assets_tests.evals.language_models.mutations import damaged_answer


def test_every_whole_record_of_a_damaged_answer_is_read_and_no_part_of_one() -> None:
    figures = evaluate_answers(300)
    assert figures["whole records"] > 600
    assert figures["read"] == figures["whole records"]
    assert figures["parts read as records"] == 0


@pytest.mark.parametrize("seed", range(3))
def test_an_answer_depends_on_its_seed_alone(seed: int) -> None:
    assert damaged_answer(seed) == damaged_answer(seed)
    assert judged(damaged_answer(seed)) == judged(damaged_answer(seed))
