"""Discovering the types of a domain from a sample of the documents."""
