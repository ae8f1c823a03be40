"""Logs for programs: one JSON document a line, with fields that a program may search by.

What is written is a list of fields, not whatever a record brings along: messages of foreign errors
may quote a document, and arguments of calls may hold a key. Of an error its kind is written.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

LOGGER = "sift_assets"
"""All of ours are below it."""

FIELDS = (
    "asset",
    "document",
    "chunk",
    "status",
    "reason",
    "version",
    "found_in_store",
    "chunks",
    "chunks_failed",
    "chunks_pending",
    "mentions",
    "relations",
)
"""What records of ours may say beside their message; no text of a document, no key."""


EVENTS = frozenset(
    {
        "RUN_START",
        "RUN_SUCCESS",
        "RUN_FAILURE",
        "RUN_CANCELED",
        "STEP_START",
        "STEP_SUCCESS",
        "STEP_FAILURE",
    }
)
"""Events of Dagster's that have a line: it has a dozen for each document, all as for debugging."""

OLDER_WORD = "PIPELINE_"
"""How the values of events of runs begin still."""


class JsonLines(logging.Formatter):
    """Writes a record of ours or of Dagster's as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        meta: dict[str, Any] = getattr(record, "dagster_meta", None) or {}
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, tz=UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": meta.get("orig_message") or record.getMessage(),
            **(_of_dagster(meta) if meta else _place()),
        }
        for name in FIELDS:
            if hasattr(record, name):
                line[name] = getattr(record, name)
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=True)  # no control character reaches a terminal


class StderrLines(logging.Handler):
    """Writes lines to what is standard error at that moment: Dagster captures it step by step."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.addFilter(_is_written)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        try:
            sys.stderr.write(f"{self.format(record)}\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            self.handleError(record)


def write_lines() -> None:
    """Have all loggers of ours write lines in this process; once is enough."""
    ours = logging.getLogger(LOGGER)
    if not any(isinstance(handler, StderrLines) for handler in ours.handlers):
        ours.addHandler(StderrLines())
        ours.setLevel(logging.INFO)


def _is_written(record: logging.LogRecord) -> bool:
    event = _event(getattr(record, "dagster_meta", None) or {})
    return event in EVENTS if event else record.levelno >= logging.INFO


def _event(meta: dict[str, Any]) -> str:
    """Return the kind of the event that a record is of, empty where it is of none."""
    value: str = getattr(meta.get("dagster_event"), "event_type_value", "")
    return f"RUN_{value.removeprefix(OLDER_WORD)}" if value.startswith(OLDER_WORD) else value


def _of_dagster(meta: dict[str, Any]) -> dict[str, Any]:
    named = {
        "run_id": meta.get("run_id"),
        "step": meta.get("step_key"),
        "event": _event(meta),
    }
    return {name: value for name, value in named.items() if value}


def _place() -> dict[str, Any]:
    """Return the run and the step that this thread carries out; nothing outside of any."""
    if "dagster" not in sys.modules:
        return {}  # to import it takes a second, and whoever runs a step has it
    import dagster as dg

    try:
        context = dg.OpExecutionContext.get()
    except dg.DagsterInvariantViolationError:
        return {}
    return {"run_id": context.run_id, "step": context.op_handle.name}
