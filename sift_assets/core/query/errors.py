"""What a question can fail of, each with a code that a program may act on."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from sift_assets.core.errors import SiftError


class Code(StrEnum):
    """Why there is no answer.

    `unknown_entity`: nothing is called so. `ambiguous_name`: several things are.
    `unknown_relation`: there is no such relation. `unknown_passage`: there is no such place.
    `no_path`: nothing connects the two. `bad_proposal`: it says nothing that can be decided.
    `bad_filter`: a filter names what does not exist, or says nothing sensible. `no_index`: there is
    nothing to ask yet. `no_vectors`: there is, but no meaning to search by. `stale`: there is, but
    not of what stands in the project now.
    """

    UNKNOWN_ENTITY = "unknown_entity"
    AMBIGUOUS_NAME = "ambiguous_name"
    UNKNOWN_RELATION = "unknown_relation"
    UNKNOWN_PASSAGE = "unknown_passage"
    NO_PATH = "no_path"
    BAD_PROPOSAL = "bad_proposal"
    BAD_FILTER = "bad_filter"
    NO_INDEX = "no_index"
    NO_VECTORS = "no_vectors"
    STALE = "stale"


_OF_THE_CALLER = frozenset({Code.BAD_FILTER, Code.BAD_PROPOSAL, Code.NO_INDEX, Code.NO_VECTORS})
"""Exit code 2, like other slips of whoever calls; the others say what the graph holds."""


class QueryError(SiftError):
    """A question has no answer.

    Args:
        code: Why.
        message: In a sentence.
        fix: What to do about it.
        details: For programs, for example the candidates of an ambiguous name.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        fix: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message, fix)
        self.code = code
        self.details: dict[str, Any] = dict(details or {})
        self.exit_code = 2 if code in _OF_THE_CALLER else 1


def error_for_programs(error: SiftError) -> dict[str, Any]:
    """Return an error as a program reads it: with a code and, where there are some, candidates."""
    details = error.details if isinstance(error, QueryError) else {}
    return {"error": str(error), "code": code_of(error), "exit_code": error.exit_code, **details}


def code_of(error: SiftError) -> str:
    """Return the code of an error: a query's own, else the name of its class (`project_error`)."""
    if isinstance(error, QueryError):
        return str(error.code)
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
