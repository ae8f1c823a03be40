"""`sift import zotero`: a bibliography with its attachments."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say


@click.command("zotero")
@click.argument("export", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@as_json
@click.pass_obj
def zotero(project: Path, export: Path, as_json: bool) -> int:
    """Make EXPORT, a CSL JSON, RIS or BibTeX file, the bibliography; nothing in it is changed.

    Of its attachments it says title, date, authors and keywords. A project without documents
    watches the folder of EXPORT. Export with files, and again when something has changed: only
    what is said differently of a document is taken up anew.
    """
    from sift_assets.workflows.pointing import describe, described

    file = export.resolve()
    found = described(describe(open_workspace(project), file))
    if as_json:
        print_json(found.model_dump(mode="json"))
        return 0
    say(f"{found.bibliography} is the bibliography now.", bold=True)
    say(f"{found.works} works; of {len(found.documents)} documents it says what they are.")
    for title, keys in (
        ("works without a document here", found.without_document),
        ("documents that it says nothing of", found.without_entry),
    ):
        if keys:
            say(f"  {len(keys)} {title}: {', '.join(keys)}")
    say("Next: sift run")
    return 0
