"""From extractions to the knowledge graph."""
