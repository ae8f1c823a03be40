"""A regular expression of a domain file, cut into what its parts do."""

import math
import re

TOKEN = re.compile(
    r"""(?P<escape>\\.)
      | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
      | (?P<flags>\(\?[aiLmsux]+\))
      | (?P<reference>\(\?P=\w+\)|\(\?\()
      | (?P<open>\((?:\?(?:P<\w+>|[:=!>]|<[=!]|[aiLmsux-]+:))?)
      | (?P<close>\))
      | (?P<branch>\|)
      | (?P<repeat>(?:[*+?]|\{(?:\d+(?:,\d*)?|,\d*)\})[?+]?)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


def bounds(quantifier: str) -> tuple[float, float]:
    """Return how often a quantifier repeats: at least, and at most."""
    if quantifier[0] in "*+?":
        return {"*": (0, math.inf), "+": (1, math.inf), "?": (0, 1)}[quantifier[0]]
    least, comma, most = quantifier[1 : quantifier.index("}")].partition(",")
    if not comma:
        return int(least), int(least)
    return int(least or 0), int(most) if most else math.inf
