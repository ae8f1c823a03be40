r"""Measurements in the text format of Prometheus, version 0.0.4.

A family has one `# HELP`, one `# TYPE` and a line for each sample. In help texts `\` and line
ends are escaped, in values of labels also `"`.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""What a scraper expects of the answer."""

Kind = Literal["gauge", "counter"]
"""A gauge goes up and down; a counter only up, and begins anew when what counts it is deleted."""


class Sample(NamedTuple):
    """One number.

    Attributes:
        value: It.
        labels: Label to value; what tells it from the others of its family.
    """

    value: float
    labels: Mapping[str, str] = {}


class Family(NamedTuple):
    """The numbers of one name.

    Attributes:
        name: Letters, digits and `_`; ends in its unit, and a counter in `_total`.
        help: What it is, in one sentence.
        kind: See `Kind`.
        samples: The numbers, in the order in which they are written.
    """

    name: str
    help: str
    kind: Kind
    samples: tuple[Sample, ...]


def exposition(families: Iterable[Family]) -> str:
    """Write measurements for a scraper; a family without a number is left out."""
    lines = [line for family in families if family.samples for line in _lines(family)]
    return "".join(f"{line}\n" for line in lines)


def _lines(family: Family) -> Iterable[str]:
    yield f"# HELP {family.name} {_escaped(family.help)}"
    yield f"# TYPE {family.name} {family.kind}"
    for sample in family.samples:
        labels = ",".join(f'{key}="{_quoted(text)}"' for key, text in sample.labels.items())
        yield (
            f"{family.name}{{{labels}}} {sample.value!r}"
            if labels
            else (f"{family.name} {sample.value!r}")
        )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _quoted(text: str) -> str:
    return _escaped(text).replace('"', '\\"')
