"""Reading YAML with lines, and refusing what is unsafe in it."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.config.yaml_source import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_VALUES,
    dotted,
    read_yaml,
)
from sift_assets.core.errors import ConfigError

NESTED = """\
# a comment
top: 1

list:
  - first
  - key: value
    other: >-
      folded
      text
"""


def test_every_field_knows_its_line():
    source = read_yaml(NESTED, "a.yaml")
    assert source.data == {
        "top": 1,
        "list": ["first", {"key": "value", "other": "folded text"}],
    }
    assert source.lines[("top",)] == 2
    assert source.lines[("list",)] == 4
    assert source.lines[("list", 0)] == 5
    assert source.lines[("list", 1, "key")] == 6
    assert source.lines[("list", 1, "other")] == 7


def test_a_missing_field_is_placed_at_its_nearest_parent():
    source = read_yaml(NESTED, "a.yaml")
    assert source.place(("list", 1, "missing", "below")) == ("a.yaml", 6)


def test_a_section_keeps_its_lines():
    section = read_yaml("a: 1\nb:\n  c: 2\n", "a.yaml").section("b")
    assert section.data == {"c": 2}
    assert section.place(("c",)) == ("a.yaml", 3)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "~"])
def test_a_file_without_content_is_an_empty_mapping(text: str):
    assert read_yaml(text, "a.yaml").data == {}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("Yes", "Yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("1e3", 1000.0),
        ("1.50", 1.5),
        (".5", 0.5),
        ("1.0.0", "1.0.0"),
        ("2024-01-02", "2024-01-02"),
        ("12:30:45", "12:30:45"),
        ("1_000", "1_000"),
        ("'12'", "12"),
        ("!!str 12", "12"),
        (".nan", ".nan"),
        ("<<", "<<"),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(written: str, value: object):
    read = read_yaml(f"key: {written}\n", "a.yaml").data["key"]
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\na: 2\n", 2, "given twice, first on line 1"),
        ("x:\n  b: 1\n  'b': 2\n", 3, "given twice"),
        ("a: !!python/object/apply:os.system ['true']\n", 1, "tag"),
        ("a: 1\nb: !mine 3\n", 2, "tag"),
        ("a: !!binary aGk=\n", 1, "tag"),
        ("a: !!set {x, y}\n", 1, "tag"),
        ("a: !!int many\n", 1, "not a valid int"),
        ("a: !!bool perhaps\n", 1, "not a valid bool"),
        ("\na: &x [1, *x]\n", 2, "refers to itself"),
        ("a: &x {b: *x}\n", 1, "refers to itself"),
        ("- 1\n- 2\n", 1, "must be a mapping"),
        ("only text\n", 1, "must be a mapping"),
        ("? [a, b]\n: 1\n", 1, "as a key"),
        ("a: [1,\n", 2, "not readable as YAML"),
        ("a: 'open\n", 2, "not readable as YAML"),
        ("a: b: c\n", 1, "not readable as YAML"),
        ("a: *nobody\n", 1, "undefined alias"),
        ("a: 1\n---\nb: 2\n", 2, "not readable as YAML"),
        ("a: 1\n\tb: 2\n", 2, "not readable as YAML"),
        ("a: 1\nb: \x00\n", 2, "a character that YAML does not allow"),
        ("a: \x1b[31m\n", 1, "a character that YAML does not allow"),
        ("%YAML 9.9\n---\na: 1\n", 1, "not readable as YAML"),
    ],
)
def test_what_is_unsafe_or_unreadable_is_refused_with_its_line(text: str, line: int, said: str):
    with pytest.raises(ConfigError, match=said) as caught:
        read_yaml(text, "dir/a.yaml")
    assert (caught.value.file, caught.value.line) == ("dir/a.yaml", line)
    assert caught.value.fix


def test_references_are_allowed_while_they_stay_small():
    assert read_yaml("a: &x [1, 2]\nb: *x\nc: *x\n", "a.yaml").data["c"] == [1, 2]


def test_a_bomb_of_references_is_refused_before_it_is_written_out():
    levels = [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 12)]
    with pytest.raises(ConfigError, match=f"{MAX_VALUES:,} values"):
        read_yaml("\n".join(["l0: &l0 lol", *levels]), "a.yaml")


@pytest.mark.parametrize("text", ["a: " + "[" * 5000, "a: " + "{b: " * 5000, "- " * 3000])
def test_deep_nesting_is_refused_without_exhausting_the_stack(text: str):
    with pytest.raises(ConfigError):
        read_yaml(text, "a.yaml")


def test_the_depth_that_is_allowed_is_exact():
    def nested(depth: int) -> str:
        return "a: " + "[" * depth + "]" * depth

    read_yaml(nested(MAX_DEPTH - 1), "a.yaml")
    with pytest.raises(ConfigError, match="nested deeper"):
        read_yaml(nested(MAX_DEPTH + 1), "a.yaml")


def test_a_file_of_unreasonable_length_is_refused():
    with pytest.raises(ConfigError, match="longer than"):
        read_yaml("#" * (MAX_CHARACTERS + 1), "a.yaml")


def test_paths_are_written_as_people_read_them():
    assert dotted(("entity_types", "PERSON", "hints", 0)) == "entity_types.PERSON.hints[0]"
    assert dotted(()) == ""


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="utf-8"), min_size=1), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8"), min_size=1), plain, max_size=5))
def test_what_a_yaml_writer_wrote_is_read_back_with_a_line_for_every_field(data: dict[str, Any]):
    text = yaml.safe_dump(data, allow_unicode=True, default_style='"')
    source = read_yaml(text, "a.yaml")
    assert source.data == data
    last = text.count("\n") + 1
    assert all(1 <= line <= last for line in source.lines.values())


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_config_error(text: str):
    try:
        read = read_yaml(text, "a.yaml").file
    except ConfigError as error:
        read = error.file
    assert read == "a.yaml"
