"""The nouns: frozen values that cross the boundaries of assets."""
