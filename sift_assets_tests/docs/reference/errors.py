"""docs/reference/errors.md: how commands end, and the codes of their errors."""

from collections.abc import Iterator

from sift_assets.cli.main import EXIT_CODES
from sift_assets.core.errors import SiftError
from sift_assets.core.query.errors import Code, QueryError, code_of
from sift_assets_tests.docs.reference.docstrings import members, told
from sift_assets_tests.docs.reference.markdown import code, page, table

_ELSEWHERE = (
    ("`usage`", "2", "The command, an option or an argument is not known, or is missing."),
    ("`stopped`", "130", "Ctrl-C. What was computed is kept."),
)
"""Codes of what is no error of ours."""


def errors_page() -> str:
    """Return the page."""
    return page(
        "Errors",
        "A command that cannot do its work says so in one sentence on standard error, with what "
        "to do about it. With `--json` it is one JSON document there, with `error`, `code` and "
        "`exit_code`; an ambiguous or unknown name also has `candidates` or `nearest`.",
        "## Exit codes",
        table(("exit code", "meaning"), [(str(one), words) for one, words in EXIT_CODES.items()]),
        "## Codes of every command",
        table(("code", "exit code", "what is wrong"), [*_family(), *_ELSEWHERE]),
        "## Codes of questions",
        "Of `sift search`, `query`, `path`, `evidence`, `timeline`, `info`, `topology`, and of "
        "the tools of `sift mcp`.",
        table(("code", "exit code", "why there is no answer"), _questions()),
    )


def _family() -> Iterator[tuple[str, str, str]]:
    for one in _descendants(SiftError):
        if one.__module__ == SiftError.__module__:
            error = one.__new__(one)
            yield code(code_of(error)), str(one.exit_code), told(one)


def _descendants(kind: type[SiftError]) -> Iterator[type[SiftError]]:
    for one in kind.__subclasses__():
        yield one
        yield from _descendants(one)


def _questions() -> Iterator[tuple[str, str, str]]:
    said = members(Code)
    for one in Code:
        yield code(one), str(QueryError(one, "").exit_code), said[one]
