"""The files under `deploy/`, as tests read and run them."""

from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"


def deployed(name: str) -> Any:
    """Return what a YAML file under `deploy/` says."""
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def service_command(name: str) -> list[str]:
    """Return the command that `compose.yaml` gives a service."""
    return [str(word) for word in deployed("compose.yaml")["services"][name]["command"]]
