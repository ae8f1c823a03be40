"""Extracting from the documents of a run: one after the other, or from several at a time.

A language model is waited for, so documents wait together: many short ones fill the places for
calls as one long one does. The store is read and written by the thread of whoever asks.
"""

import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import NamedTuple, NoReturn

from sift_assets.core.errors import ModelCallError
from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.extraction.llm.extractor import LanguageModelExtractor
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.records.extraction import Extraction
from sift_assets.workflows.extracting import ExtractionTask
from sift_assets.workflows.outcome import Outcome

AHEAD = 2
"""Documents under way for each place for a call: one that is asked about and one that is read, so
that no place stays empty while another is stored. More would only take memory."""

STOPPED = "stopped: no further call is made"

Begin = Callable[[], ExtractionTask]
"""Reads what a document is extracted from."""


class Step(NamedTuple):
    """A document whose turn it is.

    Attributes:
        key: The document.
        end: Computes it, or stores what was computed; raises what failed.
        seconds: How long was worked on it before.
    """

    key: str
    end: Callable[[], Outcome | None]
    seconds: float = 0.0


Steps = Generator[Step | None]
"""Documents as they are ready to be ended; None when none is for a while."""


def steps(extractor: Extractor, todo: Mapping[str, Begin], patience: float) -> Steps:
    """Extract from documents; from several at a time where a language model is asked.

    Closed early, or interrupted, it begins no further call, and waits for those under way: what
    is answered is kept.

    Args:
        extractor: The configured extractor.
        todo: Document to what begins it.
        patience: After so many seconds without a document None is given.
    """
    if isinstance(extractor, LanguageModelExtractor):
        yield from _together(extractor.calls, todo, patience)
    else:
        yield from (Step(key, partial(_whole, begin)) for key, begin in todo.items())


def _whole(begin: Begin) -> Outcome:
    return begin().done()


class _Extracted(NamedTuple):
    """What a thread gives back."""

    extraction: Extraction | None
    seconds: float


UnderWay = dict[Future[_Extracted], ExtractionTask]
"""What threads are at work on."""


def _together(calls: SharedCalls, todo: Mapping[str, Begin], patience: float) -> Steps:
    under_way: UnderWay = {}
    with ThreadPoolExecutor(calls.concurrency, thread_name_prefix="document") as pool:
        try:
            for key, begin in todo.items():
                while len(under_way) >= AHEAD * calls.concurrency:
                    yield from _ready(under_way, patience)
                try:
                    task = begin()
                except Exception as error:  # noqa: BLE001 - it is raised where it is ended
                    yield Step(key, partial(_raised, error))
                else:
                    under_way[pool.submit(_extracted, task)] = task
            while under_way:
                yield from _ready(under_way, patience)
        except BaseException:
            calls.end(ModelCallError(STOPPED, "fatal"))
            for future in under_way:
                future.cancel()
            raise


def _ready(under_way: UnderWay, patience: float) -> Steps:
    """Give what threads have finished, oldest first; None when that is nothing for a while."""
    ready = wait(under_way, patience, FIRST_COMPLETED).done
    if not ready:
        yield None
    for future in [one for one in under_way if one in ready]:
        yield _step(under_way.pop(future), future)


def _extracted(task: ExtractionTask) -> _Extracted:
    started = time.perf_counter()
    return _Extracted(task.extract(), time.perf_counter() - started)


def _step(task: ExtractionTask, future: Future[_Extracted]) -> Step:
    failure = future.exception()
    if failure is not None:
        return Step(task.key, partial(_raised, failure))
    found = future.result()
    return Step(task.key, partial(task.outcome, found.extraction), found.seconds)


def _raised(error: BaseException) -> NoReturn:
    raise error
