"""The key of what is no community. Light to import: every look of the sensor does."""

UNASSIGNED = "unassigned"
"""Key of the group of entities that are in no community; no entity's id, for those have a colon."""
