"""What Dagster writes of runs to the terminal, where programs are to read it."""

import logging
from collections.abc import Mapping

import dagster as dg

from sift_assets.core.operations.settings import LogFormat
from sift_assets.resources.log_lines import StderrLines, write_lines


@dg.logger(
    {"log_level": dg.Field(str, is_required=False, default_value="INFO")},
    description="Writes one JSON document a line to standard error.",
)
def json_lines(_context: dg.InitLoggerContext) -> logging.Logger:
    """Make the logger of a run; the level that `sift run` sets for people does not count."""
    logger = logging.Logger("dagster", logging.DEBUG)  # noqa: LOG001 - one of its own for each run
    logger.addHandler(StderrLines())
    return logger


def loggers(log_format: LogFormat) -> Mapping[str, dg.LoggerDefinition]:
    """Return the loggers of runs in place of Dagster's; with JSON, ours write lines from now on."""
    if log_format is not LogFormat.JSON:
        return {}
    write_lines()
    return {"console": json_lines}
