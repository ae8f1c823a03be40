"""Adapters of the outside world: files, processes, models, Dagster's instance. No rules of ours."""
