"""Separated values, notebooks and table rows."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.rows import row_text, table_text
from sift_assets.core.text.structured_text import delimited_text, notebook_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Name,Role\nAda,Chief\n", "Name | Role\nAda | Chief"),
        ("Name;Role\nAda;Chief\n", "Name | Role\nAda | Chief"),
        ("Name\tRole\nAda\tChief\n", "Name | Role\nAda | Chief"),
        ('Name,Note\nAda,"two\nlines, one cell"\n', "Name | Note\nAda | two lines, one cell"),
        ("a,,c\n,,\n", "a |  | c"),
        ("one column", "one column"),
    ],
)
def test_separated_values_become_rows(text: str, expected: str) -> None:
    assert delimited_text(text) == expected


@given(st.text())
def test_any_text_is_read_as_separated_values_without_failing(text: str) -> None:
    assert isinstance(delimited_text(text), str)


def test_a_notebook_becomes_its_cells_and_their_text_outputs() -> None:
    notebook = {
        "cells": [
            {"cell_type": "markdown", "source": ["# Title\n", "words"]},
            {"cell_type": "code", "source": "1 + 1", "outputs": [{"data": {"text/plain": "2"}}]},
            {"cell_type": "code", "source": "p", "outputs": [{"text": ["printed\n"]}]},
        ]
    }
    assert notebook_text(json.dumps(notebook)) == "# Title\nwords\n\n1 + 1\n\n2\n\np\n\nprinted"


@pytest.mark.parametrize("text", ["{", "[]", '{"cells": 3}', '{"cells": ["x"]}', "[" * 100_000])
def test_what_is_no_notebook_is_read_as_text(text: str) -> None:
    assert notebook_text(text) == text


def test_rows_keep_the_place_of_cells_and_drop_what_is_empty() -> None:
    assert row_text(["a", None, 3, "x\ny", "", None]) == "a |  | 3 | x y"
    assert table_text([["a", "b"], [None, ""], ["c"]]) == "a | b\nc"
