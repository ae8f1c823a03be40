"""How a reader says that a document cannot be read; each becomes a status at the edge."""


class PasswordNeeded(Exception):  # noqa: N818 - a finding about a document, not an error of ours
    """The document is encrypted."""


class Damaged(Exception):  # noqa: N818 - likewise
    """The document is not well formed."""


class Bomb(Exception):  # noqa: N818 - likewise
    """The document unpacks to far more than it should."""
