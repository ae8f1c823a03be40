"""How an OCR engine says that it cannot do its work."""


class OcrFailed(Exception):  # noqa: N818 - a finding, turned into the reason of a status
    """The engine cannot recognise pages; the message tells people what to do about it."""
