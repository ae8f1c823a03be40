"""Which regular expressions a domain file may use."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.domain.patterns import MAX_PATTERN_CHARACTERS, pattern_problem


@pytest.mark.parametrize(
    "pattern",
    [
        r"\bForm (?:10-K|8-K)\b",
        r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}\b",
        r"10\.\d{4,9}/\S+",
        r"[]a]+x",
        r"a{,5}b",
        r"x{} y",
        r"(?i:vessel) [A-Z]\w*",
        r"(?P<year>\d{4})-(?:0[1-9]|1[0-2])",
        r"(?<=No\. )\d+",
        r"\(\d+\)",
        r"(?:ab){3,}",
        r"a+?b*?c",
    ],
)
def test_patterns_in_use_are_allowed(pattern: str):
    assert pattern_problem(pattern) == ""


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("", "empty"),
        ("[", "not a regular expression"),
        ("(a", "not a regular expression"),
        ("*a", "not a regular expression"),
        ("a{99999999999}", "not a regular expression"),
        ("a" * (MAX_PATTERN_CHARACTERS + 1), "longer than"),
        ("a*", "matches nothing at all"),
        ("a|", "matches nothing at all"),
        (r"(\w+ ?)+x", "several ways"),
        (r"(a+)+b", "several ways"),
        (r"(a|a)*b", "several ways"),
        (r"(?:a?){30}a", "several ways"),
        (r"((?:ab?)+c)+d", "several ways"),
        (r"(.*a){20}", "several ways"),
        (r"x(?:(?:(?:a{1,3}){1,3}){1,3}){1,3}", "several ways"),
        (r"x(?=(a+)+b)", "several ways"),
        (r"(a)\1", "refers back"),
        (r"(?P<q>a)(?P=q)", "refers back"),
        (r"(?x) a  # comment", "flag x"),
    ],
)
def test_patterns_that_are_broken_or_can_hang_are_named(pattern: str, said: str):
    assert said in pattern_problem(pattern)


pieces = st.sampled_from(["a", "b", "(", "(?:", ")", "|", "+", "*", "?", "{1,4}", "{2,}", "[ab]"])


@given(st.lists(pieces, max_size=14).map("".join))
def test_whatever_is_allowed_fails_fast_on_a_text_made_to_hang_it(pattern: str):
    if pattern_problem(pattern):
        return
    compiled = re.compile(pattern + "$")
    start = time.perf_counter()
    compiled.search("a" * 24 + "!")
    compiled.search("ab" * 12 + "!")
    assert time.perf_counter() - start < 2
