"""Looking for secrets: our own rules and detect-secrets, and what may be told of what they found.

detect-secrets is asked for its patterns only: none of its filters, so that no line of a document
allows itself (`pragma: allowlist secret`), no verification, which would send secrets away, no file.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import version
from threading import Lock
from typing import Any

from sift_assets.core.errors import MissingEngineError
from sift_assets.core.promotion.records import Finding, Scan, Severity
from sift_assets.core.promotion.secret_rule import Spotted
from sift_assets.core.promotion.secret_spotting import (
    line_of,
    line_starts,
    spotted_secrets,
    without_repeats,
)
from sift_assets.core.promotion.secret_values import STOPS, is_given, is_random
from sift_assets.core.promotion.secret_views import View, plain_view
from sift_assets.core.promotion.versions import RULES_VERSION
from sift_assets.resources.promotion_key import PromotionKey

UNUSED = frozenset({"IPPublicDetector", "KeywordDetector"})
"""Plugins that are left out: addresses of machines are no secrets, and what stands behind words
such as `password` is found by rules of ours, with and without quotes, and in time in proportion to
the text: a megabyte of the word takes theirs a minute."""

LOUD = frozenset({"Base64 High Entropy String", "Hex High Entropy String"})
"""What only looks random to them: told, and blocking if it looks random to us as well. Checksums
and numbers of revisions do to them."""

WINDOW = 400
OVERLAP = 200
"""Characters of a line that are shown at a time: some of their patterns take time in proportion to
the square of it. No key that they know is longer than the overlap."""

LIBRARY = "detect_secrets"

_ONE_AT_A_TIME = Lock()
"""The library has one set of settings for the whole process."""

Plugin = Any
"""A detector of detect-secrets."""


class SecretScanner:
    """Looks for secrets, and never lets a text pass that it could not look through.

    Args:
        key: What the fingerprints of secrets are made with.
        spot: Instead of our own rules.

    Raises:
        MissingEngineError: detect-secrets is not installed.
    """

    def __init__(
        self, key: PromotionKey, spot: Callable[[str], list[Spotted]] = spotted_secrets
    ) -> None:
        if importlib.util.find_spec(LIBRARY) is None:
            raise MissingEngineError(
                "detect-secrets is not installed, and nothing leaves a seat unscanned.",
                "Run `pip install 'sift-assets[promotion]'`, or take `seats` out of sift.yaml.",
            )
        self._key, self._spot = key, spot

    @property
    def version(self) -> str:
        """Of our rules and of detect-secrets."""
        return f"rules {RULES_VERSION}, detect-secrets {_library_version()}"

    def scan(self, text: str, beside: Iterable[str] = ()) -> Scan:
        """Look through a text; whatever goes wrong is a scan that blocks.

        Args:
            text: Of a document, as it is read.
            beside: What would go with it: title and tags. A finding in them is of line 0.
        """
        try:
            starts = line_starts(text)
            found = [(0, one) for stated in beside for one in self.spotted(stated)]
            found += [(line_of(starts, one.start), one) for one in self.spotted(text)]
            return Scan(scanner=self.version, findings=tuple(self._findings(found)))
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing is known of the text
            return Scan(
                scanner=f"rules {RULES_VERSION}", failure=f"The scanner failed: {_name(error)}."
            )

    def spotted(self, text: str) -> list[Spotted]:
        """Return the secrets of a text with their values and places, to hide them.

        Raises:
            Exception: Whatever the rules or detect-secrets raise; then nothing may be shown.
        """
        return without_repeats([*self._spot(text), *self._by_plugins(plain_view(text))])

    def _findings(self, found: Iterable[tuple[int, Spotted]]) -> Iterator[Finding]:
        for line, one in found:
            fingerprint = self._key.opaque("secret", one.value.rstrip(STOPS))
            yield Finding(kind=one.kind, severity=one.severity, line=line, fingerprint=fingerprint)

    def _by_plugins(self, view: View) -> Iterator[Spotted]:
        settings = importlib.import_module(f"{LIBRARY}.settings")
        with _ONE_AT_A_TIME, settings.transient_settings({"plugins_used": _plugins_used()}):
            plugins = settings.get_plugins()
            if not plugins:
                raise MissingEngineError("detect-secrets has no plugins.")
            for at, piece in _pieces(view.text):
                for one in _in_piece(plugins, piece):
                    start, end = view.place(at + one.start, at + one.end)
                    yield one._replace(start=start, end=end)


def _in_piece(plugins: Iterable[Plugin], piece: str) -> Iterator[Spotted]:
    for plugin in plugins:
        for secret in plugin.analyze_line(filename="text", line=piece, line_number=1):
            value = str(secret.secret_value)
            if severity := _severity(secret.type, value):
                start = piece.find(value)
                whole = start < 0  # no part of the line: then all of it is hidden
                place = (0, len(piece)) if whole else (start, start + len(value))
                yield Spotted(secret.type, severity, *place, value)


def _severity(kind: str, value: str) -> Severity | None:
    """Return how bad a finding of theirs is, None when it is none."""
    if not is_given(value):
        return None
    if kind in LOUD:
        return Severity.HIGH if is_random(value) else Severity.LOW
    return Severity.HIGH


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text, long ones in overlapping pieces, with the place of each."""
    at = 0
    for line in text.splitlines(keepends=True):
        for start in range(0, max(1, len(line) - OVERLAP), WINDOW - OVERLAP):
            piece = line[start : start + WINDOW].rstrip()
            if piece:
                yield at + start, piece
        at += len(line)


def _plugins_used() -> list[dict[str, str]]:
    known = importlib.import_module(f"{LIBRARY}.core.plugins.util")
    names = (one.__name__ for one in known.get_mapping_from_secret_type_to_class().values())
    return [{"name": name} for name in sorted(names) if name not in UNUSED]


@cache
def _library_version() -> str:
    return version("detect-secrets")


def _name(error: Exception) -> str:
    """Return the class of an error: its words may hold what was looked through."""
    return type(error).__name__
