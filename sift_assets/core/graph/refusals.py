"""Records that are kept out of the graph, with the reason, as they were given."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pydantic_core import from_json

from sift_assets.core.graph.reading import Extracted
from sift_assets.core.graph.tables import FRAGMENT_QUARANTINE, table_of
from sift_assets.core.records.extraction import Alignment, QuarantineReason
from sift_assets.core.records.record import canonical_json

MENTION = "mention"
RELATION = "relation"


class Refused(NamedTuple):
    """A record that was read and is not used.

    Attributes:
        kind: `MENTION` or `RELATION`.
        record: Its row among the mentions or the relations as extracted.
        reason: Why.
        detail: One sentence for people.
    """

    kind: str
    record: int
    reason: QuarantineReason
    detail: str


def unusable(table: pa.Table, kind: str) -> list[Refused]:
    """Return the records that cannot be used whatever the domain says.

    Args:
        table: Mentions or relations as in `reading.Extracted`.
        kind: Which of the two.
    """
    confidence = table["confidence"].to_numpy()
    is_doubtful = ~((confidence >= 0) & (confidence <= 1))
    is_ungrounded = pc.equal(table["alignment"], str(Alignment.UNGROUNDED)).to_numpy()
    refused: list[Refused] = []
    for record in np.flatnonzero(is_doubtful | is_ungrounded).tolist():
        if is_doubtful[record]:
            detail = f"Its confidence {float(confidence[record])} is not between 0 and 1."
            refused.append(Refused(kind, record, QuarantineReason.INVALID_RECORD, detail))
        else:
            detail = "Its quote is not in the document."
            refused.append(Refused(kind, record, QuarantineReason.UNGROUNDED, detail))
    return refused


def quarantine_table(extracted: Extracted, refused: Iterable[Refused]) -> pa.Table:
    """Write down what is kept out, by us and by the extractors.

    Returns:
        `FRAGMENT_QUARANTINE`, distinct rows in order of document and content.
    """
    names = ("document", "chunk", "kind", "reason", "detail", "record")
    rows = {*_ours(extracted, refused), *_theirs(extracted)}
    return table_of(
        [dict(zip(names, row, strict=True)) for row in sorted(rows)], FRAGMENT_QUARANTINE
    )


_Row = tuple[str, int, str, str, str, str]


def _ours(extracted: Extracted, refused: Iterable[Refused]) -> Iterator[_Row]:
    for one in refused:
        is_mention = one.kind == MENTION
        table = extracted.mentions if is_mention else extracted.relations
        document = extracted.documents[int(table["row"][one.record].as_py())]
        record = extracted.records[0 if is_mention else 1][one.record].as_py()
        yield document, record["chunk"], one.kind, str(one.reason), one.detail, _text(record)


def _theirs(extracted: Extracted) -> Iterator[_Row]:
    for row in extracted.withheld:
        for one in from_json(extracted.stored[row])["quarantined"]:
            stated = one["chunk"], one["kind"], one["reason"], one["detail"]
            yield extracted.documents[row], *stated, _text(one["record"])


def _text(record: dict[str, Any]) -> str:
    return canonical_json(record).decode()
