"""Looking at the world: what the folder, the domain, the settings and the decisions say now."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sift_assets.core.decisions.kinds import Kind, decision_bytes, decision_versions
from sift_assets.core.decisions.log import BadLine
from sift_assets.core.domain.facets import Facet
from sift_assets.core.errors import (
    ConfigError,
    CorruptObjectError,
    ProjectError,
    SiftError,
    StoreError,
)
from sift_assets.core.planning.folder_state import (
    FolderState,
    Look,
    deleted,
    looks,
    settled,
    without_forgotten,
)
from sift_assets.core.planning.keys import document_path, twins
from sift_assets.core.planning.roots import waiting_deletions
from sift_assets.core.planning.stat_cache import StatCache
from sift_assets.core.planning.state import Observed
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.core.settings.stages import Stage
from sift_assets.resources.files import write_atomically
from sift_assets.resources.project import (
    DAGSTER_FILE,
    DAGSTER_FOLDER,
    DECISIONS_FOLDER,
    SETTINGS_FILE,
)
from sift_assets.resources.review_edits import UnreadEdit, unread_edits
from sift_assets.resources.roots import scan_roots
from sift_assets.resources.seats import refuse_overlaps
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.allowances import generations, limits_version

INVALID = "invalid:"
"""Begins the version of a facet or stage that cannot be read: everything that reads it is stale."""


@dataclass(frozen=True)
class Observation:
    """One look at the world.

    Attributes:
        observed: What should be.
        folder: What the folder holds, with everything that was skipped.
        looks: Size and time of every file, for the next look.
        held_back: Documents that are gone but wait for a person, because so many went at once.
        complete: Whether the look reached every file.
        bad_decisions: Lines of the decision log that are none.
        unread_edits: What people have changed in the review files that does not count yet.
    """

    observed: Observed
    folder: FolderState
    looks: Mapping[str, Look]
    held_back: tuple[str, ...] = ()
    complete: bool = True
    bad_decisions: tuple[BadLine, ...] = ()
    unread_edits: tuple[UnreadEdit, ...] = ()

    @property
    def twins(self) -> list[list[str]]:
        """Groups of documents whose paths differ only in case or Unicode form."""
        paths = {document_path(key): key for key in self.observed.documents}
        return [[paths[path] for path in group] for group in twins(paths)]


def observe(
    workspace: Workspace,
    known: Mapping[str, str],
    *,
    earlier: Mapping[str, Look] | None = None,
    allow_mass_deletion: bool = False,
    remember: bool = True,
    folder: FolderState | None = None,
) -> Observation:
    """Look at the folders, the domain, the settings and the decisions.

    Args:
        workspace: The open project, opened for this look.
        known: Key to content hash of the documents taken up so far.
        earlier: What the last look saw of each file; a new or changed file is taken up when two
            looks agree. None takes up every file at once, as a person who says "run" wants.
        allow_mass_deletion: Whether a person has confirmed that many documents are gone.
        remember: Whether hashes are kept for the next look; not when the look must change nothing.
        folder: What a look found there a moment ago, to be taken as it is.

    Raises:
        ProjectError: The watched folder is missing, unreadable or not a folder. Nothing is
            concluded from it: this is not a deletion.
        ConfigError: It is, holds or is in the folder of a seat, whose documents are not Central's.
    """
    barred = workspace.tombstones.barred()
    state = without_forgotten(folder or look_at_folders(workspace, remember=remember), barred)
    hashes = _taken_up(state, known, earlier)
    gone = deleted(known.keys(), state)
    kept = known.keys() - gone
    allowed = allow_mass_deletion or workspace.settings.mass_delete == "allow"
    held = () if allowed else waiting_deletions(known.keys(), gone)
    documents = {key: known[key] for key in (*kept, *held)} | hashes
    domain, domain_problem = _domain_versions(workspace)
    settings, settings_problem = _stage_versions(workspace)
    decisions, decisions_problem = _decision_versions(workspace)
    observed = Observed(
        documents=dict(sorted(documents.items())),
        domain=domain,
        settings=settings,
        decisions=decisions,
        generations=generations(workspace, documents),
        limits=limits_version(workspace),
        blocked=tuple(filter(None, (domain_problem, settings_problem, decisions_problem))),
        shards=workspace.settings.shards,
    )
    bad = () if decisions_problem else workspace.read_decisions.bad
    unread = unread_edits(workspace.root, workspace.local_folder)
    return Observation(observed, state, looks(state), held, state.complete, bad, unread)


def known_documents(workspace: Workspace) -> dict[str, str]:
    """Return key to content hash of the documents taken up so far, as last reported."""
    provenance = workspace.provenance.read("document_set").get("")
    if provenance is None:
        return {}
    try:
        return dict(json.loads(workspace.store.get(provenance.version)))
    except CorruptObjectError as error:
        workspace.provenance.forget_version(
            error.version
        )  # so that it is reported, and stored, anew
        return {}


def _taken_up(
    state: FolderState, known: Mapping[str, str], earlier: Mapping[str, Look] | None
) -> dict[str, str]:
    hashes = {file.key: file.hash for file in state.documents}
    if earlier is None:
        return hashes
    steady = settled(earlier, looks(state))
    return {
        key: digest for key, digest in hashes.items() if key in steady or known.get(key) == digest
    }


def look_at_folders(workspace: Workspace, *, remember: bool) -> FolderState:
    """Look at the folders that documents lie in, as far as the budget of one look goes.

    Args:
        workspace: The open project, or the open seat.
        remember: Whether hashes are kept for the next look.

    Raises:
        ProjectError: A folder is missing, unreadable or not a folder; this is not a deletion.
        ConfigError: It is, holds or is in the folder of a seat.
    """
    refuse_overlaps(workspace)
    cache_file = workspace.local_folder / "stat_cache.json"
    cache = StatCache.from_bytes(cache_file.read_bytes() if cache_file.exists() else b"")
    found = scan_roots(
        workspace.documents_folder,
        workspace.promoted_folder,
        now_ns=time.time_ns(),
        ignore=workspace.settings.ignore,
        own=_own_paths(workspace),
        cache=cache,
    )
    if remember and found.cache != cache:
        write_atomically(cache_file, found.cache.to_bytes())
    return found.state


def _own_paths(workspace: Workspace) -> list[Path]:
    """What is the project's own and never a document, even when the project is its own folder."""
    folders = (DAGSTER_FOLDER, "domains", DECISIONS_FOLDER)
    files = (SETTINGS_FILE, DAGSTER_FILE, "workspace.yaml")
    own = [workspace.root / name for name in (*folders, *files)]
    if workspace.bibliography_file is not None:
        own.append(workspace.bibliography_file)
    return [workspace.local_folder, workspace.exports_folder, *own]


