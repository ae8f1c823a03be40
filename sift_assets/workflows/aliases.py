"""Whether the model that was asked for is the one that answers: names of models may be aliases."""

from collections import Counter, defaultdict

from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.findings import SHOWN, CheckFinding


def alias_check(workspace: Workspace) -> CheckFinding:
    """Look for models whose name has meant different ones: the answers are not of one kind then.

    `sift run --again DOCUMENT` asks the present one.
    """
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for entry in workspace.provenance.read("extractions").values():
        answered_by = str(entry.facts.get("answered_by", ""))
        if answered_by:
            found[str(entry.facts["model"])].update(answered_by.split(", "))
    rows = [
        {"model": model, "answered_by": name, "documents": str(documents)}
        for model, names in sorted(found.items())
        if len(names) > 1
        for name, documents in sorted(names.items())
    ]
    moved = sorted({row["model"] for row in rows})
    summary = f"{', '.join(moved)}: the name has meant different models." if moved else ""
    fine = "Every name has meant one model." if found else "No language model has answered."
    return CheckFinding(not rows, summary or fine, len(found), rows[:SHOWN])
