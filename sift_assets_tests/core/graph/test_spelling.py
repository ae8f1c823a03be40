"""Names as columns are spelled as each name alone is."""

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sift_assets.core.graph.identity import SLUG_LENGTH, entity_id, is_blank, normal_form, slug
from sift_assets.core.graph.spelling import Spelling, slugs
from sift_assets_tests.core.graph.graph_examples import LAW

PLAIN = st.text(st.sampled_from("aZ9 -_.~+|\x7f\t"), max_size=8)
NAMES = st.lists(PLAIN | st.text(max_size=6), max_size=8)
AT_THE_LIMIT = ["x" * SLUG_LENGTH, "x" * (SLUG_LENGTH + 1), "x y" * 40, "é" * SLUG_LENGTH]


@LAW
@given(NAMES)
@example(["", " ", "\n", "a", "a b", " a", "a ", "a  b", "C++", "\x7f", "\u200b", "ＦＴＸ", "ﬁ"])
@example(AT_THE_LIMIT)
def test_a_column_of_names_is_spelled_like_each_name(names: list[str]) -> None:
    spelling = Spelling(pa.array(names, pa.string()))
    forms = [normal_form(name) for name in names]
    assert spelling.squeezed.to_pylist() == [" ".join(name.split()) for name in names]
    assert spelling.forms.to_pylist() == forms
    assert spelling.blank.tolist() == [is_blank(name) for name in names]
    assert slugs(spelling.forms).to_pylist() == [slug(form) for form in forms]


@pytest.mark.parametrize("name", AT_THE_LIMIT)
def test_a_column_of_slugs_makes_the_ids_of_entities(name: str) -> None:
    (found,) = slugs(Spelling(pa.array([name])).forms).to_pylist()
    assert f"person:{found}" == entity_id("PERSON", name)
