import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.extraction.llm.answer import OfferedTypes, confidence_of, type_name
from sift_assets.core.extraction.llm.reader import MAX_KEPT_BYTES, mention_kind, read_answer
from sift_assets.core.records.extraction import (
    Alignment,
    Attribute,
    MentionKind,
    QuarantineReason,
    RecordCounts,
)
from sift_assets.core.records.record import canonical_json

TEXT = (
    "Anna Berg is the director of Nordwind GmbH. Nordwind (NW) is based in Kiel. "
    "She founded it in 2016 with Олег Иванов."
)
ENTITY: dict[str, Any] = {
    "name": "Anna Berg",
    "surface": "Anna Berg",
    "type": "PERSON",
    "aliases": [],
    "context": ["Anna Berg is the director of Nordwind GmbH."],
    "attributes": [{"key": "role", "value": "director"}],
    "confidence": 0.9,
}
RELATION: dict[str, Any] = {
    "type": "LEADS",
    "source": "Anna Berg",
    "target": "Nordwind",
    "evidence": ["Anna Berg is the director of Nordwind GmbH."],
    "valid_from": "",
    "valid_to": "",
    "attributes": [],
    "confidence": 0.8,
}

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", " ", "PERSON", "95%", "Anna Berg", "a} {b"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["key", "value", "name", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def read(entities: list[Any] | None = None, relations: list[Any] | None = None):
    answer = canonical_json({"entities": entities or [], "relations": relations or []}).decode()
    return read_answer(answer, TEXT, 0, len(TEXT), chunk=3)


@pytest.mark.parametrize(
    ("stated", "confidence"),
    [
        (0.9, 0.9),
        (1, 1.0),
        (0, 0.0),
        (95, 0.95),
        ("95%", 0.95),
        ("95 %", 0.95),
        ("0.5%", 0.005),
        ("0,7", 0.7),
        ("about 0.8", 0.8),
        (None, None),
        ("high", None),
        (True, None),
        (-0.1, None),
        (101, None),
        (10, 0.1),
        (4, None),
        ("4 of 5", None),
        (math.inf, None),
        ([0.9], None),
    ],
)
def test_confidences_are_read_as_models_write_them(stated: Any, confidence: float | None) -> None:
    read_back = confidence_of(stated)
    assert read_back == (None if confidence is None else pytest.approx(confidence))


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("Person", "PERSON"),
        ("works for", "WORKS_FOR"),
        (" located-in ", "LOCATED_IN"),
        ("__a__b", "A_B"),
        ("Straße", "STRASSE"),
        ("人物", "人物"),
        ("../etc;DROP", "ETC_DROP"),
        ("<>", ""),
    ],
)
def test_types_are_written_in_upper_snake_case(stated: str, name: str) -> None:
    assert type_name(stated) == name


def test_a_sound_answer_becomes_grounded_records() -> None:
    answer = read([ENTITY], [RELATION])
    (mention,), (relation,) = answer.mentions, answer.relations
    assert (mention.type, mention.name, mention.surface) == ("PERSON", "Anna Berg", "Anna Berg")
    assert (mention.evidence.start, mention.evidence.end) == (0, 9)
    assert mention.attributes == (Attribute(key="role", value="director"),)
    assert (relation.type, relation.source, relation.target) == ("LEADS", "Anna Berg", "Nordwind")
    assert relation.evidence.quote == "Anna Berg is the director of Nordwind GmbH."
    assert (mention.confidence, relation.confidence) == (0.9, 0.8)
    assert {mention.chunk, relation.chunk} == {3}
    assert answer.complete
    assert answer.quarantined == ()
    assert answer.counts == RecordCounts(kept=2)


def test_the_surface_keeps_the_script_of_the_text() -> None:
    quote = "founded it in 2016 with Олег Иванов"
    russian = {"name": "Oleg Ivanov", "surface": "Олег Иванов", "type": "person", "context": quote}
    (mention,) = read([russian]).mentions
    assert (mention.name, mention.surface) == ("Oleg Ivanov", "Олег Иванов")
    assert mention.kind is MentionKind.ALIAS
    assert TEXT[mention.evidence.start : mention.evidence.end] == "Олег Иванов"


def test_aliases_that_the_text_uses_become_mentions_and_invented_ones_do_not() -> None:
    firm = {**ENTITY, "name": "Nordwind GmbH", "surface": "Nordwind GmbH", "aliases": ["NW", "NWX"]}
    mentions = read([firm]).mentions
    assert [(m.surface, m.kind) for m in mentions] == [
        ("Nordwind GmbH", MentionKind.NAME),
        ("NW", MentionKind.ALIAS),
    ]


