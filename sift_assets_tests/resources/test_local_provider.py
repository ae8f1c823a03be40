"""The local model behind LiteLLM answers what it extracts by itself."""

import json

import pytest

from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain, EntityType, RelationType
from sift_assets.core.extraction.llm.answering import facet_of
from sift_assets.core.extraction.llm.context import context_request
from sift_assets.core.extraction.llm.extractor import LanguageModelExtractor
from sift_assets.core.extraction.llm.prompt import extraction_request
from sift_assets.core.extraction.local.extractor import LocalExtractor
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.llm.model import LanguageModel, ModelAnswer, ModelRequest
from sift_assets.core.llm.money import FREE
from sift_assets.core.records.extraction import Extraction, MentionKind
from sift_assets.core.records.text import Chunk, DocumentText, ReadStatus
from sift_assets.resources.language_model import LiteLlmProvider
from sift_assets.resources.language_model_prices import price_at
from sift_assets.resources.local_provider import local_answer
from sift_assets.resources.spacy_model import load_spacy_model

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*")

PROMPT = prompt_facet(
    Domain(
        entity_types={"PERSON": EntityType(), "ORGANIZATION": EntityType()},
        relation_types={"EMPLOYED_BY": RelationType(), "FOUNDED": RelationType()},
    )
)
TEXT = (
    "Anna Berg works for Kestrel Ltd as an engineer. Tom Brandt founded Pelagos Inc. "
    "Pelagos Inc hired Anna Berg in 2019."
)
CHUNKS = [Chunk(index=0, start=0, end=len(TEXT), carried_from=0)]


class ThroughLiteLlm(LanguageModel):
    """Asks a provider without counting what it costs."""

    def __init__(self, provider: LiteLlmProvider) -> None:
        self._provider = provider

    def complete(self, request: ModelRequest) -> ModelAnswer:
        return self._provider.call(request)


def said(extraction: Extraction) -> tuple[set[tuple[str, str]], set[tuple[str, str, str]]]:
    named = {(m.name, m.type) for m in extraction.mentions if m.kind is MentionKind.NAME}
    return named, {(r.source, r.type, r.target) for r in extraction.relations}


def test_both_ways_to_the_local_model_find_the_same_names_and_relations() -> None:
    document = DocumentText(status=ReadStatus.TEXT, text=TEXT)
    alone = LocalExtractor(load_spacy_model()).extract(document, CHUNKS, PROMPT)
    provider = LiteLlmProvider("sift-local/en", price_at, environment={})
    provider.check()
    assert provider.price() == FREE
    asked = LanguageModelExtractor(ThroughLiteLlm(provider), "sift-local/en", MemoryAnswerCache())
    through = asked.extract(document, CHUNKS, PROMPT)
    assert said(through) == said(alone)
    assert len(said(alone)[1]) >= 2
    assert through.quarantined == ()
    assert through.chunks[0].model == "sift-local/en"


def test_a_schema_tells_the_names_of_its_types() -> None:
    told = facet_of(extraction_request("", PROMPT).answer_schema)
    assert list(told.entity_types) == ["ORGANIZATION", "PERSON"]
    assert list(told.relation_types) == ["EMPLOYED_BY", "FOUNDED"]
    free = extraction_request("", prompt_facet(Domain(schema_free=True)))
    assert facet_of(free.answer_schema).schema_free
    assert facet_of({}).schema_free


def test_the_local_model_sums_nothing_up_and_says_nothing_of_no_text() -> None:
    request = context_request(TEXT)
    assert json.loads(local_answer(request.messages[1].content, request.answer_schema)) == {
        "summary": ""
    }
    assert local_answer("no fence", {}) == "{}"
