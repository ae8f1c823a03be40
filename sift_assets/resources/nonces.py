"""The schedule's words: each lets one run through the gate, once.

A small table in a file beside the store or in a database, derived: deleting it lets no run through
that waits. It holds the hash of each word, so that who reads the table has none.
"""

from datetime import datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe

from sift_assets.core.promotion.gate import NonceState
from sift_assets.core.records.record import content_hash
from sift_assets.resources.tables import ColumnTypes, Connection, Design, tables_at

NONCES_FILE = "promotion_nonces.sqlite"

NONCE_BYTES = 32
"""Random bytes: nobody guesses one."""

NONCE_HOURS = 6
"""How long a run may wait in the queue for its turn; later the night is over."""

RUN_HOURS = 24
"""How long the steps of a run may ask again after the first; a sweep takes minutes, and with many
seats and a slow model hours."""

KEPT_DAYS = 30
"""How long it is remembered of a word that it was used or too old; then it is like a forged one,
which is refused as well."""


def _make_table(connection: Connection, types: ColumnTypes) -> None:
    connection.execute(
        f"""CREATE TABLE IF NOT EXISTS nonces (
            hash {types.text} PRIMARY KEY, expires {types.real} NOT NULL,
            run {types.text} NOT NULL DEFAULT ''
        )"""
    )


_DESIGN = Design(
    tables=("nonces",),
    steps=(_make_table,),
    unusable="cannot be used",
    so=", so no run is let through",
    fix="Free some space or check permissions. A damaged file may be deleted.",
    is_extra=True,  # a word that was used stays used, also after a power cut
)


class Nonces:
    """The words of a project.

    Args:
        folder: Its local folder. The file is made by the first word, never by a look.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NONCES_FILE
        self._tables = tables_at(self.path, _DESIGN)

    def mint(self, now: datetime) -> str:
        """Make a word and return it; nobody else ever learns it from here.

        Raises:
            StoreError: It cannot be written down, so it would let nobody through.
        """
        word = token_urlsafe(NONCE_BYTES)
        expires = (now + timedelta(hours=NONCE_HOURS)).timestamp()
        forgotten = (now - timedelta(days=KEPT_DAYS)).timestamp()
        with self._tables.writing() as connection:
            connection.execute("DELETE FROM nonces WHERE expires < ?", (forgotten,))
            row = (_hash(word), expires)
            connection.execute("INSERT INTO nonces (hash, expires) VALUES (?, ?)", row)
        return word

    def use(self, word: str, run: str, now: datetime) -> NonceState:
        """Use a word for a run, and say what it is worth.

        The steps of one run may ask in turn for a day, in one process or in several; for any other
        run the word is used up.

        Args:
            word: What the run brings; empty when it brings none.
            run: Its id.
            now: With a time zone.

        Raises:
            StoreError: The file is damaged or cannot be written; then no word is worth anything.
        """
        if not word:
            return NonceState.NONE
        if not run or not self._tables.exist():
            return NonceState.FORGED
        with self._tables.writing() as connection:
            query = "SELECT expires, run FROM nonces WHERE hash = ?"
            found = connection.execute(query, (_hash(word),)).fetchone()
            state = _worth(found, run, now)
            if state is NonceState.VALID and not found[1]:
                ends = (now + timedelta(hours=RUN_HOURS)).timestamp()
                update = "UPDATE nonces SET run = ?, expires = ? WHERE hash = ?"
                connection.execute(update, (run, ends, _hash(word)))
            return state


def _worth(found: tuple[float, str] | None, run: str, now: datetime) -> NonceState:
    if found is None:
        return NonceState.FORGED
    expires, used_by = found
    if used_by not in ("", run):
        return NonceState.USED
    return NonceState.VALID if now.timestamp() < expires else NonceState.EXPIRED


def _hash(word: str) -> str:
    return content_hash(word.encode("utf-8", "surrogatepass"))
