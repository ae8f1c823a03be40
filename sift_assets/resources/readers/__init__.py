"""Reading documents: bytes of any format into text with pages, in a process of its own."""
