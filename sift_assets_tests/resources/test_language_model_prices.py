"""What a model costs, by the table that comes with LiteLLM and by nothing else."""

import pytest

from sift_assets.resources.language_model_prices import known_price

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*")


@pytest.mark.parametrize("name", ["openai/gpt-4o-mini", "gpt-4o-mini"])
def test_a_model_is_found_with_and_without_its_provider(name: str) -> None:
    sent, answered = known_price(name) or (0.0, 0.0)
    assert 0 < sent < answered < 0.001


def test_a_model_of_an_own_server_that_the_table_knows_is_free() -> None:
    assert known_price("ollama/llama3") == (0.0, 0.0)


@pytest.mark.parametrize("name", ["openai/nobody-knows", "mistral/gpt-4o-mini", "ollama/new", ""])
def test_an_unknown_model_has_no_price_also_when_another_provider_has_its_name(name: str) -> None:
    assert known_price(name) is None
