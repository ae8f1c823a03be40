"""A document's context: what the whole of it is about, summed up by a model from its beginning.

The prompt, its answer schema and its reader. The summary goes into the prompt of every chunk, so
that the chunks of one document agree on who is meant. It is made of untrusted text and stays so.
"""

from typing import Any

from sift_assets.core.llm.fence import FENCE_RULE, UNSENT_NONCE, fenced
from sift_assets.core.llm.json_reading import find_object
from sift_assets.core.llm.model import ModelRequest, request_of

CONTEXT_VERSION = "1"
"""Raised with every change of this module by which another summary may come; part of its key."""

MAX_CONTEXT_CHARACTERS = 600
"""Three full sentences. It is paid for with every chunk, and a longer one begins to be a second
text to extract from."""

MAX_CONTEXT_TOKENS = 400
"""Room for so much text in any script, and for the JSON around it."""

MAX_SHOWN_CHARACTERS = 6000
"""Of the first chunk: what a document is says its beginning, and this call is paid for too."""

_SYSTEM = """\
You say in two or three sentences what a document is, from its beginning: which kind of document, \
who the main people and organizations are, with full names and roles, and what it is about. Only \
what the text states. In English, whatever its language; names in Latin letters as they are \
internationally used.

Answer with one JSON object and nothing else:
{"summary": ""}"""

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"summary": {"type": "string"}},
    "required": ["summary"],
    "additionalProperties": False,
}


def context_request(
    shown: str, temperature: float | None = 0.0, *, nonce: str = UNSENT_NONCE
) -> ModelRequest:
    """Ask what a document is about.

    Args:
        shown: Its first chunk; at most `MAX_SHOWN_CHARACTERS` of it are sent.
        temperature: See `ModelRequest`.
        nonce: What the fence is recognised by.
    """
    beginning = fenced(shown[:MAX_SHOWN_CHARACTERS], nonce)
    asked = f"{FENCE_RULE.format(nonce=nonce)}\n\n{beginning}\n\nSum up the document {nonce}."
    return request_of(_SYSTEM, asked, _SCHEMA, temperature, MAX_CONTEXT_TOKENS)


def read_context(answer: str) -> str:
    """Return the summary of an answer: one line, bounded; empty when there is none.

    Plain sentences are taken as they are; some models do not answer in JSON.
    """
    found = find_object(answer, ("summary",))
    said = found.value.get("summary") if found else answer
    if not isinstance(said, str) or (not found and "{" in said):
        return ""
    line = " ".join("".join(c if c.isprintable() else " " for c in said).split())
    if len(line) <= MAX_CONTEXT_CHARACTERS:
        return line
    return line[:MAX_CONTEXT_CHARACTERS].rsplit(" ", 1)[0]
