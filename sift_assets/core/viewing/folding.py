"""The form under which names are searched: without case, accents and signs between words."""

import re
import unicodedata

_SIGNS = re.compile(r"[\W_]+")


def folded(name: str) -> str:
    """Return a name without case, accents and punctuation; of signs alone, the signs themselves.

    The page folds in the same way (`viewer/source/folding.js`).
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return _SIGNS.sub(" ", letters).strip() or letters.strip()
