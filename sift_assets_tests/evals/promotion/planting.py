"""Secrets that are planted, and plain documents: what is stopped, and what is stopped for nothing.

As the sweep looks: by our own rules and detect-secrets together.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sift_assets.core.promotion.records import Severity
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.secret_scanner import SecretScanner
from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.evals.extraction.corpora import data_folder, own_documents
from sift_assets_tests.fakes.planted_secrets import (
    Planted,
    planted_keys,
    planted_statements,
    planted_tokens,
)

SEEDS = (7, 2030, 31, 46, 59)
"""The first is the one of the tests; nothing was tuned on the last three."""

GROUPS = {
    "tokens": planted_tokens,
    "statements": planted_statements,
    "private keys": planted_keys,
}
SAMPLE = REPOSITORY / "sift_assets" / "sample" / "documents"


def evaluate_secrets() -> dict[str, int]:
    """Look through every planted text of every seed."""
    figures: dict[str, int] = {}
    kinds: set[str] = set()
    missed: list[Planted] = []
    with TemporaryDirectory() as folder:
        scanner = SecretScanner(PromotionKey(Path(folder)))
        for group, made in GROUPS.items():
            corpus = [one for seed in SEEDS for one in made(seed)]
            left = [one for one in corpus if not _is_stopped(scanner, one.text)]
            figures |= {f"{group} planted": len(corpus), f"{group} missed": len(left)}
            kinds |= {one.kind for one in corpus}
            missed += left
    figures |= {"kinds": len(kinds), "kinds missed": len({one.kind for one in missed})}
    return figures | {f"missed: {kind}": count for kind, count in _counted(missed)}


def evaluate_plain_documents() -> dict[str, int]:
    """Look through documents in which nothing is secret."""
    with TemporaryDirectory() as folder:
        scanner = SecretScanner(PromotionKey(Path(folder)))
        corpora = {
            "sample": list(_texts_of(SAMPLE)),
            "labelled": [one.text for one in own_documents()],
            "FTX": list(_texts_of(data_folder() / "sift_kg_ftx" / "docs")),
        }
        figures: dict[str, int] = {}
        for name, texts in corpora.items():
            stopped = sum(_is_stopped(scanner, text) for text in texts)
            figures |= {f"{name} documents": len(texts), f"{name} stopped for nothing": stopped}
        return figures


def _texts_of(folder: Path) -> Iterator[str]:
    """Yield the texts of the documents of a folder, as the reader gives them."""
    with ReaderProcess(ReaderSettings()) as reader:
        for path in sorted(folder.rglob("*")):
            text = reader.read(path).text.text if path.is_file() else ""
            if text:
                yield text


def _is_stopped(scanner: SecretScanner, text: str) -> bool:
    scan = scanner.scan(text)
    if scan.failure:  # it would be stopped; here it is no finding
        raise RuntimeError(scan.failure)
    return any(one.severity is Severity.HIGH for one in scan.findings)


def _counted(missed: Iterable[Planted]) -> Iterator[tuple[str, int]]:
    kinds = [one.kind for one in missed]
    for kind in sorted(set(kinds)):
        yield kind, kinds.count(kind)
