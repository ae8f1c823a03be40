"""Google Cloud Vision: pages leave this computer. Reached only with the setting `ocr_cloud`."""

from sift_assets.resources.readers.ocr.failure import OcrFailed


def recognise(image: bytes, language: str) -> str:
    """Return the text on a PNG image; see `Recogniser`. Languages as hints, `en` or `en+de`."""
    from google.api_core.exceptions import GoogleAPIError  # pyright: ignore[reportMissingImports]
    from google.auth.exceptions import GoogleAuthError  # pyright: ignore[reportMissingImports]
    from google.cloud import vision  # pyright: ignore[reportMissingImports,reportAttributeAccessIssue]

    hints = language.split("+")
    try:
        client = vision.ImageAnnotatorClient()
        answer = client.document_text_detection(
            image=vision.Image(content=image), image_context={"language_hints": hints}
        )
    except (GoogleAPIError, GoogleAuthError) as error:
        raise OcrFailed(f"Google Cloud Vision answered with {type(error).__name__}") from error
    if answer.error.message:
        raise OcrFailed(f"Google Cloud Vision answered with code {answer.error.code}")
    return answer.full_text_annotation.text
