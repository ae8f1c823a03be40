"""Asking a language model to tell: what it is shown, what it may answer, and what of that holds."""
