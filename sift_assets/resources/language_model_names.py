"""What the name and the address of a language model mean; nothing is asked and nothing imported."""

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

KEY_VARIABLES: Mapping[str, str] = {
    "ai21": "AI21_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "azure": "AZURE_API_KEY",
    "azure_ai": "AZURE_AI_API_KEY",
    "cerebras": "CEREBRAS_API_KEY",
    "cohere": "COHERE_API_KEY",
    "deepinfra": "DEEPINFRA_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "fireworks_ai": "FIREWORKS_AI_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "groq": "GROQ_API_KEY",
    "huggingface": "HUGGINGFACE_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "moonshot": "MOONSHOT_API_KEY",
    "nvidia_nim": "NVIDIA_NIM_API_KEY",
    "openai": "OPENAI_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "perplexity": "PERPLEXITYAI_API_KEY",
    "replicate": "REPLICATE_API_KEY",
    "sambanova": "SAMBANOVA_API_KEY",
    "together_ai": "TOGETHERAI_API_KEY",
    "xai": "XAI_API_KEY",
}
"""The variable that holds the key, by the part of the model's name before the first slash."""

OWN_SERVERS = frozenset(
    (
        "hosted_vllm",
        "llamafile",
        "lm_studio",
        "ollama",
        "ollama_chat",
        "sift-local",
        "vllm",
        "xinference",
    )
)
"""Providers that are programs on a machine of one's own: no key, no price."""

OTHER_CREDENTIALS = frozenset(("bedrock", "sagemaker", "vertex_ai", "watsonx"))
"""Providers that take credentials from files and services as well as from variables."""


def is_on_this_machine(address: str) -> bool:
    """Say whether a URL leads to this machine itself."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def provider_of(name: str) -> str:
    """Return the provider that a model's name means; two families are known without prefix."""
    if "/" in name:
        return name.split("/", 1)[0]
    return (
        "openai" if name.startswith("gpt-") else "anthropic" if name.startswith("claude-") else ""
    )
