"""The receipt of the last evaluation, on disk: one small file beside the store.

It is derived: evaluating again makes another. So it does not lie with the decisions, which people
keep and share.
"""

from pathlib import Path

from sift_assets.core.promotion.receipts import LONGEST_RECEIPT, Receipt
from sift_assets.resources.files import write_atomically

RECEIPT_FILE = "promotion_receipt.json"


class ReceiptFile:
    """The receipt of a project.

    Args:
        folder: Its local folder. The file is made by an evaluation, never by a look.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / RECEIPT_FILE

    def read(self) -> bytes | None:
        """Return its bytes; None where there is none, nothing where it cannot be read.

        Never more than a receipt can have: what is longer is none.
        """
        try:
            with self.path.open("rb") as stream:
                return stream.read(LONGEST_RECEIPT + 1)
        except FileNotFoundError:
            return None
        except OSError:
            return b""

    def write(self, receipt: Receipt) -> None:
        """Put a receipt in the place of the last.

        Raises:
            StoreError: The disk is full or not writable; the last one stands.
        """
        write_atomically(self.path, receipt.to_bytes() + b"\n")
