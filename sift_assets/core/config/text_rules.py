"""Rules for text in our files, each as a pattern and as a sentence for people."""

TYPE_NAME = r"^[A-Z][A-Z0-9_]*$"
"""Upper snake case."""

NOT_BLANK = r"\S"
"""Something besides white space."""

SENTENCES = {
    TYPE_NAME: "a type's name has letters A-Z, digits and `_`, and starts with a letter",
    NOT_BLANK: "there must be something besides white space",
}
"""What each pattern demands."""
