"""A folder for each example of a law that is tried on the fixture `shared_folder`."""

from pathlib import Path

from hypothesis import HealthCheck

ONE_FIXTURE_FOR_ALL = (HealthCheck.function_scoped_fixture,)
"""To be suppressed: the examples share the project, and each has a folder in it."""


def fresh(folder: Path) -> Path:
    """Return a folder below that nothing has been written to."""
    new = folder / str(len(list(folder.iterdir())))
    new.mkdir()
    return new
