"""From text to mentions and relations with evidence."""
