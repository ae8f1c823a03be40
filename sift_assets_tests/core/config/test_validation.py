"""From data to a model, and mistakes to messages."""

from typing import Annotated

import pytest
from pydantic import Field

from sift_assets.core.config.validation import (
    MAX_PROBLEMS_SHOWN,
    Problem,
    config_error,
    nearest,
    validated,
)
from sift_assets.core.config.yaml_source import read_yaml
from sift_assets.core.errors import ConfigError
from sift_assets.core.records.record import Record


class Inner(Record):
    label: str = ""
    names: tuple[str, ...] = ()
    size: int | None = None


class Outer(Record):
    title: str = ""
    weight: float = Field(default=1.0, ge=0)
    exact: bool = False
    count: int = 0
    inner: Inner = Inner()
    by_name: dict[str, Inner] = {}
    listed: tuple[Inner, ...] = ()
    maybe: Inner | None = None
    marked: dict[str, Annotated[Inner, "an inner one"]] = {}


def read(text: str) -> Outer:
    return validated(Outer, read_yaml(text, "f.yaml"))


def refusal(text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        read(text)
    return caught.value


def test_a_sound_file_becomes_the_model():
    outer = read("title: a\nby_name:\n  x: {names: [a, b]}\nlisted:\n  - label: c\n")
    assert outer.by_name["x"].names == ("a", "b")
    assert outer.listed[0].label == "c"


def test_a_single_value_is_a_list_of_one_and_is_never_split_into_letters():
    assert read("inner: {names: alpha}").inner.names == ("alpha",)


def test_numbers_and_booleans_are_the_text_as_spelled_where_text_is_wanted():
    outer = read("title: 1.0\ninner: {names: [007, true, 1e3], label: False}\n")
    assert outer.title == "1.0"
    assert outer.inner.names == ("007", "true", "1e3")
    assert outer.inner.label == "False"


def test_a_single_number_is_a_list_of_one_text():
    assert read("inner: {names: 007}").inner.names == ("007",)


@pytest.mark.parametrize(
    ("text", "line", "field", "said"),
    [
        ("\ntitel: a", 2, "titel", "Did you mean `title`?"),
        ("inner:\n  lable: a", 2, "inner.lable", "Did you mean `label`?"),
        ("by_name:\n  x:\n    nmes: a", 3, "by_name.x.nmes", "Did you mean `names`?"),
        ("listed:\n  - labl: a", 2, "listed[0].labl", "Did you mean `label`?"),
        ("maybe: {labl: a}", 1, "maybe.labl", "Did you mean `label`?"),
        ("marked: {x: {labl: a}}", 1, "marked.x.labl", "Did you mean `label`?"),
        ("zzzzzz: 1", 1, "zzzzzz", "Known: by_name, count, exact"),
        ("title: [a]", 1, "title", "must be text, not a list"),
        ("title:", 1, "title", "has no value"),
        ("inner: {names: {a: b}}", 1, "inner.names", "must be a list, not a mapping"),
        ("inner: 3", 1, "inner", "must be a mapping (`key: value` lines), not `3`"),
        ("by_name: [a]", 1, "by_name", "must be a mapping (`key: value` lines), not a list"),
        ("count: many", 1, "count", "must be a whole number, not `many`"),
        ("count: 1.5", 1, "count", "must be a whole number, not `1.5`"),
        ("weight: heavy", 1, "weight", "must be a number, not `heavy`"),
        ("weight: -1", 1, "weight", "greater than or equal to 0"),
        ("exact: perhaps", 1, "exact", "must be true or false, not `perhaps`"),
        ("inner: {size: x}", 1, "inner.size", "must be a whole number, not `x`"),
    ],
)
def test_a_mistake_names_file_line_field_and_what_is_wrong(
    text: str, line: int, field: str, said: str
):
    error = refusal(text)
    assert (error.file, error.line, error.field) == ("f.yaml", line, field)
    assert said in str(error)


def test_an_optional_field_may_be_null():
    assert read("inner: {size: }").inner.size is None


def test_all_mistakes_of_a_file_are_listed_by_line():
    error = refusal("count: x\ntitel: a\nweight: y\n")
    assert error.line == 1
    shown = str(error).splitlines()
    assert shown[1] == "Also:"
    assert shown[2].startswith("  f.yaml:2: titel:")
    assert shown[3].startswith("  f.yaml:3: weight:")


def test_a_flood_of_mistakes_is_cut_and_counted():
    text = "".join(f"k{n}: 1\n" for n in range(100))
    shown = str(refusal(text)).splitlines()
    assert len(shown) == MAX_PROBLEMS_SHOWN + 2
    assert shown[-1].strip() == f"and {100 - MAX_PROBLEMS_SHOWN} more"


def test_a_key_of_another_program_is_answered_with_its_name_here():
    with pytest.raises(ConfigError, match="Did you mean `title or count`"):
        validated(Outer, read_yaml("caption: a", "f.yaml"), {"caption": "title or count"})


def test_a_field_from_elsewhere_is_named_by_its_origin():
    source = read_yaml("a: 1", "f.yaml")
    placed = type(source)("f.yaml", source.data, source.lines, {}, {("a",): "variable A"})
    error = config_error(placed, [Problem(("a",), "is wrong.", "Right it.")])
    assert str(error) == "variable A: a: is wrong. Right it."


def test_long_values_are_cut_in_messages():
    assert len(str(refusal("count: " + "x" * 5000))) < 200


def test_the_nearest_word_is_found_only_when_it_is_near():
    assert nearest("hnts", ["hints", "labels"]) == "hints"
    assert nearest("zebra", ["hints", "labels"]) == ""
