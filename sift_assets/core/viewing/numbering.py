"""Numbers instead of names that are repeated ten thousand times."""

from typing import Generic, TypeVar

Name = TypeVar("Name")


class Numbering(dict[Name, int], Generic[Name]):
    """Gives each name the next number when it is first asked for."""

    def __missing__(self, name: Name) -> int:
        """Return a number for a new name."""
        self[name] = len(self)
        return self[name]
