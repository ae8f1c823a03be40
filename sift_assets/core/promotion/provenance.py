"""Where a promoted document says that it comes from, as tags that questions can be limited by.

Only what lies in the second root is read so: a document of people's may state what it likes in its
front matter and does not become anybody's promotion by it.
"""

import re

from sift_assets.core.records.text import DocumentText
from sift_assets.core.text.front_matter import fields_at_head

PROMOTED_TAG = "promoted"
"""Of every document of the second root."""

PROVENANCE = ("seat", "item", "promoted_by", "assessment")
"""Fields of the front matter of a delivered document; each becomes a tag such as `seat:ada`."""

_VALUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,79}")
"""Names and hashes, and nothing that a person would have to read twice."""


def with_provenance(text: DocumentText) -> DocumentText:
    """Return the text of a promoted document with tags for where it comes from."""
    fields = fields_at_head(text.text)
    stated = {name: fields.get(name, "") for name in PROVENANCE}
    own = {f"{name}:{value}" for name, value in stated.items() if _VALUE.fullmatch(value)}
    return text.model_copy(update={"tags": tuple(sorted({*text.tags, PROMOTED_TAG, *own}))})
