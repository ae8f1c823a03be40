"""Nothing that a document, a file name or a model says is obeyed by a terminal."""

import json
import os
import unicodedata
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.cli.printing import print_json, printable
from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def is_obeyed(character: str) -> bool:
    kind = unicodedata.category(character)
    return (kind == "Cc" and character not in "\n\t") or kind == "Cs" or character in BIDI


@given(st.text(st.characters() | st.sampled_from("\x1b\x9b\x07\r\x7f\ud800" + BIDI)))
def test_printable_text_holds_nothing_that_a_terminal_obeys(text: str) -> None:
    shown = printable(text)
    assert not any(map(is_obeyed, shown))
    shown.encode("utf-8")
    if not any(map(is_obeyed, text)):
        assert shown == text


@given(st.dictionaries(st.text(), st.text() | st.lists(st.text())))
def test_escaped_json_says_the_same(value: dict[str, object]) -> None:
    @click.command()
    def command() -> None:
        print_json(value)

    shown = CliRunner().invoke(command).output
    assert json.loads(shown) == value
    assert not any(map(is_obeyed, shown))


HOSTILE_NAMES = (
    "\x1b[2Jcleared.txt",
    "\x9b31mred.txt",
    "bell\x07 and \rreturn.txt",
    "line\nfeed.txt",
    "\u202egpj.txt",
    "[bold red]markup[/].txt",
    "a[/nothing]b.txt",
    ".\x1b]0;hidden\x07.txt",
)
NOT_UTF8 = os.fsdecode(b"latin-\xe9\xff.txt")


def test_hostile_file_names_reach_no_terminal(built: ProjectFolder) -> None:
    for name in (*HOSTILE_NAMES, NOT_UTF8):
        built.write(name, "Ada Varga works for Kestrel Ltd.\n")
        built.write(f"sealed {name}.pdf", "%PDF-1.4 this is no PDF at all")
    commands = (("status",), ("run",), ("status",), ("show", "documents"), ("show", "corpus"))
    for arguments in commands:
        for shown in (
            call("-C", built.root, *arguments),
            call("-C", built.root, *arguments, "--json"),
        ):
            said = shown.out + shown.err
            assert said
            assert not any(map(is_obeyed, said))
    assert call("-C", built.root, "status", "--json").json["documents"] == 4 + 2 * 9 - 1
    shown = call("-C", built.root, "run").out
    assert "markup[/].txt" not in shown or "[bold red]markup" in shown


@pytest.mark.usefixtures("own_surroundings", "extractor")
def test_a_project_folder_with_a_hostile_name_works_like_any_other(tmp_path: Path) -> None:
    root = tmp_path / "a \x1b31m\u202e\x9b 'quoted' #& {x}"
    made_project(root, {"a.txt": "Ada Varga works for Kestrel Ltd.\n"})
    for arguments in (("run",), ("status",), ("domains",), ("export", "csv"), ("show", "domain")):
        for form in ((), ("--json",)):
            ended = call("-C", root, *arguments, *form)
            assert ended.code == 0, ended.err
            assert not any(map(is_obeyed, ended.out + ended.err))


def test_escapes_in_an_unknown_argument_or_key_are_shown_and_not_sent(
    built: ProjectFolder,
) -> None:
    for arguments in (("walk\x1b[2J",), ("show", "corpus", "\x1b[2J"), ("status", "\x1b[2J")):
        for form in ((), ("--json",)):
            ended = call("-C", built.root, *arguments, *form)
            assert ended.code == 2
            assert not any(map(is_obeyed, ended.out + ended.err))
