"""The agent index: one SQLite file, written once from a told graph and then only asked."""
