"""Which regular expressions a domain file may use."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.domain.pattern_sharing import LONGEST
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
        r"\w+ v\.? \w+",
        r"\w+\s+\w+\s+\w+",
        r"(?:Mr|Mrs)\.? [A-Z]\w+ [A-Z]\w+",
        r"\d+(?:\.\d{1,3})? EUR",
        r"\w+ \N{EM DASH}",
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
        (r"\w+\w+\w+x", "side by side"),
        (r".*a.*b.*c", "side by side"),
        (r"\w+_?\w+_?\w+!", "side by side"),
        (r"(\w+)(\w+)x", "side by side"),
        (r"(?:\w+|x)(?:\w+|y)!", "side by side"),
        (r"a+a*.\s|b", "side by side"),
        (r"x(?:\d|a+a*)y", "side by side"),
        (r"\w{1,200}\w{1,200}\w{1,200}!", "side by side"),
        (r"(?=\w+\w+\w+x)a", "side by side"),
        (r"(?i)a+A+!", "side by side"),
        ("(?:ab)?" * 14 + "!", "side by side"),
        ("(?:ab{1,2})?" * 14 + "!", "side by side"),
    ],
)
def test_patterns_that_are_broken_or_can_hang_are_named(pattern: str, said: str):
    assert said in pattern_problem(pattern)


def test_whatever_is_allowed_is_done_with_the_longest_line_that_it_is_shown():
    for pattern in (r"a+x", r"a+b*x", r"a{1,100}a{1,100}x", r"\w{1,5}\w+x", r"(?:aa?){1,7}a+?x"):
        if not pattern_problem(pattern):
            assert re.search(pattern, "a" * LONGEST) is None
    assert pattern_problem(r"a+b*x") == ""


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
