"""What `identity` says of one name, said of a column of names.

Most names are plain: printable ASCII with single spaces inside. Arrow treats those in an
eighth of the time that a call for each takes; the others go through `identity`, where the rules
are.
"""

from collections.abc import Callable

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Mask, mask
from sift_assets.core.graph.identity import PLAIN_FORM, SLUG_LENGTH, is_blank, normal_form, slug

_PLAIN_NAME = "^[!-~]+( [!-~]+)*$"
"""Arrow's `$` is the end of the text, a line break before it does not count."""


class Spelling:
    """Distinct names and how they are spelled.

    Args:
        names: Texts.

    Attributes:
        squeezed: Each name without white space at the ends, and with one space for any inside.
        forms: The normal form of each name.
        blank: Whether a name shows nothing.
    """

    def __init__(self, names: pa.Array) -> None:
        is_plain = pc.match_substring_regex(names, _PLAIN_NAME)
        self.squeezed = _unless(is_plain, names, names, lambda name: " ".join(name.split()))
        self.forms = _unless(is_plain, pc.ascii_lower(names), names, normal_form)
        self.blank: Mask = ~mask(is_plain)
        self.blank[self.blank] = [is_blank(name) for name in _others(is_plain, names)]


def slugs(forms: pa.Array) -> pa.Array:
    """Return the readable part of an id for each normal form, see `identity.slug`."""
    is_plain = pc.and_(
        pc.match_substring_regex(forms, f"^{PLAIN_FORM}$"),
        pc.less_equal(pc.binary_length(forms), SLUG_LENGTH),
    )
    return _unless(is_plain, pc.replace_substring(forms, " ", "_"), forms, slug)


def _unless(
    is_plain: pa.Array, plain: pa.Array, names: pa.Array, function: Callable[[str], str]
) -> pa.Array:
    """Return the plain ones as they are, and what a function makes of the other names."""
    others = [function(name) for name in _others(is_plain, names)]
    return pc.replace_with_mask(plain, pc.invert(is_plain), pa.array(others, pa.string()))


def _others(is_plain: pa.Array, names: pa.Array) -> list[str]:
    return names.filter(pc.invert(is_plain)).to_pylist()
