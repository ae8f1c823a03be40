"""A project of the review page with seats, of which something is proposed."""

import json
from pathlib import Path

from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.promoting_project import PEOPLE
from sift_assets_tests.fakes.swept_seats import sweep

PLAN = (
    "# The quay\n\nSee https://github.com/acme/wolframite for the code.\n\n"
    "Zephyrine Quill works for Wolframite Ltd. <script>window.taken = 1</script>\n\n"
    + "The harbour was quiet, and the quay was built in stone. " * 40
    + "\n\nThe end of it: Ada Varga agreed.\n"
)
"""Of Ada's seat; its end is in no preview."""

ACCOUNT = "DE89 3704 0044 0532 0130 00"
"""Number of a bank account, which may be a secret and stops nothing."""

OWN = f"Code of https://gitlab.com/eve/thing, paid to {ACCOUNT}. Karl Meier wrote it.\n"
"""Of Bob's seat, who decides on what is of others."""


def propose(root: Path) -> dict[str, str]:
    """Declare the seats, sweep them, and return the seat of each item to its id."""
    file = root / "sift.yaml"
    file.write_text(file.read_text(encoding="utf-8") + PEOPLE, encoding="utf-8")
    for name, text in {"ada/plan.md": PLAN, "bob/own.md": OWN}.items():
        (root / "people" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "people" / name).write_text(text, encoding="utf-8")
    workspace = Workspace.open(root, environment={})
    version = sweep(workspace).provenance.version
    return {one["seat"]: one["id"] for one in json.loads(workspace.store.get(version))["items"]}
