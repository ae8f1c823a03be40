"""What is to be computed, and why: a pure comparison of what is with what is recorded."""
