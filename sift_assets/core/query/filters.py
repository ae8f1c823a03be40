"""What a question is limited to: one record for every function, so that all mean the same by it."""

from typing import Annotated, Any

from pydantic import Field, ValidationError, field_validator

from sift_assets.core.query.dates import days_of
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.records.record import Record

STATUSES = ("pending", "confirmed", "single_source", "supported")
"""As `graph.review.Status` has them, which cannot be imported without Arrow: a test holds both to
the same words."""

Names = tuple[str, ...]


class Filters(Record):
    """What is asked of. Of several values of one filter any counts, of several filters all.

    The scope is which documents are read: what no document of it states does not exist for the
    question, and support counts its documents only. The other filters are about facts: status,
    confidence and support of relations, and of entities where entities are what is asked for.

    Attributes:
        collections: Scope: documents of these collections.
        folders: Scope: documents in these folders or below them.
        tags: Scope: documents with one of these tags.
        documents: Scope: these documents, by key or path.
        since: Scope: documents of this date or later; undated ones are left out.
        until: Scope: documents of this date or earlier, likewise.
        statuses: Of facts: `pending`, `confirmed`, `single_source`, `supported`.
        min_confidence: That a fact has, at least.
        min_support: Documents that state it, at least.
        entity_types: Of the entities found, of neighbours, and of what lies on a path.
        relation_types: Of the relations found, and of those that a path takes.
    """

    collections: Names = ()
    folders: Names = ()
    tags: Names = ()
    documents: Names = ()
    since: str = ""
    until: str = ""
    statuses: Names = ()
    min_confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.0
    min_support: Annotated[int, Field(ge=0)] = 0
    entity_types: Names = ()
    relation_types: Names = ()

    @field_validator("since", "until")
    @classmethod
    def _a_date(cls, date: str) -> str:
        if date and days_of(date) is None:
            raise ValueError("is no date; write 2024, 2024-03 or 2024-03-01")
        return date

    @field_validator("statuses")
    @classmethod
    def _known(cls, statuses: Names) -> Names:
        if unknown := sorted({*statuses} - {*STATUSES}):
            raise ValueError(f"has no {', '.join(unknown)}; there are {', '.join(STATUSES)}")
        return statuses

    @field_validator("folders")
    @classmethod
    def _without_slashes(cls, folders: Names) -> Names:
        return tuple(folder.strip("/") for folder in folders)

    @property
    def has_scope(self) -> bool:
        """Whether only some documents are read."""
        names = (self.collections, self.folders, self.tags, self.documents)
        return any(names) or bool(self.since or self.until)

    @property
    def said(self) -> dict[str, Any]:
        """What is filtered by, for the answer; empty where nothing is."""
        return self.model_dump(mode="json", exclude_defaults=True)


def filters_of(**values: Any) -> Filters:
    """Make filters of values from outside.

    Raises:
        QueryError: `bad_filter`: one of them says nothing sensible.
    """
    try:
        return Filters.model_validate(values)
    except ValidationError as error:
        wrong = error.errors()[0]
        name = ".".join(str(part) for part in wrong["loc"]) or "filters"
        said = wrong["msg"].removeprefix("Value error, ")
        raise QueryError(Code.BAD_FILTER, f"The filter {name}: {said}.") from error
