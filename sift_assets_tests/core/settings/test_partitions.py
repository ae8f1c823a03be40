"""How documents are partitioned, as the settings say it."""

import pytest

from sift_assets.core.errors import ConfigError
from sift_assets.core.settings.loading import overridden, read_settings
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.partitions import MAX_SHARDS
from sift_assets.core.settings.stages import stage_facets

IN_256 = "partitions: {shards: 256}"


def shards(text: str, **environment: str) -> int:
    return read_settings(text, "sift.yaml", environment).shards


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("partitions: document", 0),
        ("partitions: {}", 0),
        (IN_256, 256),
        ("partitions: {shards: 1}", 1),
        (f"partitions: {{shards: {MAX_SHARDS}}}", MAX_SHARDS),
    ],
)
def test_documents_are_a_partition_each_unless_shards_are_wanted(text: str, expected: int) -> None:
    assert shards(text) == expected


@pytest.mark.parametrize("text", ["", "partitions: document", IN_256])
def test_a_variable_and_a_flag_beat_the_file_whether_it_says_a_word_or_a_number(text: str) -> None:
    assert shards(text, SIFT_PARTITIONS_SHARDS="8") == 8
    read = read_settings(text, "sift.yaml", {})
    assert overridden(read, partitions_shards="16").shards == 16
    assert overridden(read).shards == read.shards


@pytest.mark.parametrize(
    ("text", "field", "said"),
    [
        ("partitions: {shards: 100}", "partitions.shards", "power of two up to 4096"),
        ("partitions: {shards: 0}", "partitions.shards", "power of two up to 4096"),
        ("partitions: {shards: -2}", "partitions.shards", "power of two up to 4096"),
        ("partitions: {shards: 8192}", "partitions.shards", "power of two up to 4096"),
        ("partitions: {shards: true}", "partitions.shards", "is no number"),
        ("partitions: {shards: many}", "partitions.shards", "must be a whole number"),
        ("partitions: {shard: 8}", "partitions.shard", "Did you mean `shards`?"),
        ("partitions: shards", "partitions", "neither `document` nor, for example, `{shards:"),
        ("partitions: 256", "partitions", "neither `document` nor, for example, `{shards: 256}`"),
    ],
)
def test_anything_else_is_refused_by_file_line_and_field(text: str, field: str, said: str) -> None:
    with pytest.raises(ConfigError) as raised:
        shards(f"domain: general\n{text}\n")
    error = raised.value
    assert (error.file, error.line, error.field) == ("sift.yaml", 2, field)
    assert said in str(error)


def test_partitions_shape_no_value() -> None:
    in_shards = read_settings(IN_256, "sift.yaml", {})
    assert stage_facets(in_shards) == stage_facets(Settings())
