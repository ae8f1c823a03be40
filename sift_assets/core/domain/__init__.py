"""Domains: types of entities and relations, their facets, reading a domain file."""
