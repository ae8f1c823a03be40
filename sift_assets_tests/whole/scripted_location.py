"""The code location with a `TracedExtractor`, for processes of their own; importing puts it in."""

from sift_assets.definitions import defs
from sift_assets.defs import document_run
from sift_assets_tests.fakes.traced_extractor import TracedExtractor

__all__ = ["defs"]

document_run.open_extractor = lambda *_: TracedExtractor()
