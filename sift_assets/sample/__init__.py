"""The sample corpus: the papers of one invented investigation, in many file formats.

Nobody and no company in it exists; the places do. `generate` makes the binary files again.
"""

from pathlib import Path


def sample_documents() -> Path:
    """Return the folder of the sample documents, as it lies in the installed package."""
    return Path(__file__).parent / "documents"
