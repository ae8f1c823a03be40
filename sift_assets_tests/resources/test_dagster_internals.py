"""Each use of Dagster's private API, on real storage: it must break here first."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from sift_assets.resources.dagster_internals import (
    BATCH_VARIABLE,
    DATA_VERSION_TAG,
    RANGE_END_TAG,
    RANGE_START_TAG,
    USER_VERSION_TAG,
    Head,
    free_pool_slots,
    head,
    partition_heads,
    report_together,
    silent_output,
)

PARTITIONS = dg.DynamicPartitionsDefinition(name="documents")
KEYS = ("a", "b", "c")


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dg.DagsterInstance]:
    with dg.instance_for_test(temp_dir=str(tmp_path_factory.mktemp("home"))) as instance:
        instance.add_dynamic_partitions("documents", list(KEYS))
        yield instance


def report(
    instance: dg.DagsterInstance, asset: str, version: str | None, partition: str | None = None
) -> None:
    tags = {DATA_VERSION_TAG: version, USER_VERSION_TAG: "true"} if version else {}
    event = dg.AssetMaterialization(asset, partition=partition, tags=tags)
    instance.report_runless_asset_event(event)


def test_heads_are_the_latest_versions_of_the_asked_partitions(
    storage: dg.DagsterInstance,
) -> None:
    for version, partition in (("1", "a"), ("1", "b"), ("2", "a"), ("9", "c")):
        report(storage, "headed", version, partition)
    found = partition_heads(storage, "headed", ["a", "b", "never"])
    assert {p: h.version for p, h in found.items()} == {"a": "2", "b": "1"}
    assert found["a"].storage_id > found["b"].storage_id
    assert partition_heads(storage, "headed", []) == {}
    assert partition_heads(storage, "unknown", ["a"]) == {}


def test_of_many_partitions_all_are_read_and_the_asked_ones_returned(
    storage: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version, partition in (("1", "m"), ("1", "n"), ("2", "m"), ("9", "o")):
        report(storage, "many", version, partition)
    named = partition_heads(storage, "many", ["m", "n", "never"])
    monkeypatch.setattr("sift_assets.resources.dagster_internals.NAMED_PARTITIONS", 1)
    assert partition_heads(storage, "many", ["m", "n", "never"]) == named
    assert {p: h.version for p, h in named.items()} == {"m": "2", "n": "1"}


def test_the_head_of_an_unpartitioned_asset_is_its_latest_event(
    storage: dg.DagsterInstance,
) -> None:
    assert head(storage, "whole") is None
    report(storage, "whole", "1")
    first = head(storage, "whole")
    report(storage, "whole", "2")
    second = head(storage, "whole")
    assert first is not None
    assert second is not None
    assert (first.version, second.version) == ("1", "2")
    assert second.storage_id > first.storage_id


def test_a_head_without_a_version_is_empty_not_missing(storage: dg.DagsterInstance) -> None:
    report(storage, "unversioned", None, "a")
    (found,) = partition_heads(storage, "unversioned", ["a"]).values()
    assert isinstance(found, Head)
    assert found.version == ""


@pytest.mark.parametrize("at_once", ["1", "2", "500"])
def test_reports_of_many_are_stored_in_their_order_as_single_ones_are(
    storage: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch, at_once: str
) -> None:
    monkeypatch.setenv(BATCH_VARIABLE, at_once)
    asset = f"reported_{at_once}"
    tags = {DATA_VERSION_TAG: "1", USER_VERSION_TAG: "true"}
    made = [dg.AssetMaterialization(asset, partition=key, tags=tags) for key in KEYS]
    report_together(storage, made)
    report_together(storage, [])
    heads = partition_heads(storage, asset, KEYS)
    assert [heads[key].version for key in KEYS] == ["1"] * len(KEYS)
    assert sorted(KEYS, key=lambda key: heads[key].storage_id) == list(KEYS)
    single = dg.AssetMaterialization(asset, partition="single", tags=tags)
    storage.report_runless_asset_event(single)
    latest, before = storage.fetch_materializations(dg.AssetKey(asset), limit=2).records
    ours, theirs = before.event_log_entry, latest.event_log_entry
    assert (ours.run_id, ours.job_name, ours.level) == (
        theirs.run_id,
        theirs.job_name,
        theirs.level,
    )
    assert before.asset_materialization == made[-1]


def range_run(instance: dg.DagsterInstance, assets: list[Any]) -> dg.ExecuteInProcessResult:
    return dg.materialize(
        assets,
        instance=instance,
        tags={RANGE_START_TAG: "a", RANGE_END_TAG: "c"},
        raise_on_error=False,
    )


def per_partition(name: str, *, silent: bool, deps: tuple[str, ...] = ()) -> dg.AssetsDefinition:
    """Declare an asset that records a version of its own for every partition of its range."""
    spec = dg.AssetSpec(name, partitions_def=PARTITIONS, skippable=True, deps=list(deps))

    @dg.multi_asset(name=name, specs=[spec])
    def computed(context: dg.AssetExecutionContext) -> Iterator[Any]:
        for key in context.partition_keys:
            tags = {DATA_VERSION_TAG: f"{name} of {key}", USER_VERSION_TAG: "true"}
            yield dg.AssetMaterialization(name, partition=key, tags=tags)
        if silent:
            yield silent_output(name)

    return computed


def test_a_silent_output_keeps_the_version_of_each_partition_and_lets_the_next_step_run(
    storage: dg.DagsterInstance,
) -> None:
    assets = [
        per_partition("texts", silent=True),
        per_partition("extracted", silent=True, deps=("texts",)),
    ]
    result = range_run(storage, assets)
    assert result.success
    for name in ("texts", "extracted"):
        found = partition_heads(storage, name, KEYS)
        assert {p: h.version for p, h in found.items()} == {k: f"{name} of {k}" for k in KEYS}
        key = dg.AssetKey(name)
        assert len(storage.fetch_materializations(key, limit=10).records) == len(KEYS)
        assert storage.get_materialized_partitions(key) == set(KEYS)


def test_without_it_the_next_step_would_be_skipped(storage: dg.DagsterInstance) -> None:
    assets = [
        per_partition("silenced", silent=False),
        per_partition("below_silenced", silent=True, deps=("silenced",)),
    ]
    assert range_run(storage, assets).success
    assert partition_heads(storage, "below_silenced", KEYS) == {}


def test_the_pool_slots_of_a_dead_run_are_freed(storage: dg.DagsterInstance) -> None:
    log = storage.event_log_storage
    assert log.supports_global_concurrency_limits
    log.set_concurrency_slots("model", 1)
    log.claim_concurrency_slot("model", "dead run", "step")
    assert log.get_concurrency_info("model").active_slot_count == 1
    free_pool_slots(storage, "another run")
    assert log.get_concurrency_info("model").active_slot_count == 1
    free_pool_slots(storage, "dead run")
    assert log.get_concurrency_info("model").active_slot_count == 0


def test_tags_are_spelled_as_dagster_spells_them() -> None:
    from dagster._core.definitions import data_version as spelled
    from dagster._core.storage.tags import (
        ASSET_PARTITION_RANGE_END_TAG,
        ASSET_PARTITION_RANGE_START_TAG,
    )

    from sift_assets.resources import dagster_internals as ours

    assert ours.DATA_VERSION_TAG == spelled.DATA_VERSION_TAG
    assert ours.CODE_VERSION_TAG == spelled.CODE_VERSION_TAG
    assert ours.USER_VERSION_TAG == spelled.DATA_VERSION_IS_USER_PROVIDED_TAG
    assert spelled.get_input_data_version_tag(dg.AssetKey("a")) == ours.INPUT_VERSION_TAG + "a"
    assert spelled.get_input_event_pointer_tag(dg.AssetKey("a")) == ours.INPUT_POINTER_TAG + "a"
    assert ours.RANGE_START_TAG == ASSET_PARTITION_RANGE_START_TAG
    assert ours.RANGE_END_TAG == ASSET_PARTITION_RANGE_END_TAG


def test_the_module_is_the_only_one_that_imports_private_dagster() -> None:
    package = Path(__file__).parents[2] / "sift_assets"
    private = [
        str(file.relative_to(package))
        for file in sorted(package.rglob("*.py"))
        if "dagster._" in file.read_text(encoding="utf-8")
    ]
    assert private == ["resources/dagster_internals.py"]
