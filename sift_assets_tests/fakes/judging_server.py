"""A language model server that judges the pairs it is shown."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from sift_assets_tests.fakes.llm_server import LlmServer, Mode, let_go_of_clients, running


class JudgingServer(LlmServer):
    """Says of every pair that it is shown that both are the same, but for those it leaves out."""

    left_out: frozenset[str] = frozenset()

    @property
    def answer(self) -> str:
        """The answer to the latest request."""
        asked = self.requests[-1]["messages"][-1]["content"]
        pairs = re.findall(r"^Pair (\d+)\n<<<DOCUMENT \w+\nA:\n  name: (\w+)", asked, re.MULTILINE)
        records = [
            {"pair": int(number), "verdict": "same", "general": "", "confidence": 1, "reason": name}
            for number, name in pairs
            if name not in self.left_out
        ]
        return json.dumps({"pairs": records})

    @answer.setter
    def answer(self, _text: str) -> None:
        """Take no answer that is given beforehand."""


@contextmanager
def running_judge() -> Iterator[JudgingServer]:
    """Run such a server in a thread for the length of a `with` block."""
    try:
        with running(JudgingServer("", [Mode.OK])) as server:
            yield server
    finally:
        let_go_of_clients()
