"""Versions that others hang on; light to import, because the lineage does."""

RULES_VERSION = "1"
"""Raised whenever a rule finds more or less: every text is then looked through again."""
