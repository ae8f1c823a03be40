"""A folder of documents becomes a knowledge graph of Dagster assets, kept exactly up to date.

The code location is `sift_assets.definitions`, the command is `sift`.
"""
