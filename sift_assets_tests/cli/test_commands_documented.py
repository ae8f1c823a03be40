"""Every command explains itself, and the README tells of it."""

from pathlib import Path

import click
import pytest

from sift_assets.cli.main import COMMANDS, sift
from sift_assets_tests.cli.calling import call

README = Path(__file__).parents[2] / "README.md"

WITH_JSON = sorted(set(COMMANDS) - {"dev", "mcp"})
"""Commands that have a result; the others run until they are stopped."""


def command_named(name: str) -> click.Command:
    command = sift.get_command(click.Context(sift), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_and_each_of_its_options_has_a_help_text(name: str) -> None:
    command = command_named(name)
    assert command.help
    assert command.get_short_help_str()
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []
    shown = call(name, "--help")
    assert shown.code == 0
    assert shown.out.startswith(f"Usage: sift {name}")
    assert shown.err == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_tells_of_a_command(name: str) -> None:
    assert f"sift {name}" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WITH_JSON)
def test_a_command_with_a_result_can_print_it_as_json(name: str) -> None:
    assert "as_json" in {param.name for param in command_named(name).params}


def test_the_list_of_commands_shows_all_of_them() -> None:
    shown = call("-h")
    assert shown.code == 0
    lines = shown.out.splitlines()
    for name in COMMANDS:
        (line,) = [line for line in lines if line.startswith(f"  {name} ")]
        told = line.removeprefix(f"  {name}").strip().removesuffix("...")
        assert told
        assert (command_named(name).help or "").startswith(told)


def test_the_version_is_that_of_the_package() -> None:
    assert "0.1.0" in call("--version").out


def test_an_unknown_command_or_option_is_an_error_of_the_caller() -> None:
    assert call("walk").code == 2
    assert "No such command 'walk'" in call("walk", "--json").error
    assert call("status", "--jsonn").code == 2
