"""The local writer: plain, cited English from the facts of a community, without a model."""
