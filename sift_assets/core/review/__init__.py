"""What waits for a person, and the files and words in which they decide it."""
