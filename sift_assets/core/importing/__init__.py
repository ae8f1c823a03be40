"""What other programs left behind, as this project understands it."""
