"""The steps of the pipeline as functions, under the names and with the arguments of sift-kg.

`output_dir` is a project's folder, and is made one when it is none. Whatever is up to date already
costs nothing. An argument that is None is as `sift.yaml` says; see `library.projects` for what
becomes of the others.
"""

from pathlib import Path
from typing import Any

from sift_assets.cli.commands.narrate import TEXTS
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ConfigError
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.record import Record
from sift_assets.core.review.records import ReviewQueue
from sift_assets.library.projects import Call, prepared
from sift_assets.resources.workspace import Workspace

Named = Domain | str | Path | None
"""A domain that was loaded or made, or the name or the path of one."""


class DocumentExtraction(Record):
    """What was extracted from a document.

    Attributes:
        document: Its key: the path below the watched folder, see `core.planning.keys`.
        extraction: Mentions and relations with their evidence.
    """

    document: str
    extraction: Extraction


def run_extract(
    doc_dir: Path | str | None,
    model: str | None,
    domain: Named,
    output_dir: Path | str,
    max_cost: float | None = None,
    concurrency: int | None = None,
    chunk_size: int | None = None,
    force: bool = False,
    extractor: str | None = None,
    ocr: bool | None = None,
    ocr_backend: str | None = None,
    ocr_language: str | None = None,
    rpm: int | None = None,
    *,
    approve: bool = False,
) -> list[DocumentExtraction]:
    """Extract from every document of a folder that is new or changed.

    Args:
        doc_dir: The folder of the documents.
        model: `local`, or a language model as LiteLLM names it.
        domain: What to extract.
        output_dir: The project's folder.
        max_cost: What this call may spend, in dollars, within the project's budget.
        concurrency: Calls of a language model at once.
        chunk_size: Characters in a chunk, at most.
        force: Ask a language model anew about every document; the local one answers the same.
        extractor: What reads PDF files, `kreuzberg` or `pdfplumber`.
        ocr: Whether pages without text are recognised.
        ocr_backend: The engine that does it.
        ocr_language: As the engine names it.
        rpm: Calls of a language model in a minute, at most.
        approve: Go ahead although it costs more than `confirm_above_usd`.

    Returns:
        All documents in the order of their keys.

    Raises:
        SiftError: It cannot be done; a document that fails is no error, see its status.
    """
    shaping = {
        "model": model,
        "chunk_size": chunk_size,
        "reader.reader": extractor,
        "reader.ocr": ocr,
        "reader.ocr_engine": ocr_backend,
        "reader.ocr_language": ocr_language,
    }
    limits = {"budget_per_run_usd": max_cost, "concurrency": concurrency, "rpm": rpm}
    call = prepared(output_dir, shaping, domain=domain, doc_dir=doc_dir, **limits)
    call.run((), approve=approve, again=force)
    return _extractions(call)


def run_build(
    output_dir: Path | str,
    domain: Named = None,
    review_threshold: float | None = None,
    postprocess: bool = True,
) -> ResolvedGraph:
    """Build the graph, with every decision applied.

    Args:
        output_dir: The project's folder.
        domain: What the graph may hold.
        review_threshold: A relation of a language model below this waits for a person; part of the
            domain, which therefore is to be given as well.
        postprocess: Has to be true: nothing is removed from a graph here, so nothing can be left.

    Returns:
        Its tables; `sift_assets.core.graph.conversion.to_networkx` makes a multigraph of it.

    Raises:
        SiftError: It cannot be done.
    """
    if not postprocess:
        raise ConfigError("postprocess=False means nothing here.", "Nothing is ever pruned.")
    if review_threshold is not None:
        domain = _with_threshold(domain, review_threshold)
    call = prepared(output_dir, domain=domain)
    call.run(("graph",))
    return _graph(call)


def run_resolve(
    output_dir: Path | str,
    model: str | None = None,
    domain: Named = None,
    use_embeddings: bool | None = None,
    concurrency: int | None = None,
    rpm: int | None = None,
    *,
    approve: bool = False,
) -> ReviewQueue:
    """Look for entities that may be one, and gather everything that a person may decide.

    Args:
        output_dir: The project's folder.
        model: What judges doubtful pairs.
        domain: What the graph may hold.
        use_embeddings: Whether vectors find pairs as well (extra `embeddings`).
        concurrency: Calls of a language model at once.
        rpm: Calls of a language model in a minute, at most.
        approve: Go ahead although it costs more than `confirm_above_usd`.

    Returns:
        What is open. Nothing is merged.

    Raises:
        SiftError: It cannot be done.
    """
    from sift_assets.workflows.resolution import load_queue

    encoder = None if use_embeddings is None else ("minilm" if use_embeddings else "ngrams")
    shaping = {"models.resolve": model, "resolution.encoder": encoder}
    call = prepared(output_dir, shaping, domain=domain, concurrency=concurrency, rpm=rpm)
    call.run(("graph", "resolution"), approve=approve)
    with call.opened() as workspace:
        return load_queue(workspace)


