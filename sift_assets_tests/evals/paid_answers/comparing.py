"""Which answers were kept and which questions were asked, answer by answer.

A question is known by the key under which its answer is kept, worked out from what came over the
wire and not from what a run says of itself.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sift_assets.core.extraction.llm.context import CONTEXT_VERSION
from sift_assets.core.extraction.llm.prompt import PROMPT_VERSION
from sift_assets.core.llm.answer_cache import answer_key
from sift_assets.core.llm.fence import UNSENT_NONCE
from sift_assets.core.llm.model import Message, ModelRequest
from sift_assets.resources.store import Store

FENCE = re.compile(r"^<<<[A-Z]+ ([0-9a-f]{16})$", re.MULTILINE)


def question_key(body: dict[str, Any], model: str) -> str:
    """Return under which key the answer to a request is kept, whatever nonce it was sent with.

    Args:
        body: Of the request, in OpenAI's protocol, with the schema of the answer.
        model: As configured.
    """
    (nonce,) = set(FENCE.findall(body["messages"][-1]["content"]))
    schema = body["response_format"]["json_schema"]["schema"]
    request = ModelRequest(
        messages=tuple(
            Message(role=m["role"], content=m["content"].replace(nonce, UNSENT_NONCE))
            for m in body["messages"]
        ),
        answer_schema=schema,
        temperature=body["temperature"],
        max_tokens=body["max_tokens"],
    )
    is_context = "summary" in schema["properties"]
    stage, version = ("context", CONTEXT_VERSION) if is_context else ("extract", PROMPT_VERSION)
    return answer_key(stage, version, model, request)


def kept_keys(store: Path) -> set[str]:
    """Return the key of everything that a store has as a result."""
    return {row.key for row in Store(store).results()}


@dataclass
class Comparison:
    """What was asked, answered and kept, of one run or of several.

    Attributes:
        kept_and_asked: Questions whose answer was kept when a run began that asked them again.
        asked_twice: Questions that one run asked twice.
        answered_and_lost: Answers sent to the last byte that were not kept when a run was killed.
    """

    kept_and_asked: int = 0
    asked_twice: int = 0
    answered_and_lost: int = 0

    def add(
        self, asked: Sequence[str], answered: Set[str], before: Set[str], after: Set[str]
    ) -> None:
        """Add one run: its questions, those answered well, and what was kept before and after."""
        self.kept_and_asked += len(before & set(asked))
        self.asked_twice += len(asked) - len(set(asked))
        self.answered_and_lost += len(answered - after)
