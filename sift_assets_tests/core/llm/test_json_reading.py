import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.llm.json_reading import bare_objects, find_object
from sift_assets.core.llm.json_scanning import MAX_DEPTH
from sift_assets.core.llm.model import ModelAnswer

KEYS = ("entities", "relations")
TWO = {"entities": [{"name": "a"}, {"name": "b"}], "relations": []}

json_scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
)
records = st.dictionaries(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    json_scalars | st.lists(json_scalars, max_size=3),
    max_size=4,
)
answers = st.fixed_dictionaries(
    {"entities": st.lists(records, max_size=4), "relations": st.lists(records, max_size=4)}
)


@pytest.mark.parametrize(
    ("wrapped", "value"),
    [
        ('{"entities": [], "relations": []}', {"entities": [], "relations": []}),
        ('```json\n{"entities": [1]}\n```', {"entities": [1]}),
        ('Here it is: {"entities": [1]} Hope this helps {:-)', {"entities": [1]}),
        ('{"entities": [{"name": "a } b { \\" c"}]}', {"entities": [{"name": 'a } b { " c'}]}),
        ('<think>{x} {"entities": [1, 2, 3]}</think>{"entities": [2]}', {"entities": [2]}),
        ('I think {"entities": [7]}</think>', {"entities": [7]}),
        ('<think>{"entities": [7]}</think> Done.', {"entities": [7]}),
        ('{"entities": ["</think>", 2]}', {"entities": ["</think>", 2]}),
        ('Use {braces}. {"entities": [1]}', {"entities": [1]}),
        ('An "open {"oops then {"entities": [1]}', {"entities": [1]}),
        ('{"entities": [1,],}', {"entities": [1]}),
        ("{'entities': ['O\\'Neil says \"no\"']}", {"entities": ['O\'Neil says "no"']}),
        ('{"entities": [True, None, NaN, -Infinity]}', {"entities": [True, None, None, None]}),
        ('{"entities": [1e999, 12, -0.5e1]}', {"entities": [None, 12, -5.0]}),
        ('{"entities": ["C:\\dir", "tab\there"]}', {"entities": ["C:\\dir", "tab\there"]}),
        ('{"entities": ["\\ud83d\\ude00", "\\ud800"]}', {"entities": ["😀", "�"]}),
        ('{"entities": [1], "entities": [2]}', {"entities": [1, 2]}),
        ('[{"entities": [1]}]', {"entities": [1]}),
        ('{"entities": [1]}\n{"relations": [2]}', {"entities": [1], "relations": [2]}),
        ('{"entities": [1] // all of them\n}', {"entities": [1]}),
        (
            '{"entities": [{"a": 1}\n{"b": "x"\n"c": 2}]}',
            {"entities": [{"a": 1}, {"b": "x", "c": 2}]},
        ),
        ('{"entities": ["she said "no" to it", 2]}', {"entities": ['she said "no" to it', 2]}),
        ('{"result": {"entities": [1]}}', {"entities": [1]}),
        ('\ufeff{"entities": null}', {"entities": None}),
    ],
)
def test_the_answer_is_found_in_whatever_it_is_wrapped(
    wrapped: str, value: dict[str, object]
) -> None:
    found = find_object(wrapped, KEYS)
    assert found is not None
    assert found.value == value
    assert found.complete


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "sorry",
        '<think>{"entities": [1]}',
        '<think>{"entities": [1]}</think>{"en',
        "[1, 2]",
        '[{"name": "a"}]',
        "{",
        '{"',
        "{}",
        '{"other": []}',
        "}{",
    ],
)
def test_nothing_is_found_where_no_object_has_the_keys(answer: str) -> None:
    assert find_object(answer, KEYS) is None


def test_the_largest_complete_object_wins_over_a_draft() -> None:
    found = find_object('{"entities": []} or better {"entities": [1, 2]} {"entities": [', KEYS)
    assert found is not None
    assert found.value == {"entities": [1, 2]}
    assert found.complete


@pytest.mark.parametrize("cut", range(len(json.dumps(TWO))))
def test_every_complete_record_before_a_cut_is_kept_and_no_other(cut: int) -> None:
    text = json.dumps(TWO)
    found = find_object(text[:cut], KEYS)
    ends = [text.index(mark) + len(mark) for mark in ('{"name": "a"}', '{"name": "b"}')]
    kept = [record for record, end in zip(TWO["entities"], ends, strict=True) if cut >= end]
    assert (found.value.get("entities", []) if found else []) == kept
    assert found is None or not found.complete


