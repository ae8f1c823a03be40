"""What language models cost, by the table that comes with LiteLLM: a file, never fetched."""

from sift_assets.core.llm.money import FREE, Price, price_per_token
from sift_assets.resources.language_model import table_entry
from sift_assets.resources.language_model_names import (
    OWN_SERVERS,
    is_on_this_machine,
    provider_of,
)

_INPUT_PRICES, _OUTPUT_PRICES = "input_cost_per_token", "output_cost_per_"
_TIERS = ("_priority", "_flex", "_batches")
"""Ends of the names of prices of tiers that are never asked for."""


def known_price(name: str) -> tuple[float, float] | None:
    """Return dollars per token that is sent and per token that is answered, by LiteLLM's table.

    Args:
        name: As LiteLLM spells it, provider first.

    Returns:
        None when the table, which is a file and is not fetched, does not have the model.
    """
    found = table_entry(name)
    if "input_cost_per_token" in found and "output_cost_per_token" in found:
        return float(found["input_cost_per_token"]), float(found["output_cost_per_token"])
    return None


def price_at(name: str, api_base: str) -> Price | None:
    """Return what a model costs at most: the dearest of its prices for long texts and thinking.

    A server on this machine, and a program that serves models of one's own, is free unless the
    table knows a price: behind a local address may stand a proxy to a paid model.

    Args:
        name: As LiteLLM spells it.
        api_base: Address of an own server, empty for the provider's.
    """
    if known_price(name) is None:
        is_own = not api_base and provider_of(name) in OWN_SERVERS
        return FREE if is_own or is_on_this_machine(api_base) else None
    prices = {
        key: float(value)
        for key, value in table_entry(name).items()
        if isinstance(value, int | float) and not key.endswith(_TIERS)
    }
    sent = max(v for k, v in prices.items() if k.startswith(_INPUT_PRICES))
    answered = max(v for k, v in prices.items() if k.startswith(_OUTPUT_PRICES) and "token" in k)
    return price_per_token(sent, answered)
