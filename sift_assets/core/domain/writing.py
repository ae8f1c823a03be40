"""A domain as the text of a file: for one that a program made, or that came from elsewhere."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

from sift_assets.core.domain.model import Domain

_WIDTH = 100
"""Columns of a line, as in the domains that come with the package."""


def written_domain(domain: Domain) -> str:
    """Return the text of a file that says what a domain says and leaves out what is a default."""
    return dumped(domain.model_dump(mode="json", exclude_defaults=True))


def dumped(value: Mapping[str, Any]) -> str:
    """Return plain data as YAML for people, in the order it has."""
    return yaml.dump(
        dict(value),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=_WIDTH,
        default_flow_style=False,
    )


def file_stem(name: str) -> str:
    """Return a name for a domain's file: lower snake case, letters and digits of ASCII only."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "domain"


class _Dumper(yaml.SafeDumper):
    """Writes no anchors, which nobody wants to edit."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the base class's signature
        """Return that a value is written out wherever it stands."""
        return True
