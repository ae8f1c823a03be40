"""The review files: YAML that people edit and the pipeline refreshes, as values."""
