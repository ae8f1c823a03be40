"""The command `sift`."""
