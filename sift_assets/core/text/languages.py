"""Codes of languages: what a detector says in three letters, we keep in two (ISO 639-1)."""

_TWO_LETTERS = {
    "afr": "af", "aka": "ak", "amh": "am", "ara": "ar", "aze": "az", "bel": "be", "ben": "bn",
    "bul": "bg", "cat": "ca", "ces": "cs", "cmn": "zh", "cym": "cy", "dan": "da", "deu": "de",
    "ell": "el", "eng": "en", "epo": "eo", "est": "et", "fin": "fi", "fra": "fr", "guj": "gu",
    "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu", "hye": "hy", "ind": "id", "ita": "it",
    "jav": "jv", "jpn": "ja", "kan": "kn", "kat": "ka", "khm": "km", "kor": "ko", "lat": "la",
    "lav": "lv", "lit": "lt", "mal": "ml", "mar": "mr", "mkd": "mk", "mya": "my", "nep": "ne",
    "nld": "nl", "nob": "nb", "ori": "or", "pan": "pa", "pes": "fa", "pol": "pl", "por": "pt",
    "ron": "ro", "rus": "ru", "sin": "si", "slk": "sk", "slv": "sl", "sna": "sn", "spa": "es",
    "srp": "sr", "swe": "sv", "tam": "ta", "tel": "te", "tgl": "tl", "tha": "th", "tuk": "tk",
    "tur": "tr", "ukr": "uk", "urd": "ur", "uzb": "uz", "vie": "vi", "yid": "yi", "zul": "zu",
}  # fmt: skip
"""ISO 639-3 to ISO 639-1 for the languages that the detector tells apart."""


def two_letter_code(code: str) -> str:
    """Return the ISO 639-1 code of an ISO 639-3 code, empty for one that has none here."""
    return _TWO_LETTERS.get(code, "")
