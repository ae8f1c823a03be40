"""The configured extractor: the local model, or a language model behind LiteLLM."""

from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.core.llm.answer_cache import AnswerCache, MemoryAnswerCache
from sift_assets.core.llm.model import LanguageModel
from sift_assets.core.settings.model import Settings, is_local
from sift_assets.resources.language_model import LiteLlmModel
from sift_assets.resources.store import Store


class StoredAnswers:
    """Answers of a language model in the store, each kept the moment it arrives.

    Args:
        store: The project's store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, key: str) -> bytes | None:
        """Return a kept answer, None when there is none or it is damaged."""
        found = self._store.cached(key)
        return found.data if found else None

    def put(self, key: str, data: bytes) -> None:
        """Keep an answer."""
        self._store.keep(key, data)


def extractor_version(settings: Settings, *, needs_key: bool = True) -> str:
    """Return everything about the configured extractor that shapes its answers.

    Args:
        settings: They name the model.
        needs_key: False for a plan, which asks nothing.

    Raises:
        MissingEngineError: The local model is not installed.
        ModelKeyError: The key of the configured model is not in the environment.
    """
    if is_local(settings.extract_model):
        from sift_assets.core.extraction.local.extractor import CODE_VERSION, EXTRACTOR
        from sift_assets.resources.spacy_model import installed_model_name

        return f"{EXTRACTOR} {installed_model_name()} {CODE_VERSION}"
    model = _language_model(settings)
    if needs_key:
        model.check_key()
    return _asking(settings, model, MemoryAnswerCache()).version


def open_extractor(settings: Settings, store: Store) -> Extractor:
    """Load the configured extractor.

    Args:
        settings: They name the model.
        store: Where answers of a language model are kept.

    Raises:
        MissingEngineError: The local model is not installed.
        ModelKeyError: The key of the configured model is not in the environment.
    """
    if is_local(settings.extract_model):
        from sift_assets.core.extraction.local.extractor import LocalExtractor
        from sift_assets.resources.spacy_model import load_spacy_model

        return LocalExtractor(load_spacy_model())
    model = _language_model(settings)
    model.check_key()
    return _asking(settings, model, StoredAnswers(store))


def asking_extractor(
    settings: Settings, model: LanguageModel, store: Store
) -> LanguageModelExtractor:
    """Return the extractor that asks a given model in place of the configured one.

    Args:
        settings: They say how it is asked, and under which name answers are kept.
        model: Answers, or holds every call back.
        store: Where answers are kept.
    """
    return _asking(settings, model, StoredAnswers(store))


def _language_model(settings: Settings) -> LiteLlmModel:
    return LiteLlmModel(settings.extract_model, settings.api_base, settings.timeout_seconds)


def _asking(
    settings: Settings, model: LanguageModel, answers: AnswerCache
) -> LanguageModelExtractor:
    calls = CallSettings(
        temperature=settings.temperature,
        max_tokens=settings.max_output_tokens,
        concurrency=settings.concurrency,
    )
    return LanguageModelExtractor(model, settings.extract_model, answers, calls)
