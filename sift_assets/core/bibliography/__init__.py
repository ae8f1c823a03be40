"""Bibliographies, as reference managers export them: what is known of documents from outside."""
