"""The checks of what is current, for a click in the UI; the reconciler reports them by itself."""

import dagster as dg

from sift_assets.defs.currency import CURRENCY_CHECKS
from sift_assets.defs.emission import check_result
from sift_assets.defs.project import Project
from sift_assets.defs.reconciling import compare

_PROMISES = {
    "domain_is_valid": "The domain file can be read; else its last good value stays in force.",
    "settings_are_valid": "The settings can be carried out with what is installed here.",
    "decisions_are_readable": "Every line of the decision log is a decision.",
    "document_texts_is_current": "Every document's text is of its present content.",
    "extractions_is_current": "Every extraction is of the present text, domain and settings.",
    "cost_is_approved": "What is stale costs no more than may be spent without asking.",
    "knowledge_graph_is_current": "Every type's part is of the present corpus and domain.",
    "review_files_are_read": "What people have changed in the review files is in the log.",
    "communities_is_current": "Every community is of the present resolved graph and settings.",
    "narratives_is_current": "Every narrative is of its present community, domain and settings.",
    "merge_proposals_is_current": "Every type's proposals are of the present graph and settings.",
}


def _check(asset: str, name: str) -> dg.AssetChecksDefinition:
    @dg.asset_check(asset=asset, name=name, description=_PROMISES[name])
    def check(context: dg.AssetCheckExecutionContext, project: Project) -> dg.AssetCheckResult:
        comparison = compare(context.instance, project.open(), remember=False)
        return check_result(asset, name, CURRENCY_CHECKS[asset, name](comparison))

    return check


CHECKS = [_check(asset, name) for asset, name in CURRENCY_CHECKS]
