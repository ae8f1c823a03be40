"""Messages between a process and its reading child: a length of four bytes, then JSON.

JSON and not pickle: a child that a document has taken over can send values, but nothing that runs.
"""

import json
import struct
from typing import Any, BinaryIO

LARGEST_FRAME = 1_000_000_000  # bytes; ten times the text of the largest document allowed
_LENGTH = struct.Struct(">I")


def write_frame(stream: BinaryIO, message: dict[str, Any]) -> None:
    """Send one message.

    Raises:
        OSError: The other side is gone.
    """
    data = json.dumps(message).encode("ascii")
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read_frame(stream: BinaryIO) -> dict[str, Any] | None:
    """Receive one message, None when the other side is gone or does not keep to the form."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length) if length <= LARGEST_FRAME else b""
    if len(data) < length or not data:
        return None
    try:
        message = json.loads(data)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None
