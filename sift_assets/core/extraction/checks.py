"""Holding an extraction against the text it claims to come from."""

from collections.abc import Iterator

from sift_assets.core.records.extraction import Alignment, Evidence, Extraction


def quote_faults(extraction: Extraction, text: str) -> list[str]:
    """Return what is wrong with the quotes of an extraction, without repeating them.

    Args:
        extraction: Its published mentions and relations are looked at, its quarantine is not.
        text: The document's text.

    Returns:
        One line per fault, with the span at fault; empty when every quote equals its slice.
    """
    return [
        f"characters {evidence.start}-{evidence.end} are not the quote"
        for evidence in _published(extraction)
        if not _stands(evidence, text)
    ]


def _published(extraction: Extraction) -> Iterator[Evidence]:
    for mention in extraction.mentions:
        yield mention.evidence
    for relation in extraction.relations:
        yield relation.evidence


def _stands(evidence: Evidence, text: str) -> bool:
    is_inside = 0 <= evidence.start < evidence.end <= len(text)
    is_equal = text[evidence.start : evidence.end] == evidence.quote
    return is_inside and is_equal and evidence.alignment is not Alignment.UNGROUNDED