def run_apply_merges(output_dir: Path | str) -> dict[str, int]:
    """Take over what people changed in the review files, and bring the graph up to date with it.

    Args:
        output_dir: The project's folder.

    Returns:
        `merges_applied`: entities that went into others. `rejected_count`: relations kept out.
        `problems`: entries of the files that could not be read.

    Raises:
        SiftError: It cannot be done.
    """
    from sift_assets.workflows.review_files import read_back
    from sift_assets.workflows.reviewing import applied_to

    call = prepared(output_dir)
    with call.opened() as workspace:
        read = read_back(workspace)
    call.run(approve=None)
    applied = applied_to(_graph(call))
    return {
        "merges_applied": applied.removed,
        "rejected_count": applied.rejected,
        "problems": len(read.problems),
    }


def run_narrate(
    output_dir: Path | str,
    model: str | None = None,
    system_context: str = "",
    include_entity_descriptions: bool = True,
    max_cost: float | None = None,
    communities_only: bool = False,
    *,
    approve: bool = False,
) -> Path:
    """Tell what the graph holds.

    Args:
        output_dir: The project's folder.
        model: What writes; `local` are rules.
        system_context: What the corpus is about; empty is as the domain says, another text than
            that is refused: it belongs into the domain.
        include_entity_descriptions: Whether profiles are written this time.
        max_cost: What this call may spend, in dollars, within the project's budget.
        communities_only: Find communities and write nothing.
        approve: Go ahead although it costs more than `confirm_above_usd`.

    Returns:
        `narrative.md`, or `communities.json` where only communities are wanted.

    Raises:
        SiftError: It cannot be done.
    """
    from sift_assets.workflows.report import REPORT_FILE

    limits: dict[str, Any] = {"budget_per_run_usd": max_cost}
    if not include_entity_descriptions:
        limits["narrative_profiles"] = False
    call = prepared(output_dir, {"models.narrate": model}, **limits)
    with call.opened() as workspace:
        _refuse_other_context(workspace, system_context)
        exports = workspace.exports_folder
    call.run(approve=approve, leave_out=TEXTS if communities_only else ())
    return exports / ("communities.json" if communities_only else REPORT_FILE)


def run_pipeline(
    doc_dir: Path | str | None,
    model: str | None,
    domain: Named,
    output_dir: Path | str,
    max_cost: float | None = None,
    include_narrative: bool = True,
    *,
    approve: bool = False,
) -> Path:
    """Bring everything up to date: extraction, graph, proposals and narrative.

    Args:
        doc_dir: The folder of the documents.
        model: `local`, or a language model as LiteLLM names it.
        domain: What to extract.
        output_dir: The project's folder.
        max_cost: What this call may spend, in dollars, within the project's budget.
        include_narrative: Whether the narrative is written.
        approve: Go ahead although it costs more than `confirm_above_usd`.

    Returns:
        The project's folder.

    Raises:
        SiftError: It cannot be done.
    """
    call = prepared(
        output_dir, {"model": model}, domain=domain, doc_dir=doc_dir, budget_per_run_usd=max_cost
    )
    call.run(approve=approve, leave_out=() if include_narrative else TEXTS)
    return call.root


def _extractions(call: Call) -> list[DocumentExtraction]:
    with call.opened() as workspace:
        recorded = workspace.provenance.read("extractions")
        return [
            DocumentExtraction(
                document=key,
                extraction=Extraction.from_bytes(workspace.store.get(entry.version)),
            )
            for key, entry in sorted(recorded.items())
            if key
        ]


def _graph(call: Call) -> ResolvedGraph:
    from sift_assets.workflows.resolved import load_resolved

    with call.opened() as workspace:
        return load_resolved(workspace)


def _with_threshold(domain: Named, threshold: float) -> Domain:
    if not isinstance(domain, Domain):
        raise ConfigError(
            "review_threshold is part of a domain.",
            "Give the domain that `load_domain` returned as well, or write `review: "
            f"{{llm: {threshold}}}` into its file.",
        )
    review = domain.review.model_copy(update={"llm": threshold})
    return domain.model_copy(update={"review": review})


def _refuse_other_context(workspace: Workspace, context: str) -> None:
    said = workspace.domain.narrative_context or workspace.domain.system_context
    if context.strip() and context.strip() != said.strip():
        raise ConfigError(
            "system_context is not what the domain says.",
            f"Write it as `narrative_context` into {workspace.domain_file}.",
        )
