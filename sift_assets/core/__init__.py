"""Plain Python: values in, values out. No Dagster, no files, no clock, no network."""
