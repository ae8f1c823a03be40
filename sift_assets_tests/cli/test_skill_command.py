"""The skill file is printed, or put where agents look for it."""

from pathlib import Path

from sift_assets.agent.tools import Tools
from sift_assets_tests.cli.calling import call


def test_the_skill_names_every_tool_and_says_what_never_to_do() -> None:
    text = call("skill").out
    assert text.startswith("---\nname: sift-graph\n")
    names = {tool.__name__ for tool in Tools(Path()).all}
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
    for heading in ("Orient yourself", "Ask before you answer", "Cite", "Islands", "Never invent"):
        assert f"\n## {heading}\n" in text
    assert call("skill", "--json").json == {"skill": text}


def test_the_skill_is_installed_below_a_folder_of_skills(tmp_path: Path) -> None:
    written = call("skill", "--install", tmp_path, "--json").json
    file = tmp_path / "sift-graph" / "SKILL.md"
    assert written == {"written": str(file)}
    assert file.read_text(encoding="utf-8") == call("skill").out
    assert call("skill", "--install", tmp_path).code == 0
