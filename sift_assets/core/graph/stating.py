"""Stated relations in the domain's terms: types read, ends found, rows written."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Mask, Numbers, integers, whole
from sift_assets.core.graph.endpoints import Claims, NameIndex
from sift_assets.core.graph.joining import Domain, Unjoined, join
from sift_assets.core.graph.names import ANY_TYPE, Names, Said, TypeNumbers, as_types, unlike
from sift_assets.core.graph.refusals import RELATION, Refused, unusable
from sift_assets.core.graph.repeats import distinct, with_sorted_items
from sift_assets.core.graph.settling import UNKNOWN, Places
from sift_assets.core.graph.tables import FRAGMENT_EVIDENCE
from sift_assets.core.records.extraction import QuarantineReason

ENDS = ("source", "target")

STATEMENT = ("start", "end", "valid_from", "valid_to", "original_type")
"""What makes two rows one statement of a relation in a document."""


@dataclass(frozen=True, eq=False)
class Stated:
    """The relations whose ends were found; a column each, in numbers.

    Attributes:
        rows: Index of each into the relations as extracted.
        type: Relation type of the domain.
        source: Entity it goes from.
        target: Entity it goes to.
    """

    rows: Numbers
    type: Numbers
    source: Numbers
    target: Numbers


def relate(
    relations: pa.Table, names: Names, index: NameIndex, places: Places, domain: Domain
) -> tuple[Stated, list[Refused]]:
    """Find the type and the ends of the relations of some documents.

    Args:
        relations: As in `reading.Extracted`.
        names: Of which the last two columns are the relations' sources and targets.
        index: The names of the documents' mentions.
        places: Of the mentions.
        domain: What the domain says of the types that occur.

    Returns:
        The relations whose ends were found, and the others with the reason why not.
    """
    refused = unusable(relations, RELATION)
    type_, is_reversed = _types(relations, domain)
    known = {one.record for one in refused}
    unknown = [at for at in np.flatnonzero(type_ == UNKNOWN).tolist() if at not in known]
    refused += [_of_unknown_type(relations, at) for at in unknown]
    rows = np.setdiff1d(np.arange(len(relations)), [one.record for one in refused])
    claims = _claims(relations, names, domain, type_, is_reversed).only(rows)
    ends, unjoined = join(claims, index, domain)
    refused += [
        _of_unknown_ends(one, int(rows[one.claim]), claims, names, places, domain)
        for one in unjoined
    ]
    found = claims.type[ends.claim]
    is_symmetric = domain.is_symmetric(found)
    is_turned = is_symmetric & (ends.source > ends.target)
    source = np.where(is_turned, ends.target, ends.source)
    target = np.where(is_turned, ends.source, ends.target)
    return Stated(rows[ends.claim], found, source, target), refused


def _types(relations: pa.Table, domain: Domain) -> tuple[Numbers, Mask]:
    """Return the domain's type of each relation, and whether its inverse was stated."""
    said = Said.of(relations["type"])
    readings = [domain.types.relation_type(text) for text in said.texts]
    types = [UNKNOWN if one is None else domain.numbers.number(one.type) for one in readings]
    turns = [int(one is not None and one.is_reversed) for one in readings]
    return said.mapped(types), said.mapped(turns) > 0


def _claims(
    relations: pa.Table, names: Names, domain: Domain, types: Numbers, is_reversed: Mask
) -> Claims:
    source, target = names.codes[2:]
    source_type, target_type = (_end_types(relations[f"{end}_type"], domain) for end in ENDS)
    source, target = _turned(source, target, is_reversed)
    source_type, target_type = _turned(source_type, target_type, is_reversed)
    return Claims(
        row=integers(relations["row"]),
        chunk=integers(relations["chunk"]),
        type=types,
        source=source,
        target=target,
        source_form=names.forms[source],
        target_form=names.forms[target],
        source_type=source_type,
        target_type=target_type,
    )


def _end_types(column: pa.ChunkedArray, domain: Domain) -> Numbers:
    """Endpoint types go through the domain's synonyms like those of mentions do."""
    said = Said.of(column)
    read = [domain.types.entity_type(text) or text for text in said.texts]
    return said.mapped([domain.numbers.number(name) for name in read])


def _turned(first: Numbers, second: Numbers, where: Mask) -> tuple[Numbers, Numbers]:
    return np.where(where, second, first), np.where(where, first, second)


def _of_unknown_type(relations: pa.Table, record: int) -> Refused:
    said = relations["type"][record].as_py()
    detail = f"The domain has no relation type {said!r} and no fallback."
    return Refused(RELATION, record, QuarantineReason.UNKNOWN_TYPE, detail)


def _of_unknown_ends(
    one: Unjoined, record: int, claims: Claims, names: Names, places: Places, domain: Domain
) -> Refused:
    type_ = domain.numbers.names[int(claims.type[one.claim])]
    source = names.text(int(claims.source[one.claim]))
    if one.reason is QuarantineReason.UNRESOLVED_ENDPOINT:
        detail = _unresolved(one, claims, names, domain)
    elif one.reason is QuarantineReason.AMBIGUOUS_ENDPOINT:
        ids = places.entity_ids
        pairs = zip(one.sources, one.targets, strict=True)
        options = ", ".join(f"{ids[start].as_py()} → {ids[end].as_py()}" for start, end in pairs)
        detail = f"{type_} may join {options}."
    elif one.reason is QuarantineReason.SELF_RELATION:
        detail = f"Both ends of {type_} are {source!r}."
    else:
        starts, ends = (" or ".join(domain.types_of(those)) for those in (one.sources, one.targets))
        detail = f"The domain does not let {type_} go from {starts} to {ends}."
    return Refused(RELATION, record, one.reason, detail)


def _unresolved(one: Unjoined, claims: Claims, names: Names, domain: Domain) -> str:
    has_source = bool(one.sources)
    name = (claims.target if has_source else claims.source)[one.claim]
    stated = (claims.target_type if has_source else claims.source_type)[one.claim]
    kind = f" of type {domain.numbers.names[stated]}" if stated != ANY_TYPE else ""
    return f"No mention{kind} in the document is called {names.text(int(name))!r}."


def evidence_rows(
    stated: Stated, relations: pa.Table, places: Places, numbers: TypeNumbers, documents: pa.Array
) -> pa.Table:
    """Write the rows of the relations whose ends were found.

    Args:
        stated: The relations.
        relations: As in `reading.Extracted`.
        places: Of the mentions.
        numbers: Of types.
        documents: Keys by row of `reading.Extracted`.

    Returns:
        `FRAGMENT_EVIDENCE`, distinct rows.
    """
    rows = relations.take(pa.array(stated.rows))
    ids = places.entity_ids
    earlier = whole(rows["original_type"])
    said = pc.if_else(pc.equal(earlier, ""), as_types(rows["type"]), earlier)
    columns = {
        "source_id": ids.take(pa.array(stated.source)),
        "type": pa.array(numbers.names, pa.string()).take(pa.array(stated.type)),
        "target_id": ids.take(pa.array(stated.target)),
        "attributes": with_sorted_items(rows["attributes"]),
        "original_type": unlike(said, stated.type, numbers),
        "document": documents.take(rows["row"].combine_chunks()),
    }
    table = pa.table(
        {
            name: columns[name] if name in columns else rows[name]
            for name in FRAGMENT_EVIDENCE.names
        },
        schema=FRAGMENT_EVIDENCE,
    )
    relation = (stated.source, stated.type, stated.target)
    keys = (integers(rows["row"]), *relation, *(table[name] for name in STATEMENT))
    return distinct(table, keys)
