"""What is told of a failed run: numbers, names and a link, never a word of a document.

The message of an error may quote what it stumbled over, and partitions are paths of documents. So
an alert has the kind of an error, and for all else the page on which an administrator reads it.
"""

from typing import Any

from sift_assets.core.records.record import Record

NO_STEP = "no step; its process was gone or never began"

FAILED_RUN = "run_failure"
"""What happened, for programs that take several kinds of messages."""


class Alert(Record):
    """One failed run.

    Attributes:
        project: Name of the project's folder.
        run_id: Dagster's.
        assets: What the run was to make, sorted.
        failed_steps: Steps that failed, sorted; none where the run's process was gone.
        errors: Kinds of errors, as Python calls them, sorted; none likewise.
        link: Dagster's page of the run.
    """

    project: str
    run_id: str
    assets: tuple[str, ...]
    failed_steps: tuple[str, ...]
    errors: tuple[str, ...]
    link: str

    @property
    def subject(self) -> str:
        """It in one line."""
        return f"Run {self.run_id[:8]} of {_on_one_line(self.project)} failed"

    @property
    def text(self) -> str:
        """It in a few lines for people."""
        return "\n".join(
            (
                f"{self.subject}.",
                f"Assets: {', '.join(self.assets) or 'not known'}",
                f"Failed: {', '.join(self.failed_steps) or NO_STEP}",
                f"Kind of error: {', '.join(self.errors) or 'not known'}",
                f"Run: {self.run_id}",
                self.link,
            )
        )

    def for_programs(self) -> dict[str, Any]:
        """Return it as plain data; `text` is what chat programs show of a webhook."""
        return {"event": FAILED_RUN, "text": self.text, **self.model_dump(mode="json")}


def _on_one_line(name: str) -> str:
    """Return the name of a folder as a head of a message may hold it."""
    return "".join(one if one.isprintable() else " " for one in name)
