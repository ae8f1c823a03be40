"""How an OCR engine says that it cannot do its work."""


class OcrFailed(Exception):  # noqa: N818 - a finding, turned into the reason of a status
    """The engine cannot recognise any page; the message tells people what to do about it."""


class OcrDoubtful(Exception):  # noqa: N818 - likewise
    """What the engine sees on this page is no text, or not in the language it was told."""
