"""The pages that are made from code say what the code says."""

import re

import dagster as dg
import pytest

from sift_assets_tests.docs.reference.event_metadata import (
    EVERYWHERE,
    SHOWN,
    SOMETIMES,
    WORDS,
)
from sift_assets_tests.docs.reference.pages import COMMAND, DOCS, PAGES, TABLES, with_table
from sift_assets_tests.fakes.project_folder import ProjectFolder

ANEW = f"what stands there is of yesterday; `{COMMAND}` writes it anew"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_makes_of_it(name: str) -> None:
    assert (DOCS / "reference" / name).read_text(encoding="utf-8") == PAGES[name](), ANEW


@pytest.mark.parametrize("name", TABLES)
def test_the_table_of_a_page_is_what_the_code_makes_of_it(name: str) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert page == with_table(page, TABLES[name]()), ANEW


def test_no_other_page_stands_among_those_that_are_made() -> None:
    assert {page.name for page in (DOCS / "reference").iterdir()} == PAGES.keys()


def test_every_word_of_metadata_is_explained_and_none_for_nothing() -> None:
    shown = {word for words in SHOWN.values() for word in words}
    assert shown == WORDS.keys()
    assert not WORDS.keys() & (EVERYWHERE.keys() | SOMETIMES.keys())


def test_the_events_of_a_run_hold_what_the_page_says(built: ProjectFolder) -> None:
    seen = {name: keys for name in SHOWN if (keys := metadata_of(built.instance, name))}
    assert len(seen) > len(SHOWN) / 2
    assert {name: keys - told(name) for name, keys in seen.items() if keys - told(name)} == {}


def metadata_of(instance: dg.DagsterInstance, asset: str) -> set[str]:
    """Return the keys of all events of an asset."""
    records = instance.fetch_materializations(dg.AssetKey(asset), limit=100).records
    events = [record.asset_materialization for record in records]
    return {key for event in events if event for key in event.metadata}


def told(asset: str) -> set[str]:
    """Return what the page says of an asset's events."""
    also = {key for key, (assets, _) in SOMETIMES.items() if asset in assets.split(", ")}
    return {*EVERYWHERE, *SHOWN[asset], *also}


def test_every_tag_of_ours_is_explained() -> None:
    package = DOCS.parent / "sift_assets"
    sources = (module.read_text(encoding="utf-8") for module in package.rglob("*.py"))
    tags = {tag for source in sources for tag in re.findall(r'"(sift/[a-z_]+)"', source)}
    page = (DOCS / "reference" / "metadata.md").read_text(encoding="utf-8")
    assert {tag for tag in tags if f"`{tag}`" not in page} == set()


@pytest.mark.parametrize(
    ("setting", "shapes"),
    [
        ("rpm", "–"),
        ("reader.timeout_seconds", "–"),
        ("chunk_size", "`extraction`"),
        ("resolution.encoder", "`resolution`, `search`"),
        ("temperature", "`extraction`, `resolution`, `narrative`, `promotion`"),
        ("promotion.tracked[].aliases", "`promotion`"),
        ("export_formats", "`export`"),
    ],
)
def test_what_a_setting_shapes_is_found_by_moving_it(setting: str, shapes: str) -> None:
    page = (DOCS / "reference" / "settings.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| `{setting}` |")]
    assert [cell.strip() for cell in re.split(r"(?<!\\)\|", row)][4] == shapes
