"""Writes the binary documents of the sample: `python -m sift_assets.sample.generate`.

The text documents are edited by hand. The same library versions give the same bytes; only the
scan depends on one (the font that Pillow brings).
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from sift_assets.sample import sample_documents
from sift_assets.sample.office import docx, xlsx
from sift_assets.sample.pdf import scanned_pdf, text_pdf

SEALED_WORD = "curlew"
"""Opens the encrypted document. No secret: it lets a test prove that only it does."""

SCAN_SIZE = (1240, 900)
SCAN_DOTS_PER_INCH = 150
"""As coarse as office scanners go; OCR still reads the type below without a fault."""

_SCAN_TYPE_SIZE, _SCAN_LINE, _SCAN_MARGIN = 34, 58, 90
"""In dots: about 16 points type with generous leading."""


def binary_documents() -> Mapping[str, Callable[[], bytes]]:
    """Return what makes each binary document, by its path inside the sample."""
    return {
        "board/minutes.docx": _minutes,
        "finance/payments.xlsx": _payments,
        "legal/sealed-settlement.pdf": _sealed_settlement,
        "registry/charter-scan.pdf": _charter_scan,
        "registry/company-extract.pdf": _company_extract,
    }


def write_binary_documents(folder: Path) -> None:
    """Write every binary document into a folder, in place of what is there."""
    for name, make in binary_documents().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make())


def _minutes() -> bytes:
    return docx(
        "Minutes of the Coastal Dredging Oversight Board",
        "2023-01-18",
        (
            "Hamburg, 18 January 2023. Present: Henrik Dahl, Sofia Brandt, Pieter Maes.",
            (
                "Henrik Dahl is the chair of the Coastal Dredging Oversight Board. Sofia Brandt is "
                "the secretary of the Coastal Dredging Oversight Board (CDOB)."
            ),
            (
                "1. The dredging contract of Bilbao. Sofia Brandt presented her report. Norrsund "
                "Marine Group paid Kestrelmoor Logistics five times between October 2021 and "
                "September 2022. Kestrelmoor Logistics is a subsidiary of Pelagos Trust. Pelagos "
                "Trust is based in Valletta."
            ),
            (
                "2. The board asked Marta Lindqvist for an explanation. Marta Lindqvist is the "
                "director of Norrsund Marine Group. The board will write to Rui Salgado as well. "
                "Rui Salgado is the director of the Bilbao Harbour Office."
            ),
            (
                "3. Pieter Maes works for Tidewell Shipping and left the room during this item. "
                "Tidewell Shipping is based in Antwerp. Kestrelmoor Logistics acquired Tidewell "
                "Shipping in September 2019."
            ),
        ),
    )


def _payments() -> bytes:
    payer, payee = "Norrsund Marine Group", "Kestrelmoor Logistics"
    return xlsx(
        "Payments for the Bilbao contract",
        "2022-10-03",
        "Payments",
        (
            ("Date", "From", "To", "Euros", "Approved by"),
            ("2021-10-28", payer, payee, 400000, "Samuel Okafor"),
            ("2022-01-31", payer, payee, 500000, "Samuel Okafor"),
            ("2022-04-29", payer, payee, 500000, "Samuel Okafor"),
            ("2022-07-29", payer, payee, 600000, "Marta Lindqvist"),
            ("2022-09-30", payer, payee, 400000, "Samuel Okafor"),
        ),
    )


def _company_extract() -> bytes:
    first = (
        "TRADE REGISTER OF ROTTERDAM",
        "Extract of 2 March 2023",
        "",
        "Kestrelmoor Logistics is based in Rotterdam. Laura Varga founded",
        "Kestrelmoor Logistics on 12 April 2016. Laura Varga is the director of",
        "Kestrelmoor Logistics.",
        "",
        "Pelagos Trust owns Kestrelmoor Logistics. The shares were transferred on",
        "1 July 2018. Daniel Achterberg represents Pelagos Trust.",
    )
    second = (
        "Related companies",
        "",
        "Kestrelmoor Logistics acquired Tidewell Shipping on 3 September 2019.",
        "Tidewell Shipping is based in Antwerp. Pieter Maes is the director of",
        "Tidewell Shipping.",
        "",
        "Achterberg & Voss is based in Amsterdam. Daniel Achterberg is a partner",
        "of Achterberg & Voss.",
    )
    return text_pdf("Extract: Kestrelmoor Logistics", (first, second))


def _sealed_settlement() -> bytes:
    lines = (
        "CONFIDENTIAL SETTLEMENT",
        "",
        "Norrsund Marine Group and Kestrelmoor Logistics settle all claims.",
    )
    return text_pdf("Sealed", (lines,), password=SEALED_WORD)


def _charter_scan() -> bytes:
    lines = (
        "CHARTER PARTY",
        "Gothenburg, 3 February 2022",
        "",
        "Norrsund Marine Group owns the dredger Silver Heron.",
        "Norrsund Marine Group leases the ship to Tidewell Shipping",
        "for twelve months. Tidewell Shipping is based in Antwerp.",
        "",
        "Signed for Norrsund Marine Group: Lindqvist, Marta",
        "Signed for Tidewell Shipping: Pieter Maes",
    )
    return scanned_pdf(*SCAN_SIZE, _rendered(lines), SCAN_DOTS_PER_INCH)


def _rendered(lines: tuple[str, ...]) -> bytes:
    """Draw lines of text black on white, one bit a dot."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("L", SCAN_SIZE, 255)
    drawing, font = ImageDraw.Draw(image), ImageFont.load_default(_SCAN_TYPE_SIZE)
    for number, line in enumerate(lines):
        drawing.text((_SCAN_MARGIN, _SCAN_MARGIN + number * _SCAN_LINE), line, 0, font)
    return image.convert("1", dither=Image.Dither.NONE).tobytes()


if __name__ == "__main__":
    write_binary_documents(sample_documents())
