"""How documents are partitioned: a partition each, or hash shards; the part of the settings.

It shapes no value: the same documents give the same bytes in both.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import field_validator, model_validator

from sift_assets.core.records.record import Record

SECTION, EACH = "partitions", "document"
"""The section of `sift.yaml`, and the word for a partition each, which is the default."""

MAX_SHARDS = 4096
"""Dagster's pages and queries are slow from some ten thousand partitions on, and a shard of a
hundred million documents still is a run of a day."""


class PartitionSettings(Record):
    """How documents are partitioned; said in a word, `document`, or as `{shards: 256}`.

    Attributes:
        shards: Into how many shards documents are put by a hash of their keys, a power of two;
            None for a partition each.
    """

    shards: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _in_a_word(cls, said: Any) -> Any:
        if said == EACH:
            return {}
        if not isinstance(said, Mapping | PartitionSettings):
            raise ValueError("is neither `document` nor, for example, `{shards: 256}`")
        return said  # pyright: ignore[reportUnknownVariableType]

    @field_validator("shards", mode="before")
    @classmethod
    def _a_number(cls, shards: Any) -> Any:
        if isinstance(shards, bool):
            raise ValueError("is no number")
        return shards

    @field_validator("shards")
    @classmethod
    def _a_power_of_two(cls, shards: int | None) -> int | None:
        if shards is not None and (shards < 1 or shards > MAX_SHARDS or shards & (shards - 1)):
            raise ValueError(f"is {shards}: write a power of two up to {MAX_SHARDS}, as 256")
        return shards


def in_full(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return settings with the word written as a mapping, so that a variable can win over it."""
    return {**data, SECTION: {}} if data.get(SECTION) == EACH else data
