"""The page: one file, inert data, and a policy that lets nothing else run."""

import base64
import hashlib
import json
import re

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.viewing.page import PageParts, inert, page

PARTS = PageParts(
    template=(
        '<meta http-equiv="Content-Security-Policy" content="{{policy}}"><style>{{style}}</style>'
        '<script type="application/json" id="licences">{{licences}}</script>'
        '<script type="application/json" id="data">{{data}}</script><script>{{script}}</script>'
    ),
    style="p { color: red; }",
    script="window.started = true; // {{data}}",
    licences="MIT <licence>",
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    ["</script>", "<!--", "-->", "]]>", "\u2028", "{{script}}", "&lt;", "\udce9.txt"]
)
VALUES = st.recursive(
    TEXTS | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


@given(VALUES)
def test_no_text_can_leave_the_block_of_data(value: object) -> None:
    written = inert(value)
    assert not set(written) & set("<>&\u2028\u2029")
    assert json.loads(written) == value


@given(st.dictionaries(TEXTS, TEXTS))
def test_data_comes_back_and_never_becomes_a_part_of_the_page(data: dict[str, str]) -> None:
    whole = page(PARTS, data).decode()
    blocks = re.findall(r'<script type="application/json" id="data">(.*?)</script>', whole, re.S)
    assert [json.loads(block) for block in blocks] == [data]
    assert whole.count("<script") == 3
    assert page(PARTS, data) == page(PARTS, data)


def test_only_the_script_and_the_style_of_the_page_may_run_and_nothing_may_be_loaded() -> None:
    whole = page(PARTS, {}).decode()
    policy = re.search('content="(.*?)"', whole)
    assert policy
    script, style = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (PARTS.script, PARTS.style)
    )
    rules = dict(rule.split(" ", 1) for rule in policy.group(1).split("; "))
    assert rules == {
        "default-src": "'none'",
        "script-src": f"'sha256-{script}'",
        "style-src": f"'sha256-{style}'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
    }
    assert f"<script>{PARTS.script}</script>" in whole  # marks in it are no marks of the template