@pytest.mark.parametrize(
    "broken",
    [
        '{"b": Anna}',
        '{"b": "x", "in": [{"k": 1 x}, {"k": 2}], "d": 3}',
        '{"b": "an "odd", thing"}',
        '{"b" "x"}',
    ],
)
def test_a_record_that_is_no_json_is_dropped_and_counted_and_those_around_it_kept(
    broken: str,
) -> None:
    for text, kept in (
        (f'{{"entities": [{{"a": 1}}, {broken}, {{"c": 2}}], "relations": []}}', [1, 2]),
        (f'{{"entities": [{{"a": 1}}, {broken}], "relations": []}}', [1]),
        (f'{{"result": {{"entities": [{broken}, {{"c": 2}}], "relations": []}}}}', [2]),
    ):
        found = find_object(text, KEYS)
        assert found is not None
        assert [next(iter(record.values())) for record in found.value["entities"]] == kept
        assert (found.value["relations"], found.complete, found.lost) == ([], True, 1)


def test_a_record_that_a_cut_runs_through_is_counted() -> None:
    found = find_object('{"entities": [{"a": 1}, {"b": [{"k": 1}, {"k', KEYS)
    assert found is not None
    assert (found.value, found.complete, found.lost) == ({"entities": [{"a": 1}]}, False, 1)


@pytest.mark.parametrize(
    ("answer", "records", "lost"),
    [
        ('[{"a": 1}, {"b": {"c": 2}}]', [{"a": 1}, {"b": {"c": 2}}], 0),
        ('{"a": 1}\n{"b": 2}', [{"a": 1}, {"b": 2}], 0),
        ('```json\n[{"a": 1}, {"b": "cut', [{"a": 1}], 1),
        ('Use {braces}: {"a": 1}', [{"a": 1}], 0),
    ],
)
def test_records_without_an_object_around_them_are_found(
    answer: str, records: list[object], lost: int
) -> None:
    found = bare_objects(answer)
    assert found is not None
    assert (found.value, found.lost) == ({"records": records}, lost)
    assert bare_objects("[1, 2] {") is None


def test_nesting_beyond_the_limit_ends_the_object() -> None:
    deep = '{"entities": ' + "[" * (MAX_DEPTH + 5) + "]" * (MAX_DEPTH + 5) + "}"
    found = find_object(deep, KEYS)
    assert found is None or not found.complete


@given(answers)
def test_what_json_writes_is_read_back_unchanged(answer: dict[str, object]) -> None:
    for ascii_only in (True, False):
        found = find_object(json.dumps(answer, ensure_ascii=ascii_only), KEYS)
        assert found is not None
        assert found.value == answer
        assert found.complete


@given(answers, st.data())
def test_a_cut_answer_holds_a_prefix_of_its_records(
    answer: dict[str, list[object]], data: st.DataObject
) -> None:
    text = json.dumps(answer)
    cut = data.draw(st.integers(0, len(text) - 1))
    found = find_object(text[:cut], ("entities",))
    kept = found.value.get("entities", []) if found else []
    if found and found.complete:  # an inner record that has the key by chance
        return
    assert kept == answer["entities"][: len(kept)]


@given(st.text('{}[]",:\\ae1 \n', max_size=200))
def test_no_answer_crashes_the_reader(answer: str) -> None:
    found = find_object(answer, ("a", "e"))
    assert found is None or set(found.value) & {"a", "e"}


@pytest.mark.parametrize(
    "hostile",
    [
        "{" * 50_000,
        '{"a":' * 10_000,
        '{"' * 15_000,
        '{"entities":[[[' * 5_000,
        '"\\' * 25_000,
        """{'entities':"x"y """ * 5_000,
        '{"entities":[{x' * 5_000,
        '{"entities":[{x}' * 5_000,
        '{"entities":[' + "{x}," * 15_000,
        '{"entities":["' + '" ' * 15_000,
        "// {" * 15_000,
    ],
    ids=[
        "braces",
        "nested",
        "quotes",
        "lists",
        "escapes",
        "marks inside",
        "broken",
        "closed",
        "lost",
        "spaces",
        "comments",
    ],
)
def test_hostile_answers_are_read_in_linear_time(hostile: str) -> None:
    started = time.process_time()
    find_object(hostile, KEYS)
    assert time.process_time() - started < 20


def test_a_string_of_ten_megabytes_is_read() -> None:
    found = find_object('{"entities": ["' + "x" * 10_000_000 + '"]}', KEYS)
    assert found is not None
    assert len(found.value["entities"][0]) == 10_000_000


def test_an_answer_with_half_a_surrogate_pair_can_be_stored() -> None:
    answer = ModelAnswer(text="a\ud800b", model="m")
    assert ModelAnswer.from_bytes(answer.to_bytes()) == answer
    assert answer.text == "a�b"
