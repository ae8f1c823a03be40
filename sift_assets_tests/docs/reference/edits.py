"""The table of concepts.md that says what an edit computes again."""

from collections.abc import Iterable, Iterator, Mapping

from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.domain.facets import Facet
from sift_assets.core.planning.lineage import CHAIN, LAYERS, LINEAGE
from sift_assets.core.settings.stages import Stage
from sift_assets_tests.docs.reference.markdown import code, codes, table
from sift_assets_tests.docs.reference.settings import assets_reading

_EDITS: Mapping[tuple[str, str], str] = {
    ("documents", ""): "a document: new, changed or gone",
    ("domain", Facet.PROMPT): "what to look for: types, descriptions, hints, patterns",
    ("domain", Facet.GRAPH): "how what was found is joined: synonyms, inverses, endpoints",
    ("domain", Facet.REVIEW): "what waits for a person: thresholds, `review_required`",
    ("domain", Facet.RESOLUTION): "what tells two things apart: `identity_hints`",
    ("domain", Facet.NARRATIVE): "how is told: context and style",
    ("settings", Stage.READER): "how documents are read: reader, OCR, bibliography",
    ("settings", Stage.EXTRACTION): "who extracts: model, size of chunks",
    ("settings", Stage.RESOLUTION): "how duplicates are looked for",
    ("settings", Stage.COMMUNITY): "how communities are found",
    ("settings", Stage.NARRATIVE): "what is told, and by which model",
    ("settings", Stage.EXPORT): "which formats are written",
    ("settings", Stage.SEARCH): "whether meaning can be searched",
    ("decisions", Kind.MERGES): "a merge, a refusal, a split, a name",
    ("decisions", Kind.RELATIONS): "a doubtful relation: confirmed or rejected",
    ("decisions", Kind.FACTS): "a fact added or retracted, a contradiction settled",
}
"""Part of a root to what people do there."""

NOT_OF_THE_GRAPH = {("settings", Stage.PROMOTION), ("decisions", Kind.PROMOTIONS)}
"""What moves nothing of the graph; see promotion.md."""


def edits_table() -> str:
    """Return the table."""
    return table(
        ("you change", "which is", "is read by", "may move, at most"), (_row(one) for one in _EDITS)
    )


def _row(part: tuple[str, str]) -> tuple[str, ...]:
    root, partition = part
    readers = _readers(root, partition)
    name = f"{root}[{partition}]" if partition else root
    return _EDITS[part], code(name), codes(readers), "; ".join(_layers(_below(readers)))


def _readers(root: str, partition: str) -> list[str]:
    if partition:
        return [one for one in assets_reading(root, partition) if one in LINEAGE]
    return [name for name, one in LINEAGE.items() if root in {each.asset for each in one.inputs}]


def _below(readers: Iterable[str]) -> set[str]:
    """Return the readers and all that hangs on them."""
    found = set(readers)
    for name, lineage in LINEAGE.items():  # parents come before children
        if found & {parent.asset for parent in lineage.inputs}:
            found.add(name)
    return found


def _layers(found: set[str]) -> Iterator[str]:
    """Yield what is computed again, layer by layer; a layer of which all is, by its name."""
    layers: Mapping[str, Iterable[str]] = {"documents": CHAIN, **LAYERS}
    for layer, assets in layers.items():
        inside = [one for one in assets if one in found]
        if inside:
            is_whole = len(inside) == len(list(assets))
            yield f"all of **{layer}**" if is_whole else f"of **{layer}** {codes(inside)}"
