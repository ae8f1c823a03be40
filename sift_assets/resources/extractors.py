"""The configured extractor: the local model, or a language model behind LiteLLM."""

import random
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.extraction.llm.asking import Asker
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.core.llm.answer_cache import AnswerCache, MemoryAnswerCache
from sift_assets.core.llm.fence import NONCE_DIGITS
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.ledger import Ledger
from sift_assets.core.llm.metered import Clock, MeteredModel, Provider
from sift_assets.core.llm.model import LanguageModel
from sift_assets.core.llm.pacing import Pacing
from sift_assets.core.settings.model import Settings, is_local
from sift_assets.resources.language_model import LiteLlmProvider
from sift_assets.resources.language_model_prices import price_at
from sift_assets.resources.played_models import is_played, played_model, played_name
from sift_assets.resources.shared_pace import pace_of
from sift_assets.resources.store import Store
from sift_assets.resources.telemetry import traced


class StoredAnswers:
    """Answers of a language model in the store, each kept the moment it arrives.

    Args:
        store: The project's store.
        on_kept: Called when one is kept.
    """

    def __init__(self, store: Store, on_kept: Callable[[], None] = lambda: None) -> None:
        self._store, self._on_kept = store, on_kept

    def get(self, key: str) -> bytes | None:
        """Return a kept answer, None when there is none or it is damaged."""
        found = self._store.cached(key)
        return found.data if found else None

    def put(self, key: str, data: bytes) -> None:
        """Keep an answer."""
        self._store.keep(key, data, at_once=True)
        self._on_kept()


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
    if needs_key and not is_played(settings.extract_model):
        _provider(settings).check_key()
    return _asking(settings, HeldModel(""), MemoryAnswerCache()).version


def open_extractor(settings: Settings, store: Store, ledger: Ledger, pace_file: Path) -> Extractor:
    """Load the configured extractor.

    Args:
        settings: They name the model.
        store: Where answers of a language model are kept.
        ledger: Keeps account of its calls.
        pace_file: Where processes share their pace.

    Raises:
        ConfigError: Nobody knows the provider of the configured model.
        MissingEngineError: The local model is not installed.
        ModelKeyError: The key of the configured model is not in the environment.
    """
    if is_local(settings.extract_model):
        from sift_assets.core.extraction.local.extractor import LocalExtractor
        from sift_assets.resources.spacy_model import load_spacy_model

        return LocalExtractor(load_spacy_model())
    if is_played(settings.extract_model):
        return _asking(settings, played_model(settings.extract_model), StoredAnswers(store))
    provider = _provider(settings)
    provider.check()
    model = metered(settings, provider, ledger, pace_of(settings, pace_file))
    answers = StoredAnswers(store, on_kept=model.settle_kept)
    return _asking(settings, model, answers, fresh_nonce)


def open_asker(
    settings: Settings, store: Store, ledger: Ledger, pace_file: Path, stage: str
) -> Asker:
    """Open the model that extracts for questions of another stage.

    Args:
        settings: They name the model, which is not the local one.
        store: Where answers are kept.
        ledger: Keeps account of the calls.
        pace_file: Where processes share their pace.
        stage: What the calls are for.

    Raises:
        ConfigError: Nobody knows the provider of the configured model.
        ModelKeyError: The key of the configured model is not in the environment.
    """
    if is_played(settings.extract_model):
        return Asker(played_model(settings.extract_model), StoredAnswers(store))
    provider = _provider(settings)
    provider.check()
    model = metered(settings, provider, ledger, pace_of(settings, pace_file), stage)
    return Asker(model, StoredAnswers(store, on_kept=model.settle_kept), fresh_nonce)


def fresh_nonce() -> str:
    """Return a nonce for the fences of one request, which no author of a document can know."""
    return secrets.token_hex(NONCE_DIGITS // 2)


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


def metered(
    settings: Settings, provider: Provider, ledger: Ledger, pace: Pacing, stage: str = "extract"
) -> MeteredModel:
    """Return the model of a provider within the limits that the settings give.

    Whoever keeps an answer is to call its `settle_kept` then.
    """
    return MeteredModel(
        traced(provider, stage, settings.telemetry),
        ledger,
        pace,
        Clock(time.time, time.sleep, random.random, time.monotonic),
        stage,
        concurrency=settings.concurrency,
        timeout_seconds=settings.timeout_seconds,
        keeps_first=True,
    )


def _provider(settings: Settings) -> LiteLlmProvider:
    return LiteLlmProvider(
        settings.extract_model, price_at, settings.api_base, settings.timeout_seconds
    )


def _asking(
    settings: Settings,
    model: LanguageModel,
    answers: AnswerCache,
    nonce: Callable[[], str] | None = None,
) -> LanguageModelExtractor:
    calls = CallSettings(
        temperature=settings.temperature,
        max_tokens=settings.max_output_tokens,
        document_context=settings.document_context,
        concurrency=settings.concurrency,
    )
    name = played_name(settings.extract_model)
    return LanguageModelExtractor(model, name, answers, calls, nonce)
