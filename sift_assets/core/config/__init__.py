"""Reading the files that people write: YAML with places, into strict models."""
