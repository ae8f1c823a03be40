"""The document chain: texts and extractions, a partition per document or per shard of them."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.core.planning.ranges import MAX_DOCUMENTS_PER_RUN
from sift_assets.defs.document_run import run_extractions, run_texts
from sift_assets.defs.project import Project
from sift_assets.defs.specs import spec
from sift_assets.defs.step_checks import step_check_specs

MODEL_POOL = "language_model"
"""Dagster's pool for runs that call a model; how many calls run at once is our own limit."""


class ExtractionConfig(dg.Config):
    """What a person may say in the launch pad of the UI.

    Attributes:
        model: In place of the one in `sift.yaml`, for this run. What it gives is recorded as made
            with it, so it is stale for `sift.yaml`, and the sensor brings that model's back.
        again: Ask a language model anew, although nothing has changed.
    """

    model: str = ""
    again: bool = False


_RANGES = dg.BackfillPolicy.multi_run(MAX_DOCUMENTS_PER_RUN)


@dg.multi_asset(
    name="document_texts",
    specs=[
        spec(
            "document_texts",
            group="extraction",
            kinds={"kreuzberg"},
            description="The text of a document with its pages, or the reason why there is none.",
        )
    ],
    check_specs=step_check_specs("document_texts"),
    backfill_policy=_RANGES,
)
def document_texts(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
    """Read documents, each by content."""
    yield from run_texts(context, project.open())


@dg.multi_asset(
    name="extractions",
    specs=[
        spec(
            "extractions",
            group="extraction",
            kinds={"spacy", "litellm"},
            description="Mentions and relations of a document, each with the quote it rests on.",
        )
    ],
    check_specs=step_check_specs("extractions"),
    backfill_policy=_RANGES,
    pool=MODEL_POOL,
)
def extractions(
    context: dg.AssetExecutionContext, project: Project, config: ExtractionConfig
) -> Iterator[Any]:
    """Extract from documents, each by content."""
    workspace = project.open(models_extract=config.model or None)
    yield from run_extractions(context, workspace, again=config.again)
