"""A language model server that can keep everybody waiting, to meet runs in the middle."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sift_assets_tests.fakes.llm_server import LlmServer, Mode, let_go_of_clients, running

SAID = {("Ada Varga", "Kestrel Ltd"): "Ada Varga works for Kestrel Ltd."}
"""Person and firm to the sentence that every text for this server is to hold."""


def stated() -> str:
    """Return an answer that states it; what its text does not say is not believed."""
    ((names, quote),) = SAID.items()
    kinds = zip(names, ("PERSON", "ORGANIZATION"), strict=True)
    common = {"confidence": 0.9}
    entities = [
        {"name": name, "surface": name, "type": kind, "context": [quote], **common}
        for name, kind in kinds
    ]
    relation = {"type": "EMPLOYED_BY", "source": names[0], "target": names[1], "evidence": [quote]}
    return json.dumps({"entities": entities, "relations": [relation | common], "summary": quote})


class HeldServer(LlmServer):
    """Answers nothing while it is held; what is asked meanwhile is recorded at once."""

    def __init__(self) -> None:
        super().__init__(stated(), [Mode.OK])
        self._let_go = threading.Event()
        self._let_go.set()

    def hold(self) -> None:
        """Answer nothing from now on."""
        self._let_go.clear()

    def let_go(self) -> None:
        """Answer what waits, and whatever comes."""
        self._let_go.set()

    def next_mode(self, body: dict[str, Any]) -> Mode:
        """Record a request, and wait while the server is held."""
        mode = super().next_mode(body)
        self._let_go.wait()
        return mode


@contextmanager
def running_held_server() -> Iterator[HeldServer]:
    """Run such a server in a thread for the length of a `with` block."""
    server = HeldServer()
    try:
        with running(server):
            yield server
            server.let_go()
    finally:
        let_go_of_clients()
