"""Asking the agent index: one connection for one question, limited by its filters."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.resources.agent_index.entities import EntityQueries
from sift_assets.resources.agent_index.facts import FactQueries
from sift_assets.resources.agent_index.meaning import MeaningQueries
from sift_assets.resources.agent_index.schema import SCHEMA
from sift_assets.resources.agent_index.scope import limit_to
from sift_assets.resources.agent_index.shape import ShapeQueries
from sift_assets.resources.agent_index.texts import TextQueries

_RUN = "Run `sift run`, or materialize `agent_index` in the Dagster UI."


class AgentIndex(EntityQueries, FactQueries, TextQueries, MeaningQueries, ShapeQueries):
    """An index limited to what is asked of; see `core.query.index.Index`."""


@contextmanager
def opened_index(file: Path, filters: Filters) -> Iterator[AgentIndex]:
    """Open an index to ask it, limited by filters.

    Args:
        file: The SQLite file; it is never written to.
        filters: What is asked of.

    Raises:
        QueryError: There is no index, or one of another version; a filter names what it lacks.
    """
    if not file.is_file():
        raise QueryError(Code.NO_INDEX, "There is no agent_index yet.", _RUN)
    # It is replaced as a whole: whoever has it open needs no lock and leaves no file beside it.
    with _asked(f"{file.absolute().as_uri()}?mode=ro&immutable=1", filters) as index:
        yield index


@contextmanager
def index_in_memory(data: bytes, filters: Filters) -> Iterator[AgentIndex]:
    """Open an index that lies in no file, likewise.

    Raises:
        QueryError: A filter names what it lacks.
    """
    with _asked(":memory:", filters, data) as index:
        yield index


@contextmanager
def _asked(place: str, filters: Filters, data: bytes = b"") -> Iterator[AgentIndex]:
    connection = sqlite3.connect(place, uri=True)
    try:
        if data:
            connection.deserialize(data)
        said = dict(connection.execute("SELECT name, value FROM about").fetchall())
        if said.get("schema") != str(SCHEMA):
            raise QueryError(Code.NO_INDEX, "The agent_index is of another version.", _RUN)
        limit_to(connection, filters)
        yield AgentIndex(connection, said, filters)
    except sqlite3.DatabaseError as error:
        message = f"The agent_index cannot be read ({error})."
        raise QueryError(Code.NO_INDEX, message, _RUN) from error
    finally:
        connection.close()
