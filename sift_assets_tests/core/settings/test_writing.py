"""Settings written into `sift.yaml`: what was given changes, the rest stays as it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.config.yaml_source import read_yaml
from sift_assets.core.errors import ConfigError
from sift_assets.core.settings.writing import with_settings

FILE = """\
# mine
documents: documents        # the watched folder
model: local                # or another
reader:
  ocr: true   # slow
  # a thought
narrative: {profiles: false, labels: true}
"""


@pytest.mark.parametrize(
    ("given_settings", "old", "new"),
    [
        ({"model": "local"}, "", ""),
        ({"model": "openai/gpt-4o-mini"}, "model: local  ", "model: openai/gpt-4o-mini  "),
        ({"documents": "my files: all"}, "documents: documents  ", 'documents: "my files: all"  '),
        ({"reader.ocr": False}, "  ocr: true ", "  ocr: false "),
        ({"reader.ocr_language": "deu+eng"}, "reader:\n", 'reader:\n  ocr_language: "deu+eng"\n'),
        (
            {"narrative.profiles": True},
            "{profiles: false, labels: true}",
            "{labels: true, profiles: true}",
        ),
    ],
)
def test_one_line_changes_and_the_comments_stay(
    given_settings: dict[str, str | bool], old: str, new: str
) -> None:
    assert with_settings(FILE, given_settings, "sift.yaml") == FILE.replace(old, new, 1)


def test_what_is_new_comes_at_the_end() -> None:
    changed = with_settings("a: 1", {"chunk_size": 5000, "models.narrate": "no"}, "sift.yaml")
    assert changed == 'a: 1\nchunk_size: 5000\nmodels: {narrate: "no"}\n'


def test_a_layout_that_cannot_be_changed_by_a_line_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"Write `model: local` into it yourself"):
        with_settings("model: >\n  other\n", {"model": "local"}, "sift.yaml")


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1))
def test_whatever_is_written_is_read_back(text: str) -> None:
    changed = with_settings(FILE, {"model": text, "reader.ocr_language": text}, "sift.yaml")
    data = read_yaml(changed, "sift.yaml").data
    assert data["model"] == data["reader"]["ocr_language"] == text
    assert with_settings(changed, {"model": text}, "sift.yaml") == changed