def _domain_versions(workspace: Workspace) -> tuple[dict[str, str], str]:
    """Return facet versions; for a file that is wrong, versions of its own that nothing has.

    So everything that reads the domain shows as stale, while its last good value stays.
    """
    try:
        return workspace.domain_versions, ""
    except ConfigError as error:
        broken = INVALID + content_hash(str(error).encode())
        return dict.fromkeys(map(str, Facet), broken), str(error)


def _stage_versions(workspace: Workspace) -> tuple[dict[str, str], str]:
    try:
        return workspace.stage_versions, ""
    except SiftError as error:
        broken = INVALID + content_hash(str(error).encode())
        return dict.fromkeys(map(str, Stage), broken), str(error)


def _decision_versions(workspace: Workspace) -> tuple[dict[str, str], str]:
    """Return the versions of decisions; while the log cannot be read nothing is computed.

    A line of it that is none blocks nothing: the others count, and a check names it.
    """
    try:
        return decision_versions(workspace.decisions_by_kind), ""
    except StoreError as error:
        broken = INVALID + content_hash(str(error).encode())
        return dict.fromkeys(map(str, Kind), broken), str(error)


def value_of_root(workspace: Workspace, observed: Observed, asset: str, partition: str) -> bytes:
    """Return the stored value of a reported root: the bytes whose hash is its version."""
    if asset == "document_set":
        return canonical_json(observed.documents)
    if asset == "domain":
        return workspace.domain_facets[partition].to_bytes()
    if asset == "settings":
        return canonical_json(workspace.stage_values[partition])
    if asset == "decisions":
        return decision_bytes(Kind(partition), workspace.decisions_by_kind[Kind(partition)])
    raise ProjectError(f"{asset} has no stored value.")
