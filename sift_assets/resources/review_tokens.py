"""Who may open the review page from elsewhere: tokens by their hashes, each with name and role.

A token is 256 random bits, so that its plain SHA-256 can neither be guessed nor turned back. The
file lies with the store, which git ignores; without it nobody enters.
"""

import json
import secrets
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from sift_assets.core.errors import ProjectError
from sift_assets.core.records.record import Record, content_hash
from sift_assets.resources.files import write_atomically
from sift_assets.resources.workspace import Workspace

TOKENS_FILE = "review_tokens.json"

TOKEN_BYTES = 32
"""Random bytes of a token."""


class Role(StrEnum):
    """What somebody may do on the page: look, or look and decide."""

    READER = "reader"
    REVIEWER = "reviewer"


class Person(Record):
    """Somebody at the page: the name that decisions are signed with, and what they may do."""

    actor: str
    role: Role


class NewToken(NamedTuple):
    """A token that was made, and whether it takes the place of an earlier one."""

    token: str
    replaced: bool


_HOLDERS = TypeAdapter(dict[str, Person])


class ReviewTokens:
    """The tokens of a project.

    Args:
        workspace: The open project.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.path: Path = workspace.local_folder / TOKENS_FILE

    def made(self, person: Person) -> NewToken:
        """Make a token; one that the same name had before is good no more.

        Raises:
            ProjectError: The file cannot be read.
            StoreError: It cannot be written.
        """
        others = self._without(person.actor)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        known = len(self.holders())
        self._write(others | {_digest(token): person})
        return NewToken(token, len(others) < known)

    def revoke(self, actor: str) -> bool:
        """Make the token of a name good no more; say whether there was one.

        Raises:
            ProjectError: The file cannot be read.
            StoreError: It cannot be written.
        """
        known, others = self.holders(), self._without(actor)
        if len(others) == len(known):
            return False
        self._write(others)
        return True

    def holder(self, token: str) -> tuple[str, Person] | None:
        """Return the hash of a token and who holds it; None where it is not good.

        Raises:
            ProjectError: The file cannot be read: nobody enters.
        """
        digest = _digest(token)
        person = self.holders().get(digest)
        return (digest, person) if person else None

    def holders(self) -> dict[str, Person]:
        """Return hash to holder of every token that is good.

        Raises:
            ProjectError: The file cannot be read.
        """
        try:
            return _HOLDERS.validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            raise ProjectError(
                f"{self.path}: cannot be read, so nobody may enter by a token.",
                "Delete it and make new tokens with `sift serve --token-for NAME`.",
            ) from error

    def _without(self, actor: str) -> dict[str, Person]:
        return {digest: one for digest, one in self.holders().items() if one.actor != actor}

    def _write(self, holders: dict[str, Person]) -> None:
        plain = {digest: one.model_dump(mode="json") for digest, one in holders.items()}
        data = json.dumps(plain, indent=2, sort_keys=True, ensure_ascii=False)
        write_atomically(self.path, data.encode() + b"\n")


def _digest(token: str) -> str:
    return content_hash(token.encode("utf-8", "surrogatepass"))
