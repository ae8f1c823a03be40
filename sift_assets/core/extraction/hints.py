"""What a document states beside its prose, put to use: tags, and names that mean others.

After extraction, whatever extracted: no question to a language model changes by a hint.
"""

from sift_assets.core.extraction.llm.extractor import merged_mentions, merged_relations
from sift_assets.core.extraction.normal_form import NormalForm
from sift_assets.core.records.extraction import Extraction, Mention, MentionKind, RelationMention
from sift_assets.core.records.text import DocumentText


def with_hints(extraction: Extraction, text: DocumentText) -> Extraction:
    """Return an extraction with the document's tags, and its stated names joined to what they mean.

    A mention under a stated name becomes another name of what it means, within this document; not
    where the document names a thing of another type so.

    Args:
        extraction: Of the document.
        text: The document.
    """
    if text.tags:
        extraction = extraction.model_copy(update={"tags": text.tags})
    return _with_names(extraction, text) if text.names else extraction


def _with_names(extraction: Extraction, text: DocumentText) -> Extraction:
    meant = {NormalForm(one.shown).text: one.name for one in text.names}
    types: dict[str, set[str]] = {}
    for mention in extraction.mentions:
        types.setdefault(NormalForm(mention.name).text, set()).add(mention.type)
    renamed: dict[tuple[str, str], str] = {}
    for mention in extraction.mentions:
        name = meant.get(NormalForm(mention.name).text, "")
        known = types.get(NormalForm(name).text, set()) if name else set[str]()
        if name and (mention.type in known or not known):
            renamed[mention.name, mention.type] = name
    if not renamed:
        return extraction
    mentions = merged_mentions(_renamed(one, renamed) for one in extraction.mentions)
    relations = merged_relations(_between(one, renamed) for one in extraction.relations)
    return extraction.model_copy(update={"mentions": mentions, "relations": relations})


def _renamed(mention: Mention, renamed: dict[tuple[str, str], str]) -> Mention:
    name = renamed.get((mention.name, mention.type))
    if name is None:
        return mention
    kind = MentionKind.ALIAS if mention.kind is MentionKind.NAME else mention.kind
    return mention.model_copy(update={"name": name, "kind": kind})


def _between(relation: RelationMention, renamed: dict[tuple[str, str], str]) -> RelationMention:
    """Let the ends follow their names; an end without a type, where one type alone is renamed."""
    source = _end(relation.source, relation.source_type, renamed)
    target = _end(relation.target, relation.target_type, renamed)
    if (source, target) == (relation.source, relation.target):
        return relation
    return relation.model_copy(update={"source": source, "target": target})


def _end(name: str, type_name: str, renamed: dict[tuple[str, str], str]) -> str:
    if type_name:
        return renamed.get((name, type_name), name)
    found = {new for (old, _), new in renamed.items() if old == name}
    return next(iter(found)) if len(found) == 1 else name
