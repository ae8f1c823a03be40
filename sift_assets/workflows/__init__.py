"""What happens inside an asset, without Dagster: load from the store, call core, store again.

Each workflow takes an open workspace and returns outcomes: the provenance of a value and what
people should see of it. Rules live in `core`, events and lineage in `defs`.
"""
