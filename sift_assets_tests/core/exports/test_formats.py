"""Which files each export format consists of."""

import pytest

from sift_assets.core.exports.formats import (
    DATABASES,
    FIXED_FILES,
    FOLDERS,
    NAMED_BY_CONTENT,
    among_exports,
    export_files,
)
from sift_assets.core.records.record import content_hash, key_of
from sift_assets.core.settings.model import ExportFormat
from sift_assets.resources.sqlite_tables import sqlite_bytes
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

CONTENT = example_content()
FORMS = [form for form in ExportFormat if form not in DATABASES]
MADE = {form: export_files(CONTENT, form) for form in FORMS}


@pytest.mark.parametrize("form", FORMS)
def test_each_format_writes_its_files(form: ExportFormat) -> None:
    assert any(b"Atlantis" in data for data in MADE[form].values())
    if form in NAMED_BY_CONTENT:
        assert form in FOLDERS
    else:
        assert set(MADE[form]) == set(FIXED_FILES[form])


def test_no_two_formats_write_the_same_file() -> None:
    names = [among_exports(form, name) for form in FORMS for name in MADE[form]]
    names += DATABASES.values()
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_graph_gives_the_same_bytes(form: ExportFormat) -> None:
    assert export_files(example_content(), form) == MADE[form]


def digest() -> str:
    """Return the hash of all bytes that formats make of the example, SQLite's as well."""
    files = {f"{form} {name}": data for form in FORMS for name, data in MADE[form].items()}
    files["sqlite"] = sqlite_bytes(CONTENT.tables, {"entities": ("id",)})
    return key_of({name: content_hash(data) for name, data in files.items()})


def test_hash_seeds_change_no_byte() -> None:
    code = f"from {__name__} import digest; print(digest())"
    assert printed_under_hash_seeds(code) == {digest()}
