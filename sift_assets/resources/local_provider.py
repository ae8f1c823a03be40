"""The local model as a provider of LiteLLM: `sift-local/en` answers as a language model would.

So whatever is tried with a language model can be tried without one. LiteLLM is handed in by the
one module that imports it.
"""

import json
import threading
from types import ModuleType
from typing import Any

from sift_assets.core.extraction.llm.answering import answer_of, facet_of
from sift_assets.core.extraction.local.extractor import LocalExtractor
from sift_assets.core.llm.fence import enclosed
from sift_assets.core.records.text import Chunk, DocumentText, ReadStatus
from sift_assets.resources.spacy_model import load_spacy_model

PROVIDER = "sift-local"

_PARSING = threading.Lock()
"""spaCy's pipeline is used by one thread at a time."""


def register_local_provider(litellm: ModuleType) -> None:
    """Make LiteLLM know the provider; once is enough."""
    known = {entry["provider"] for entry in litellm.custom_provider_map}
    if PROVIDER in known:
        return

    class LocalProvider(litellm.CustomLLM):
        """Answers with what the local model extracts."""

        def completion(self, *_: Any, **asked: Any) -> Any:
            """Answer one request; LiteLLM calls it with keywords."""
            response = asked["model_response"]
            parameters = asked["optional_params"]
            text = local_answer(asked["messages"][-1]["content"], _schema(parameters))
            response.choices[0].message.content = text
            response.model = f"{PROVIDER}/{asked['model']}"
            return response

    litellm.custom_provider_map.append({"provider": PROVIDER, "custom_handler": LocalProvider()})


def local_answer(asked: str, schema: dict[str, Any]) -> str:
    """Return what the local model answers to a question about a text.

    Args:
        asked: The user's message; the text is in its fence.
        schema: That the answer must follow; it names the types.

    Raises:
        MissingEngineError: The local model is not installed.
    """
    text = enclosed(asked)
    if "entities" not in schema.get("properties", {}) or not text.strip():
        return json.dumps(dict.fromkeys(schema.get("properties", {}), ""))
    whole = Chunk(index=0, start=0, end=len(text), carried_from=0)
    document = DocumentText(status=ReadStatus.TEXT, text=text)
    with _PARSING:
        extractor = LocalExtractor(load_spacy_model())
        extraction = extractor.extract(document, [whole], facet_of(schema))
    return json.dumps(answer_of(extraction), ensure_ascii=False)


def _schema(parameters: dict[str, Any]) -> dict[str, Any]:
    described = parameters.get("response_format") or {}
    return described.get("json_schema", {}).get("schema", {}) if described else {}
