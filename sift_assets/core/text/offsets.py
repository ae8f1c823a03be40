"""Offsets in UTF-8 bytes, as a parser written in another language gives them, into characters."""

from collections.abc import Iterable


def character_offsets(text: str, byte_offsets: Iterable[int]) -> tuple[int, ...]:
    """Convert offsets into the UTF-8 form of a text to offsets into its characters.

    Args:
        text: The text.
        byte_offsets: In any order. An offset beyond the end is the end; one inside a character
            is the beginning of that character.

    Returns:
        One character offset for each byte offset, in the order given.
    """
    wanted = list(byte_offsets)
    if text.isascii():
        return tuple(min(max(offset, 0), len(text)) for offset in wanted)
    data = text.encode("utf-8", "surrogatepass")
    found: dict[int, int] = {}
    done, characters = 0, 0
    for offset in sorted({min(max(offset, 0), len(data)) for offset in wanted}):
        # a byte that continues a character (0b10xxxxxx) begins none
        characters += sum(byte & 0xC0 != 0x80 for byte in data[done:offset])
        done = offset
        inside = offset < len(data) and data[offset] & 0xC0 == 0x80
        found[offset] = characters - inside
    return tuple(found[min(max(offset, 0), len(data))] for offset in wanted)
