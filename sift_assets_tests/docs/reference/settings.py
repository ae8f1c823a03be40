"""docs/reference/settings.md: every key of sift.yaml, and what it shapes."""

from collections.abc import Iterable
from functools import cache

from sift_assets.core.planning.lineage import DECLARED
from sift_assets.core.settings.loading import read_settings, setting_names
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.stages import Stage, stage_versions
from sift_assets_tests.docs.reference.fields import NONE, Told, fields
from sift_assets_tests.docs.reference.markdown import code, codes, page, table
from sift_assets_tests.docs.reference.moving import is_section, moved

_EXAMPLE = """
seats: [{name: ada, folder: people/ada, owner: ada}, {name: bob, folder: bob, owner: ada}]
principals: [{name: bob, seats: [bob]}, {name: ada}, {name: other}]
promotion: {tracked: [{name: Norrsund Harbour}]}
reader: {readers: {.pdf: kreuzberg}}
freshness: {fail_after: 24h, warn_after: 1h}
"""
"""Has an item in every list on the way to a field."""

_MODELS = ("local", "scripted/play.yaml")
"""What only a language model is told shapes nothing for the local one, so both are looked at."""

_ROOTS = {
    "documents": "which documents there are",
    "ignore": "which documents there are",
    "domain": "the asset `domain`",
    "discovered_domain": "the asset `domain`",
    "bibliography": "`reader`, by what the file says",
}
"""What moves by a setting without the asset `settings` moving."""


def settings_page() -> str:
    """Return the page."""
    told = [one for one in fields(Settings) if not is_section(one)]
    rows = [
        (code(one.name), one.kind, one.default, _shapes(one), one.about, _variable(one))
        for one in told
    ]
    return page(
        "Settings: sift.yaml",
        "Every key, in the order of the file. A key with a point stands inside a section: "
        "`reader.ocr` is `reader: {ocr: …}`. `[]` is an item of a list. An unknown key is an "
        "error with its line; the last good value stays in force until it is mended.",
        "**Shapes** is the stage of the asset `settings` that moves when the key does, found by "
        f"moving it. What does not shape a value ({NONE}) may be changed at any time, and nothing "
        "is computed again. **Variable** beats the file for one call; lists and mappings have "
        "none.",
        table(("key", "value", "default", "shapes", "what it does", "variable"), rows),
        "## Stages",
        "What reads a stage, so what is looked up again when it moves:",
        table(("stage", "read by"), [(code(stage), _readers(stage)) for stage in Stage]),
    )


def _shapes(field: Told) -> str:
    if field.name in _ROOTS:
        return _ROOTS[field.name]
    found = {stage for base in _bases() for stage in moved(base, field, stage_versions)}
    return codes(stage for stage in Stage if stage in found) or NONE


@cache
def _bases() -> tuple[Settings, ...]:
    return tuple(read_settings(f"model: {model}\n{_EXAMPLE}", "sift.yaml", {}) for model in _MODELS)


def _variable(field: Told) -> str:
    names = {path: name for name, path in setting_names().items()}
    return code(names[field.path]) if field.path in names else NONE


def _readers(stage: Stage) -> str:
    return codes(assets_reading("settings", stage))


def assets_reading(root: str, partition: str) -> Iterable[str]:
    """Yield the assets that read a partition of a root, in order."""
    for asset, lineage in DECLARED.items():
        if any(one.asset == root and partition in one.partitions for one in lineage.inputs):
            yield asset
