"""Asking a project: its index, how fresh it is, and the answer inside its envelope.

Without Arrow and without Dagster, whose import alone would take longer than any answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sift_assets.core.decisions.kinds import decision_versions
from sift_assets.core.errors import SiftError
from sift_assets.core.planning.lineage import LINEAGE, SPINE, AssetLineage, Partitioning, input_name
from sift_assets.core.planning.state import Provenance
from sift_assets.core.query.envelope import Bounds, Envelope, Freshness, StaleAsset
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.fitting import fitted
from sift_assets.core.query.index import Index
from sift_assets.core.query.results import Result
from sift_assets.core.query.searching import Counts, search
from sift_assets.core.resolution.settings import ENCODER_VERSIONS
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.workspace import Workspace

ASSET = "agent_index"

INDEX_FILE = "agent_index.sqlite"
"""The index, below the exports folder."""

COMPARED = (
    "recorded versions, settings, domain and decisions; whether documents have changed since the"
    " last look at their folder says `sift status`"
)
"""A look at every document would take longer than the answer."""

Ask = Callable[[Index, Bounds], tuple[Result, Counts]]
"""A function of `core.query` with its own arguments given."""


@dataclass(frozen=True)
class Asked:
    """What is asked of a project.

    Attributes:
        answer: Name of the function.
        ask: The function.
        filters: What it is limited to.
        bounds: How long the answer may be.
        must_be_fresh: Whether an answer from an index that is not of today is an error.
    """

    answer: str
    ask: Ask
    filters: Filters
    bounds: Bounds
    must_be_fresh: bool = False


def answered(workspace: Workspace, asked: Asked) -> dict[str, Any]:
    """Return the answer to a question, as plain data.

    Args:
        workspace: The open project.
        asked: The question.

    Raises:
        QueryError: There is no answer; its code says why.
    """
    fresh = checked_freshness(workspace, must_be_fresh=asked.must_be_fresh)
    with opened_index(workspace.exports_folder / INDEX_FILE, asked.filters) as index:
        result, in_all = asked.ask(index, asked.bounds)
        envelope = Envelope(
            answer=asked.answer,
            revision=index.about().revision,
            freshness=fresh,
            filters=asked.filters,
        )
    return fitted(envelope, result, in_all, asked.bounds)


def searching(text: str, only: str | None = None, *, by_meaning: bool = False) -> Ask:
    """Return the question that a search is.

    Args:
        text: What is looked for.
        only: `entities` or `passages`, None for both.
        by_meaning: Whether it is also searched by meaning.
    """
    return partial(
        search,
        text=text,
        entities=only != "passages",
        passages=only != "entities",
        meaning=meaning if by_meaning else None,
    )


def meaning(encoder: str, text: str) -> bytes:
    """Return the vector of a text; see `core.query.index.Meaning`. The model is loaded once.

    Args:
        encoder: Version of what the vectors of the index are from.
        text: What is asked for.

    Raises:
        QueryError: `no_vectors`: this version of ours has no such encoder.
        MissingEngineError: It is not installed, or its weights are not the known ones.
    """
    from sift_assets.core.query.meaning import packed
    from sift_assets.resources.encoders import search_encoder

    for name, version in ENCODER_VERSIONS.items():
        if version == encoder and (known := search_encoder(name)) is not None:
            return packed(known.encode([text]))
    raise QueryError(
        Code.NO_VECTORS, f"The vectors of the agent_index are of another encoder, {encoder}.",
        "Run `sift run`.",
    )  # fmt: skip


def checked_freshness(workspace: Workspace, *, must_be_fresh: bool) -> Freshness:
    """Return how fresh answers are; see `freshness`.

    Raises:
        QueryError: `stale`: they are not of today, and must be.
    """
    fresh = freshness(workspace)
    if must_be_fresh and not fresh.is_fresh:
        names = ", ".join(one.asset for one in fresh.stale)
        raise QueryError(
            Code.STALE, f"The answer would be of yesterday: {names}.", "Run `sift run`."
        )
    return fresh


def freshness(workspace: Workspace) -> Freshness:
    """Say what of that which answers rest on is not of today, without a look at the documents.

    An asset is named when one of its recorded inputs has another version now; what hangs on it is
    stale as well and need not be named.
    """
    now = _file_versions(workspace)
    stale = [
        StaleAsset(asset=asset, because=tuple(sorted(moved)))
        for asset in _above(ASSET)
        if (moved := _moved(workspace, asset, SPINE[asset], now))
    ]
    return Freshness(is_fresh=not stale, stale=tuple(stale), compared=COMPARED)


def _above(asset: str) -> list[str]:
    """Return an asset of the spine with everything of it that it hangs on, parents first."""
    wanted = {asset}
    for name in reversed(SPINE):
        if name in wanted:
            wanted |= {parent.asset for parent in SPINE[name].inputs}
    return [name for name in SPINE if name in wanted]


def _moved(
    workspace: Workspace, asset: str, lineage: AssetLineage, now: dict[str, str]
) -> tuple[str, ...]:
    recorded = _whole(workspace, asset)
    if recorded is None:
        return ("new",)
    moved = [
        name
        for name, version in recorded.inputs.items()
        if (current := _current(workspace, name, now)) is not None and current != version
    ]
    return (*moved, *(["code"] if recorded.code_version != lineage.code_version else []))


def _current(workspace: Workspace, name: str, now: dict[str, str]) -> str | None:
    """Return the version that an input has now; None for what only a look at documents tells."""
    if name in now:
        return now[name]
    asset = name.partition("[")[0]
    if asset not in LINEAGE or LINEAGE[asset].partitioning is Partitioning.DOCUMENT:
        return None
    found = _whole(workspace, asset)
    now[name] = found.version if found else ""
    return now[name]


def _whole(workspace: Workspace, asset: str) -> Provenance | None:
    return workspace.provenance.read(asset).get("")


def _file_versions(workspace: Workspace) -> dict[str, str]:
    """Return the versions of what people's files say now; a file that is wrong is of no version."""
    found: dict[str, str] = {}
    roots: dict[str, Callable[[], dict[str, str]]] = {
        "domain": lambda: workspace.domain_versions,
        "settings": lambda: workspace.stage_versions,
        "decisions": lambda: dict(decision_versions(workspace.decisions_by_kind)),
    }
    for root, versions in roots.items():
        try:
            found |= {input_name(root, key): version for key, version in versions().items()}
        except SiftError:
            keys = workspace.provenance.read(root)
            found |= {input_name(root, key): "invalid" for key in keys}
    return found
