"""docs/reference/commands.md: every command with its arguments and options, from click."""

import inspect
from collections.abc import Iterator

import click

from sift_assets.cli.main import COMMANDS, EXIT_CODES, sift
from sift_assets_tests.docs.reference.fields import NONE
from sift_assets_tests.docs.reference.markdown import code, one_line, page, table


def commands_page() -> str:
    """Return the page."""
    context = click.Context(sift, info_name="sift")
    return page(
        "Commands",
        "As `--help` says it. Before the command stands `-C FOLDER`, to work on another project "
        "than the one in or above the current folder. How commands end: "
        "[errors](errors.md).",
        *(part for name in COMMANDS for part in _told(_command(sift, context, name), context)),
        "## Exit codes",
        table(("code", "meaning"), [(str(one), told) for one, told in EXIT_CODES.items()]),
    )


def _command(group: click.Group, context: click.Context, name: str) -> click.Command:
    found = group.get_command(context, name)
    assert found is not None, name
    return found


def _told(command: click.Command, parent: click.Context) -> Iterator[str]:
    """Yield the heading, help and options of a command, and those of its subcommands."""
    context = click.Context(command, info_name=command.name, parent=parent)
    yield f"{'#' * len(context.command_path.split())} {context.command_path}"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"    {usage}"
    yield _paragraphs(command.help or "")
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    if options:
        yield table(("option", "value", "default", "what it does"), map(_row, options))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _told(_command(command, context, name), context)


def _paragraphs(text: str) -> str:
    """Return a help text with its paragraphs; what click keeps as it stands is kept as well."""
    parts = inspect.cleandoc(text).replace("\b\n", "").split("\n\n")
    return "\n\n".join(one if "    " in one else one_line(one) for one in parts)


def _row(option: click.Option) -> tuple[str, ...]:
    names = ", ".join(code(one) for one in [*option.opts, *option.secondary_opts])
    return names, _value(option), _default(option), option.help or ""


def _value(option: click.Option) -> str:
    if option.is_flag or option.count:
        return NONE
    kind = option.type
    many = ", several times" if option.multiple else ""
    if isinstance(kind, click.Choice):
        return " | ".join(code(str(getattr(one, "value", one))) for one in kind.choices) + many
    if isinstance(kind, click.IntRange | click.FloatRange):
        bounds = [str(one) for one in (kind.min, kind.max) if one is not None]
        return f"{kind.name.removesuffix(' range')} from {' to '.join(bounds)}{many}"
    return f"{kind.name}{many}"


def _default(option: click.Option) -> str:
    """Return the default, where it is one that the user would see."""
    value = option.default
    plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return code(str(value)) if plain and value != "" and not option.is_flag else NONE
