"""Writes the pages of docs/reference anew, and the tables of other pages that are made from code.

    python -m sift_assets_tests.docs.reference

from the repository's root. `test_reference.py` compares what stands there with what this writes.
"""

from sift_assets_tests.docs.reference.pages import DOCS, PAGES, TABLES, with_table


def main() -> None:
    """Write every page and every table."""
    (DOCS / "reference").mkdir(exist_ok=True)
    for name, made in PAGES.items():
        (DOCS / "reference" / name).write_text(made(), encoding="utf-8")
    for name, made in TABLES.items():
        page = DOCS / name
        page.write_text(with_table(page.read_text(encoding="utf-8"), made()), encoding="utf-8")


if __name__ == "__main__":
    main()
