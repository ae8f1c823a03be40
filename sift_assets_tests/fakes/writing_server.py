"""A language model server that writes what it is shown, as sentences with their citations."""

from collections.abc import Iterator
from contextlib import contextmanager

from sift_assets_tests.fakes.llm_server import LlmServer, Mode, let_go_of_clients, running
from sift_assets_tests.fakes.scripted_writer import faithful, shown_of


class WritingServer(LlmServer):
    """Answers every question as a faithful writer does, one at a time: it answers the latest."""

    @property
    def answer(self) -> str:
        """The answer to the latest request."""
        latest = self.requests[-1]
        schema = latest["response_format"]["json_schema"]["schema"]
        return faithful(shown_of(latest["messages"][-1]["content"], schema))

    @answer.setter
    def answer(self, _text: str) -> None:
        """Take no answer that is given beforehand."""


@contextmanager
def running_writer() -> Iterator[WritingServer]:
    """Run such a server in a thread for the length of a `with` block."""
    try:
        with running(WritingServer("", [Mode.OK])) as server:
            yield server
    finally:
        let_go_of_clients()
