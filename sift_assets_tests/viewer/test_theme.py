"""Colours of the page: each text can be read on what it stands on, by light and by dark."""

import re
from pathlib import Path

import sift_assets.viewer

STYLE = Path(sift_assets.viewer.__file__).parent / "source" / "style" / "theme.css"

ENOUGH = 7.0
"""Contrast for any text, after the Web Content Accessibility Guidelines, level AAA."""

WRITTEN_ON = {
    "ink": ("paper", "panel", "mark"),
    "soft": ("paper", "panel"),
    "accent": ("paper", "panel", "accent-paper"),
    "waiting-ink": ("waiting-paper",),
    "confirmed": ("paper", "panel"),
}
"""Colour of a text to what it is written on."""


def light(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_every_text_has_enough_contrast_by_light_and_by_dark() -> None:
    blocks = re.findall(r"\{([^{}]*)\}", STYLE.read_text("utf-8"))
    themes = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks]
    assert len(themes) == 3
    assert themes[1] == themes[2]  # dark by the switch, and dark as the system is
    weak = [
        (text, paper, round(contrast(theme[text], theme[paper]), 1))
        for theme in themes
        for text, papers in WRITTEN_ON.items()
        for paper in papers
        if contrast(theme[text], theme[paper]) < ENOUGH
    ]
    assert weak == []
