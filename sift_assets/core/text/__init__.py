"""From bytes to text with offsets, and from text to chunks."""
