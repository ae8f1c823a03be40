"""Communities: which entities belong together, and how the groups hang together."""