def test_a_quote_that_does_not_name_the_entity_refers_to_it() -> None:
    hidden = {**ENTITY, "name": "A. B.", "surface": "A. B.", "context": ["She founded it in 2016"]}
    (mention,) = read([hidden]).mentions
    assert mention.evidence.quote == mention.surface == "She founded it in 2016"
    assert (mention.name, mention.kind) == ("A. B.", MentionKind.REFERENCE)


def test_an_invented_quote_is_replaced_by_the_place_of_the_name() -> None:
    (mention,) = read([{**ENTITY, "context": ["Anna Berg was born in Oslo."]}]).mentions
    assert mention.evidence.quote == "Anna Berg"
    assert mention.evidence.alignment is Alignment.EXACT


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": ""}, QuarantineReason.EMPTY_NAME),
        ({"name": None}, QuarantineReason.EMPTY_NAME),
        ({"name": " - "}, QuarantineReason.EMPTY_NAME),
        ({"name": "x" * 301}, QuarantineReason.INVALID_RECORD),
        ({"name": ["Anna"]}, QuarantineReason.INVALID_RECORD),
        ({"type": ""}, QuarantineReason.INVALID_RECORD),
        ({"type": "!!"}, QuarantineReason.INVALID_RECORD),
        ({"context": {"a": 1}}, QuarantineReason.INVALID_RECORD),
        ({"context": [["a"]]}, QuarantineReason.INVALID_RECORD),
        ({"attributes": "role"}, QuarantineReason.INVALID_RECORD),
        ({"name": "Bo", "surface": "Bo", "context": []}, QuarantineReason.UNGROUNDED),
    ],
)
def test_a_bad_entity_is_quarantined_and_its_neighbour_kept(
    changes: dict[str, Any], reason: QuarantineReason
) -> None:
    answer = read([{**ENTITY, **changes}, ENTITY])
    assert [m.name for m in answer.mentions] == ["Anna Berg"]
    assert [(q.kind, q.reason, q.chunk) for q in answer.quarantined] == [("mention", reason, 3)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"source": ""}, QuarantineReason.EMPTY_NAME),
        ({"target": None}, QuarantineReason.EMPTY_NAME),
        ({"type": None}, QuarantineReason.INVALID_RECORD),
        ({"evidence": []}, QuarantineReason.UNGROUNDED),
        ({"evidence": ["Anna Berg sold Nordwind to a stranger."]}, QuarantineReason.UNGROUNDED),
    ],
)
def test_a_bad_relation_is_quarantined_and_its_neighbour_kept(
    changes: dict[str, Any], reason: QuarantineReason
) -> None:
    answer = read([], [{**RELATION, **changes}, RELATION])
    assert len(answer.relations) == 1
    assert [(q.kind, q.reason) for q in answer.quarantined] == [("relation", reason)]


@pytest.mark.parametrize(
    "record", ["Anna", 1, None, [], ["Anna"], {}, {"type": "PERSON"}, {"name": "Anna"}]
)
def test_records_of_a_wrong_shape_are_counted(record: Any) -> None:
    answer = read([record, ENTITY], [record, RELATION])
    assert len(answer.mentions) == len(answer.relations) == 1
    assert len(answer.quarantined) == 2


def test_odd_values_are_read_rather_than_lost() -> None:
    odd = {
        "name": " Anna \n Berg ",
        "entity_type": "person",
        "confidence": None,
        "context": None,
        "attributes": {"born": 1970, "roles": ["director", "founder"], "active": True, "x": None},
        "unknown": "field",
    }
    answer = read([odd])
    (mention,) = answer.mentions
    assert mention.type == "PERSON"
    assert [(a.key, a.value) for a in mention.attributes] == [
        ("active", "true"),
        ("born", "1970"),
        ("roles", "director"),
        ("roles", "founder"),
    ]
    assert mention.confidence == 0.5
    assert answer.counts == RecordCounts(
        kept=1, coerced={"confidence_missing": 1, "type_respelled": 1}
    )


