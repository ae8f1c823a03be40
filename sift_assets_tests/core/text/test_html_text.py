"""HTML and XML as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.html_text import decode_markup, markup_text

PAGE = """<!DOCTYPE html><html lang="de-AT"><head><title>Ein &amp; Titel</title>
<meta property="article:published_time" content="2023-11-02T10:00:00Z">
<script>secret()</script><style>p { color: red }</style></head>
<body><h1>Head</h1><p onclick="evil()">One <b>bold</b>
word.</p><ul><li>first<li>second</ul>
<table><tr><th>Name</th><th>Role</th></tr><tr><td>Ada<td>Chief<br>officer</table>
<pre>a
b</pre><noscript>hidden</noscript><a href="javascript:x()">link</a></body></html>"""


def test_a_page_becomes_paragraphs_lists_and_rows_without_code() -> None:
    found = markup_text(PAGE)
    assert found.text == (
        "Head\n\nOne bold word.\n\nfirst\nsecond\n\n"
        "Name | Role\n\nAda | Chief officer\n\na\nb\n\nlink"
    )
    assert found.stated.title == "Ein & Titel"
    assert found.stated.document_date == "2023-11-02"
    assert found.stated.language == "de"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p>one<p>two", "one\n\ntwo"),
        ("a &lt;b&gt; &copy; &#8364;", "a <b> © €"),
        ("<head><title>t</title><body>seen", "seen"),
        ("x<script>y", "x"),
        ("<td>loose cell", "loose cell"),
        ("<table><tr><td>a</td></tr>", "a"),
        ("<svg><text>one</text><text>two</text></svg>", "one two"),
    ],
)
def test_broken_markup_is_read_as_a_browser_would(markup: str, expected: str) -> None:
    assert "".join(markup_text(markup).text.split()) == "".join(expected.split())


def test_entities_of_a_documents_own_are_not_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
    assert "haha" not in markup_text(bomb).text


def test_deep_nesting_is_read_in_time_that_grows_with_length() -> None:
    from time import process_time

    begun = process_time()
    text = markup_text("<div>" * 50_000 + "<table><tr><td>" * 50_000 + "core").text
    assert "core" in text
    assert process_time() - begun < 5


@pytest.mark.parametrize(
    "opening",
    ["<!--", "<a ", "<a href='", "<a href='x>", "</", "<!", "<![", "<![CDATA[", "<?", "&#", "<br/",
     "<script>", "<title>", "<td>", "<p x=\"'>", "<table><tr>", "]]>", "-->"],
)  # fmt: skip
def test_openings_repeated_without_end_are_read_in_linear_time(opening: str) -> None:
    from time import process_time

    begun = process_time()
    markup_text(opening * 30_000)
    assert process_time() - begun < 3


def test_comments_go_and_character_data_stay() -> None:
    assert markup_text("a<!-- <p> -->b <![CDATA[1 < 2 & <x>]]>").text == "ab 1 < 2 & <x>"
    assert markup_text("a<![if !mso]>b<![endif]>c").text == "abc"
    assert markup_text("a<!-- never closed").text == "a"


@given(st.text(), st.text("<>![]-/a='\" &;", max_size=60))
def test_any_text_is_read_as_markup_without_failing(text: str, tags: str) -> None:
    assert isinstance(markup_text(tags + text + tags).text, str)


def test_the_declared_encoding_counts_unless_it_is_wrong() -> None:
    declared = '<meta charset="windows-1251"><p>Москва'.encode("cp1251")
    assert "Москва" in decode_markup(declared).text
    wrong = '<meta charset="ascii"><p>Köln'.encode()
    assert "Köln" in decode_markup(wrong).text
    assert "Köln" in decode_markup('<?xml version="1.0"?><p>Köln'.encode("utf-16")).text
