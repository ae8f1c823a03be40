"""How often a person has asked a language model anew about a document, in the folder of decisions.

An input like a decision, not derived: the answer that counts is the one of the latest generation,
in a clean build too. Documents stand in it by the hash of their key, so that a forgotten one
leaves no name.
"""

from collections.abc import Collection, Iterable
from pathlib import Path

from sift_assets.core.config.json_source import read_json
from sift_assets.core.errors import StoreError
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.files import write_atomically
from sift_assets.resources.project import DECISIONS_FOLDER

GENERATIONS_FILE = "generations.json"


class Generations:
    """The generations of a project's documents.

    Args:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self.path = root / DECISIONS_FOLDER / GENERATIONS_FILE

    def of(self, documents: Iterable[str]) -> dict[str, int]:
        """Return document to generation, of those that were asked about anew.

        Raises:
            StoreError: The file is damaged; it is not known which answers count.
        """
        found = self._read()
        if not found:
            return {}
        generations = {key: found.get(_hash(key), 0) for key in documents}
        return {key: generation for key, generation in generations.items() if generation}

    def raise_for(self, documents: Collection[str]) -> None:
        """Begin a new generation for some documents, for whoever holds the project's lock.

        Raises:
            StoreError: The file is damaged or cannot be written.
        """
        found = self._read()
        raised = {_hash(key): found.get(_hash(key), 0) + 1 for key in documents}
        write_atomically(self.path, canonical_json(found | raised))

    def _read(self) -> dict[str, int]:
        try:
            found = read_json(self.path.read_bytes())
            return {str(name): int(generation) for name, generation in found.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise StoreError(
                f"{self.path}: cannot be read, so it is not known which answers count.",
                "Restore the file from a backup; without it every document is of the first one.",
            ) from error


def _hash(key: str) -> str:
    return content_hash(key.encode("utf-8", "surrogateescape"))
