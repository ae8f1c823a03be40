"""The skill file: how an agent answers from the graph, in words of ours."""

from importlib.resources import files


def skill_text() -> str:
    """Return the skill file."""
    return files("sift_assets.agent").joinpath("skill.md").read_text(encoding="utf-8")