@pytest.mark.parametrize(
    ("answer", "readable"),
    [
        ('{"entities": null}', True),
        ('{"entities": {"name": "Anna"}}', False),
        ('{"entities": "none", "relations": []}', False),
        ('[{"name": "Anna Berg", "type": "PERSON"}]', True),
        ('[{"name": "Anna Berg"}, {"key": "role"}]', False),
        ("I am sorry", False),
        ("", False),
    ],
)
def test_an_answer_of_a_wrong_shape_has_a_problem_without_its_text(
    answer: str, *, readable: bool
) -> None:
    found = read_answer(answer, TEXT, 0, len(TEXT), 0)
    assert (found.problem == "") is readable
    assert "Anna" not in found.problem
    assert "sorry" not in found.problem


@pytest.mark.parametrize(
    "shaped",
    [
        [ENTITY, RELATION],
        {"entities": ENTITY, "relations": RELATION},
        {"entities": {"Anna Berg": {**ENTITY}}, "relations": [RELATION]},
    ],
    ids=["bare records", "single records", "a mapping of names"],
)
def test_records_in_another_shape_are_read_and_counted_as_put_right(shaped: Any) -> None:
    found = read_answer(canonical_json(shaped).decode(), TEXT, 0, len(TEXT), 0)
    assert [m.name for m in found.mentions] == ["Anna Berg"]
    assert [r.target for r in found.relations] == ["Nordwind"]
    assert found.counts.kept == 2
    assert found.counts.coerced["shape"] == (
        1 if "relations" in shaped and isinstance(shaped["relations"], list) else 2
    )


def test_every_record_is_counted_once_by_what_became_of_it() -> None:
    entities = [
        ENTITY,
        {**ENTITY, "name": "Bo", "surface": "", "context": []},
        {**ENTITY, "type": "Spy", "confidence": "90 %"},
        {**ENTITY, "context": ["Anna Berg was born in Oslo.", *ENTITY["context"]]},
    ]
    relations = [RELATION, {**RELATION, "evidence": []}, "no record", {**RELATION, "type": "HATES"}]
    answer = canonical_json({"entities": entities, "relations": relations}).decode()
    broken = answer.replace('"no record"', '{"type": LEADS}')
    offered = OfferedTypes(frozenset({"PERSON"}), frozenset({"LEADS"}))
    counts = read_answer(broken, TEXT, 0, len(TEXT), 0, offered).counts
    assert counts == RecordCounts(
        kept=5,
        coerced={"type_respelled": 1, "confidence_rescaled": 1, "quote_not_found": 1},
        off_schema=2,
        quarantined={"ungrounded": 2},
        dropped={"no_json": 1},
    )
    cut = read_answer(answer[:-60], TEXT, 0, len(TEXT), 0, offered)
    assert cut.counts.dropped == {"cut": 1}
    assert not cut.complete


def test_a_quarantined_record_is_bounded() -> None:
    (kept,) = read([{**ENTITY, "name": "y" * 100_000}]).quarantined
    assert len(canonical_json(kept.record)) <= 2 * MAX_KEPT_BYTES
    assert "y" not in kept.detail


@given(st.sampled_from(sorted(ENTITY)), anything)
def test_a_changed_field_never_loses_a_record_silently(field: str, value: Any) -> None:
    answer = read([{**ENTITY, field: value}])
    assert bool(answer.mentions) != bool(answer.quarantined)
    for mention in answer.mentions:
        evidence = mention.evidence
        assert mention.surface == evidence.quote == TEXT[evidence.start : evidence.end]
        assert 0 <= mention.confidence <= 1
        assert mention.name


@given(st.sampled_from(sorted(RELATION)), anything)
def test_a_changed_field_never_loses_a_relation_silently(field: str, value: Any) -> None:
    answer = read([], [{**RELATION, field: value}])
    assert bool(answer.relations) != bool(answer.quarantined)


@pytest.mark.parametrize(
    ("name", "surface", "kind"),
    [
        ("Anna Berg", "ANNA  BERG", MentionKind.NAME),
        ("Anna Berg", "Berg", MentionKind.ALIAS),
        ("Anna Berg", "She", MentionKind.REFERENCE),
        ("Nordwind", "the company", MentionKind.REFERENCE),
        ("Information Technology", "IT", MentionKind.ALIAS),
        ("World Health Organization", "WHO", MentionKind.ALIAS),
        ("Beijing", "北京", MentionKind.ALIAS),
    ],
)
def test_names_other_names_and_references_are_told_apart(
    name: str, surface: str, kind: MentionKind
) -> None:
    assert mention_kind(name, surface) is kind
