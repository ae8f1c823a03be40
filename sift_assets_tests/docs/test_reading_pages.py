"""What reads pages finds what is wrong in them."""

import pytest

from sift_assets_tests.docs.blocks import Block, commands
from sift_assets_tests.docs.parsing import mistake
from sift_assets_tests.docs.running import is_as_shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("sift status --json", ""),
        ("sift -C /anywhere decide merge A B --reason x", ""),
        ("sift export FORMAT --output PLACE", ""),
        ("sift review < answers.txt", ""),
        ("sift gc --runs", ""),
        ("sift status --jsonn", "No such option"),
        ("sift walk", "no command walk"),
        ("sift decide marry A B", "no command marry"),
        ("sift export jason", "is not one of"),
        ("sift run everything", "one argument too many"),
        ("make test", ""),
        ("make coffee", "no target coffee"),
    ],
)
def test_a_command_that_could_not_be_typed_is_found(typed: str, said: str) -> None:
    found = mistake(typed.split())
    assert said in found
    assert bool(said) == bool(found)


def test_a_block_is_read_as_a_shell_reads_it() -> None:
    text = (
        "cat > a.yaml <<'END'\nx: 1\n\nsift: no command\nEND\n"
        "SIFT_ACTOR=ada sift decide name \\\n  A B   # says who\n\n# nothing\n"
    )
    first, second, third = commands(Block("p.md", 1, text, "", None))
    assert first.text.endswith("sift: no command\nEND")
    assert second.words == ("sift", "decide", "name", "A", "B")
    assert (second.given, second.comment) == ({"SIFT_ACTOR": "ada"}, "says who")
    assert third.words == ()


@pytest.mark.parametrize(
    ("shown", "is_right"),
    [
        ("one\ntwo\nthree\n", True),
        ("…\nthree\n", True),
        ("one\n…\n", True),
        ("one\n…\nthree\n", True),
        ("one\nthree\n", False),
        ("…\ntwo\n", False),
        ("one\ntwo\nthree\nfour\n", False),
    ],
)
def test_output_is_compared_line_by_line_but_for_what_is_left_out(
    shown: str, is_right: bool
) -> None:
    assert is_as_shown(shown, "one\ntwo\nthree\n") is is_right
