"""The language that a text is written in, as far as it can be told."""

from sift_assets.core.text.languages import two_letter_code

_LOOKED_AT = 20_000
"""Characters; more do not make a detector by letter sequences surer, only slower."""

_SURE = 0.8
"""Confidence from which the answer is kept: a wrong language is worse than none, and on tables
and lists of names the detector guesses."""


def language_of(text: str) -> str:
    """Return the ISO 639-1 code of a text's main language, empty when it is not sure."""
    import kreuzberg

    detection = kreuzberg.LanguageDetectionConfig(enabled=True, min_confidence=_SURE)
    config = kreuzberg.ExtractionConfig(language_detection=detection, use_cache=False)
    found = kreuzberg.extract_bytes_sync(text[:_LOOKED_AT].encode(), "text/plain", config=config)
    return two_letter_code(found.detected_languages[0]) if found.detected_languages else ""
