"""A project that a daemon follows: what has been materialized, and what a clean build gives."""

import shutil
from collections import Counter
from pathlib import Path

import dagster as dg

from sift_assets.core.planning.lineage import CHAIN, LINEAGE, SPINE, Partitioning
from sift_assets.defs.reconciling import InstanceEvents, compare
from sift_assets.resources.instance import has_open_run
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison, versions
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor
from sift_assets_tests.fakes.traced_extractor import CALLS
from sift_assets_tests.whole.sift_process import exported

Materialized = dict[str, int]
"""`asset` or `asset[partition]` to how often it was materialized."""

NO_TAGS: dict[str, str] = {}


class FollowedProject:
    """The project as the test sees it, beside the daemon.

    Args:
        root: Its folder, which is the working directory.
        instance: Its Dagster instance.
        reader: Reads for the clean builds.
        scratch: Where clean builds are made.
    """

    def __init__(
        self, root: Path, instance: dg.DagsterInstance, reader: CountingReader, scratch: Path
    ) -> None:
        self.root, self.instance = root, instance
        self._reader, self._scratch = reader, scratch
        self._seen = dict.fromkeys((*CHAIN, *SPINE), 0)
        self._calls = 0
        self._clean = dict[str, tuple[DirectProject, dict[str, bytes]]]()

    def document(self, path: str) -> Path:
        """Return the file of a document."""
        return self.root / "documents" / path

    def write(self, path: str, text: str) -> None:
        """Add a document or replace its content."""
        self.document(path).parent.mkdir(parents=True, exist_ok=True)
        self.document(path).write_text(text, encoding="utf-8")

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace a text that occurs in a file of the project."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    @property
    def workspace(self) -> Workspace:
        """The project as its files say now."""
        return Workspace.open(self.root, environment={})

    def compared(self) -> Comparison:
        """Look at the project and change nothing."""
        return compare(self.instance, self.workspace, remember=False)

    def is_settled(self) -> bool:
        """Say whether the plan is empty and no run is under way."""
        return not has_open_run(self.instance, NO_TAGS) and self.compared().plan.nothing_to_do

    def newly_materialized(self) -> Materialized:
        """Return what has been materialized since the last call, from Dagster's event log.

        Without what is partitioned by community: which communities there are, the clean build says.
        """
        found: Counter[str] = Counter()
        for asset, seen in self._seen.items():
            if LINEAGE[asset].partitioning is Partitioning.COMMUNITY:
                continue
            wanted = dg.AssetRecordsFilter(dg.AssetKey(asset), after_storage_id=seen)
            records = self.instance.fetch_materializations(wanted, limit=1000).records
            for record in records:
                found[f"{asset}[{record.partition_key}]" if record.partition_key else asset] += 1
            self._seen[asset] = max((seen, *(record.storage_id for record in records)))
        return dict(found)

    def new_calls(self) -> int:
        """Return how often the extractor was asked since the last call."""
        log = self.root / CALLS
        calls = len(log.read_text("utf-8").splitlines()) if log.exists() else 0
        new, self._calls = calls - self._calls, calls
        return new

    def pool_slots_in_use(self) -> int:
        """Return how many slots of the model's pool are claimed."""
        info = self.instance.event_log_storage.get_concurrency_info("language_model")
        return info.active_slot_count

    def assert_equals_a_clean_build(self) -> None:
        """Compare versions and exported bytes with a clean build of the same inputs."""
        clean, exports = self._clean_build()
        assert versions(InstanceEvents(self.instance), self.workspace) == clean.heads
        assert exported(self.root) == exports
        assert list(self.compared().observation.observed.documents) == sorted(clean.partitions)

    def _clean_build(self) -> tuple[DirectProject, dict[str, bytes]]:
        """Build the inputs anew in this process, or return the build that was made of them."""
        observed = self.compared().observation.observed
        key = observed.model_dump_json()
        if key not in self._clean:
            root = self._scratch / "clean"
            shutil.rmtree(root, ignore_errors=True)
            left_behind = shutil.ignore_patterns(".sift", ".dagster", "exports", CALLS)
            shutil.copytree(self.root, root, ignore=left_behind)
            project = DirectProject(root, self._reader, SteeredExtractor())
            project.run()
            self._clean[key] = project, exported(root)
        return self._clean[key]
