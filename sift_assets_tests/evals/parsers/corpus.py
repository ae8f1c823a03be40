"""The documents that are read and mutated: public ones of every kind, else those of our sample."""

from pathlib import Path

import sift_assets.sample
from sift_assets_tests.benchmarks.figures import data_folder

SAMPLE = Path(sift_assets.sample.__file__).parent / "documents"


def seed_documents() -> dict[str, Path]:
    """Return the documents by their path within their folder, sorted.

    They are those of `files` in the public data; where these are absent, the sample's.
    """
    folder = data_folder() / "files"
    root = folder if folder.is_dir() else SAMPLE
    files = sorted(file for file in root.rglob("*") if file.is_file())
    return {file.relative_to(root).as_posix(): file for file in files}
