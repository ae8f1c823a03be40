"""Reading JSON that people or other programs have written: what our values can hold, or an error.

Python's own reader takes more than JSON is: NaN and infinity, halves of characters, which no file
in UTF-8 can hold; and it fails with something else than its own error where brackets nest deeply.
"""

import json
from typing import Any, NoReturn

_HALF = "\\ud"
"""Begins every escape of half a character; a whole one may be written as two halves."""


def read_json(data: bytes | str) -> Any:
    """Read a JSON document.

    Args:
        data: UTF-8, or another encoding of Unicode that JSON may be in.

    Returns:
        Plain data.

    Raises:
        ValueError: It is no JSON, nests too deeply, or holds what no value of ours can.
    """
    try:
        found = json.loads(data, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error
    text = data if isinstance(data, str) else data.decode(json.detect_encoding(data))
    if _HALF in text.lower():
        json.dumps(found, ensure_ascii=False).encode()  # whose error is a ValueError
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")
