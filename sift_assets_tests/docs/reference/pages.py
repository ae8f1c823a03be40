"""Which pages and tables are made from code, and how."""

from collections.abc import Callable, Mapping
from pathlib import Path

from sift_assets_tests.docs.reference.agent_tools import agent_tools_page
from sift_assets_tests.docs.reference.assets import assets_page
from sift_assets_tests.docs.reference.commands import commands_page
from sift_assets_tests.docs.reference.domain_file import domain_page
from sift_assets_tests.docs.reference.edits import edits_table
from sift_assets_tests.docs.reference.errors import errors_page
from sift_assets_tests.docs.reference.event_metadata import metadata_page
from sift_assets_tests.docs.reference.exports import exports_page
from sift_assets_tests.docs.reference.settings import settings_page

DOCS = Path(__file__).parents[3] / "docs"

COMMAND = "python -m sift_assets_tests.docs.reference"
"""Writes them anew."""

PAGES: Mapping[str, Callable[[], str]] = {
    "settings.md": settings_page,
    "domain-file.md": domain_page,
    "commands.md": commands_page,
    "errors.md": errors_page,
    "assets.md": assets_page,
    "metadata.md": metadata_page,
    "exports.md": exports_page,
    "agent-tools.md": agent_tools_page,
}
"""Page of docs/reference to what makes it."""

TABLES: Mapping[str, Callable[[], str]] = {"concepts.md": edits_table}
"""Page that people write to the table in it that is made."""

_BEGINS = f"<!-- Made from the code by `{COMMAND}`: -->\n"
_ENDS = "\n<!-- That was it. -->"


def with_table(page: str, table: str) -> str:
    """Return a page with another table between its marks."""
    before, _, rest = page.partition(_BEGINS)
    assert rest, "the page has no place for its table"
    return before + _BEGINS + table + rest[rest.index(_ENDS) :]
