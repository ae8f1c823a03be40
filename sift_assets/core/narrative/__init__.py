"""Narratives: what the graph tells, sentence by sentence with the passages it stands on."""
