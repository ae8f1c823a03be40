"""What lists show of an item: kept in its seat's store when it comes into the queue."""

from sift_assets.core.errors import SiftError
from sift_assets.core.promotion.previewing import PREVIEWED, preview
from sift_assets.core.promotion.versions import RULES_VERSION
from sift_assets.core.records.record import key_of
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.seat_values import text_of_seat


def keep_preview(book: PromotionBook, seat: str, text: str) -> None:
    """Make the preview of a text, and keep it with its seat.

    None is kept where nobody could look for what must not be shown.

    Args:
        book: What is kept.
        seat: Name of the seat.
        text: Version of the text in its store.
    """
    from sift_assets.resources.secret_scanner import SecretScanner  # some hundred patterns

    opened = book.seat(seat)
    body = text_of_seat(opened, text).text
    try:
        secrets = SecretScanner(book.key).spotted(body)
    except Exception:  # noqa: BLE001 - whatever it is, nothing is known of the text
        return
    opened.store.keep(_key(text), preview(body, secrets).encode())


def preview_of(book: PromotionBook, seat: str, text: str) -> str:
    """Return the preview of a text; empty where there is none, so that nothing is shown."""
    try:
        found = book.seat(seat).store.cached(_key(text))
    except SiftError:
        return ""
    return found.data.decode() if found else ""


def _key(text: str) -> str:
    return key_of("promotion preview", PREVIEWED, RULES_VERSION, text)
