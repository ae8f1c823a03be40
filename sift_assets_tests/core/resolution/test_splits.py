"""One name, several things: proposed where documents contradict each other, and only there."""

from typing import Any

import pyarrow as pa

from sift_assets.core.graph.tables import ENTITIES, EVIDENCE, table_of
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.records import SplitProposal
from sift_assets.core.resolution.splits import splits_of
from sift_assets_tests.core.resolution.resolution_examples import Known, part_of

JO = "person:jo_kim"
Stated = tuple[str, str, str]
"""Document, then attribute and value, or relation type and the entity at its end."""


def entity(*stated: Stated, type_: str = "PERSON") -> pa.Table:
    documents = sorted({"a.txt", "b.txt", "c.txt", "d.txt"} | {row[0] for row in stated})
    (row,) = part_of(type_, Known("Jo Kim", documents=documents)).entities.to_pylist()
    attributes = [
        {"key": key, "value": value, "document": document, "document_date": ""}
        for document, key, value in stated
    ]
    return table_of([row | {"attributes": attributes}], ENTITIES)


def evidence(*stated: Stated, **fields: Any) -> pa.Table:
    blank = part_of("PERSON", Known("Jo Kim", related=(("R", "Acme"),))).evidence.to_pylist()[0]
    rows = [
        blank | {"document": document, "type": type_, "target_id": other} | fields
        for document, type_, other in stated
    ]
    return table_of(rows, EVIDENCE)


def split(
    entities: pa.Table, statements: pa.Table, kind: Kind = Kind.PERSON
) -> SplitProposal | None:
    found = splits_of(entities, statements, kind)
    return found[0] if found else None


def test_two_birthdays_are_two_people() -> None:
    stated = entity(
        ("a.txt", "born", "1960"), ("b.txt", "born", "3 May 1960"), ("c.txt", "born", "1985")
    )
    found = split(stated, evidence())
    assert found is not None
    assert found.parts == (("a.txt", "b.txt"), ("c.txt",))
    assert all(reason.startswith("born: 1960") for reason in found.reasons)


def test_two_birthplaces_are_two_people() -> None:
    born = evidence(("a.txt", "BORN_IN", "location:oslo"), ("b.txt", "BORN_IN", "location:bergen"))
    found = split(entity(), born)
    assert found is not None
    assert found.parts == (("a.txt",), ("b.txt",))


def test_a_document_that_contradicts_itself_is_no_homonym() -> None:
    stated = entity(
        ("a.txt", "born", "1960"), ("b.txt", "born", "1985"),
        ("c.txt", "born", "1960"), ("c.txt", "born", "1985"),
    )  # fmt: skip
    assert split(stated, evidence()) is None


def test_what_may_be_said_twice_parts_nobody() -> None:
    stated = entity(("a.txt", "hobby", "chess"), ("b.txt", "hobby", "go"), ("a.txt", "role", "x"))
    works = evidence(("a.txt", "WORKS_FOR", "o:acme"), ("b.txt", "WORKS_FOR", "o:other"))
    assert split(stated, works) is None


def life(document: str, employer: str) -> tuple[Stated, ...]:
    others = (f"o:{document}{number}" for number in range(4))
    return (
        (document, "WORKS_FOR", employer),
        *((document, "KNOWS", other) for other in others),
    )


def test_two_lives_without_anything_in_common_are_two_people() -> None:
    roles = entity(("a.txt", "role", "surgeon"), ("b.txt", "role", "goalkeeper"))
    lives = evidence(*life("a.txt", "o:clinic"), *life("b.txt", "o:club"))
    found = split(roles, lives)
    assert found is not None
    assert found.parts == (("a.txt",), ("b.txt",))
    assert split(roles, lives, Kind.OTHER) is None


def test_somebody_in_common_makes_one_life() -> None:
    roles = entity(("a.txt", "role", "surgeon"), ("b.txt", "role", "goalkeeper"))
    friend = (("a.txt", "KNOWS", "person:bo"), ("b.txt", "KNOWS", "person:bo"))
    lives = evidence(*life("a.txt", "o:clinic"), *life("b.txt", "o:club"), *friend)
    assert split(roles, lives) is None


def test_nobody_lives_for_a_century_and_a_half() -> None:
    early = evidence(("a.txt", "LED", "o:guild"), valid_from="1820", valid_to="1845")
    late = evidence(("b.txt", "LED", "o:club"), valid_from="1990", valid_to="")
    found = split(entity(), pa.concat_tables([early, late]))
    assert found is not None
    assert found.reasons == ("dated facts more than 100 years apart",)
