"""The smallest PDF writer that the sample needs: lines of text, one scanned image, a password.

Uncompressed on purpose: equal bytes do not depend on the version of a compression library.
"""

import hashlib
from collections.abc import Sequence

_A4 = (595, 842)
"""Width and height in points."""

_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
"""The padding string of the standard security handler, PDF 1.7 (ISO 32000-1), 7.6.3.3."""

_PERMISSIONS = (-4).to_bytes(4, "little", signed=True)
"""All permissions, for those who know the password."""

_RUN = 128
"""Longest literal or repeated run of RunLengthDecode, PDF 1.7, 7.4.5."""


def text_pdf(title: str, pages: Sequence[Sequence[str]], password: str = "") -> bytes:
    """Write lines of ASCII text as a PDF with a text layer.

    Args:
        title: Goes into the document information; ignored under a password.
        pages: Lines of each page; an empty line leaves a gap.
        password: Where not empty, encrypts with the standard security handler (40-bit RC4), so
            that nothing can be read without it.
    """
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    resources = b"<< /Font << /F1 3 0 R >> >>"
    identity = hashlib.md5(title.encode("ascii"), usedforsecurity=False).digest()
    security = _Security(password, identity) if password else None
    bodies = [b"", b"", font]
    for lines in pages:
        number = len(bodies) + 2
        stream = _page_of_lines(lines)
        data = security.encrypt(number, stream) if security else stream
        bodies += [_page(number, resources), _stream(b"", data)]
    return _file(bodies, "" if password else title, identity, security)


def scanned_pdf(width: int, height: int, bits: bytes, dots_per_inch: int) -> bytes:
    """Write one page that holds nothing but a black-and-white image.

    Args:
        width: Of the image, in dots.
        height: Likewise.
        bits: Rows from the top, one bit a dot, each row padded to whole bytes; 1 is white.
        dots_per_inch: Resolution, which gives the size of the page.
    """
    points = [dots * 72 // dots_per_inch for dots in (width, height)]
    head = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray"
    head += " /BitsPerComponent 1 /Filter /RunLengthDecode "
    drawing = f"q {points[0]} 0 0 {points[1]} 0 0 cm /Im1 Do Q".encode("ascii")
    bodies = [b"", b"", _stream(head.encode("ascii"), run_length(bits))]
    bodies += [_page(5, b"<< /XObject << /Im1 3 0 R >> >>", (points[0], points[1]))]
    bodies += [_stream(b"", drawing)]
    return _file(bodies, "", hashlib.md5(bits, usedforsecurity=False).digest(), None)


def run_length(data: bytes) -> bytes:
    """Compress with the RunLengthDecode filter of PDF 1.7, 7.4.5."""
    out, literal, at = bytearray(), bytearray(), 0
    while at < len(data):
        run = 1
        while run < _RUN and data[at + run : at + run + 1] == data[at : at + 1]:
            run += 1
        if run > 1 or len(literal) == _RUN:
            out += _literal(literal)
            literal.clear()
        if run > 1:
            out += bytes([257 - run, data[at]])
        else:
            literal.append(data[at])
        at += run
    return bytes(out + _literal(literal) + b"\x80")


def _literal(data: bytearray) -> bytes:
    return bytes([len(data) - 1]) + data if data else b""


class _Security:
    """The standard security handler, revision 2 (PDF 1.7, algorithms 1 to 4)."""

    def __init__(self, password: str, identity: bytes) -> None:
        padded = (password.encode("ascii") + _PAD)[:32]
        self.owner = _rc4(_md5(padded)[:5], padded)
        self._key = _md5(padded + self.owner + _PERMISSIONS + identity)[:5]
        self.user = _rc4(self._key, _PAD)

    def encrypt(self, number: int, data: bytes) -> bytes:
        """Encrypt the stream of the object with this number, generation 0."""
        return _rc4(_md5(self._key + number.to_bytes(3, "little") + b"\0\0")[:10], data)

    def dictionary(self) -> bytes:
        """Return the /Encrypt dictionary."""
        owner, user = self.owner.hex().encode(), self.user.hex().encode()
        head = b"<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <"
        return head + owner + b"> /U <" + user + b"> >>"


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _rc4(key: bytes, data: bytes) -> bytes:
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _page_of_lines(lines: Sequence[str]) -> bytes:
    shown = [f"({line.translate(_ESCAPES)}) Tj T*" for line in lines]
    start = f"BT /F1 11 Tf 15 TL 60 {_A4[1] - 80} Td"
    return "\n".join([start, *shown, "ET"]).encode("ascii")


_ESCAPES = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})


def _page(number: int, resources: bytes, size: tuple[int, int] = _A4) -> bytes:
    box = f"/MediaBox [0 0 {size[0]} {size[1]}] /Contents {number} 0 R".encode("ascii")
    return b"<< /Type /Page /Parent 2 0 R " + box + b" /Resources " + resources + b" >>"


def _stream(head: bytes, data: bytes) -> bytes:
    length = str(len(data)).encode("ascii")
    return b"<< " + head + b"/Length " + length + b" >>\nstream\n" + data + b"\nendstream"


def _file(bodies: list[bytes], title: str, identity: bytes, security: _Security | None) -> bytes:
    """Number the objects, fill in catalogue and page tree, append table and trailer."""
    pages = [n for n, body in enumerate(bodies, start=1) if body.startswith(b"<< /Type /Page ")]
    kids = " ".join(f"{number} 0 R" for number in pages)
    bodies[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    bodies[1] = f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode("ascii")
    trailer = b"/Root 1 0 R /ID [<%b> <%b>]" % ((identity.hex().encode(),) * 2)
    for key, body in _extras(title, security):
        bodies.append(body)
        trailer += b" /%b %d 0 R" % (key, len(bodies))
    return _assembled(bodies, trailer)


def _extras(title: str, security: _Security | None) -> list[tuple[bytes, bytes]]:
    extras = [(b"Info", b"<< /Title (%b) >>" % title.encode("ascii"))] if title else []
    return [*extras, (b"Encrypt", security.dictionary())] if security else extras


def _assembled(bodies: Sequence[bytes], trailer: bytes) -> bytes:
    out, offsets = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), list[int]()
    for number, body in enumerate(bodies, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size, start = len(bodies) + 1, len(out)
    out += f"xref\n0 {size}\n0000000000 65535 f \n{table}".encode("ascii")
    out += b"trailer\n<< /Size %d %b >>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, start)
    return bytes(out)
