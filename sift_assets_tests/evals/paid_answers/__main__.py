"""kill -9 at random points of a run of 40 documents by a model that costs: what is paid twice?

    python -m sift_assets_tests.evals.paid_answers [FILE] [--kills 20] [--seed 20261130]

One project, whose `sift run` is killed again and again and ends at last. Answer by answer: no
question is asked again whose answer was kept, and none twice by one run. What a server has sent and
a killed process had no time to keep is at most what was under way. Prints one row a kill, and the
figures at the end. FILE takes them as JSON, `.sift/evals/paid_answers.json` when it is not given.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import project_ledger
from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.evals.paid_answers.comparing import (
    Comparison,
    kept_keys,
    question_key,
)
from sift_assets_tests.fakes.llm_server import LlmServer, Mode, SlowServer
from sift_assets_tests.whole.sift_process import answer, made, sift, started

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "paid_answers.json"

CONCURRENCY = 4
MODEL = "openai/gpt-4o-mini"
DOCUMENTS = {
    f"letter {number:02}.txt": " ".join(
        f"Ada met Bo on quay {number} of harbour {n}." for n in range(60)
    )
    for number in range(40)
}
ANSWER = '{"entities": [], "relations": [], "summary": "Letters from a harbour."}'


def environment(server: LlmServer) -> Mapping[str, str]:
    """Return the settings of the runs; the price of the model stands in the table."""
    return {
        "SIFT_MODEL": MODEL,
        "SIFT_API_BASE": server.base_url,
        "SIFT_CHUNK_SIZE": "600",
        "SIFT_CONCURRENCY": str(CONCURRENCY),
        "SIFT_CONFIRM_ABOVE_USD": "100",
        "OPENAI_API_KEY": "of-nobody",
    }


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def killed(root: Path, server: LlmServer, requests: int) -> bool:
    """Kill a run when so many requests have come in all; False when it ended before."""
    process = started(root, "run", "--json", environment=environment(server))
    while len(server.requests) < requests and process.poll() is None:
        time.sleep(0.005)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    _, said = process.communicate()
    server.wait_until_idle()
    assert process.returncode in (0, -signal.SIGKILL), said
    return process.returncode == -signal.SIGKILL


def keys(bodies: Sequence[dict[str, Any]]) -> list[str]:
    """Return under which key the answer to each request is kept."""
    return [question_key(body, MODEL) for body in bodies]


@dataclass
class Watched:
    """A project and its server, compared run by run.

    Attributes:
        root: The project.
        server: It answers.
        compared: What has been found so far.
    """

    root: Path
    server: LlmServer
    compared: Comparison = field(default_factory=Comparison)

    @contextmanager
    def run(self) -> Iterator[int]:
        """Compare what happens in a block, which is one run; gives the requests before it."""
        seen, sent, before = len(self.server.requests), len(self.server.answered), self.kept
        yield seen
        answered = set(keys(self.server.answered[sent:]))
        self.compared.add(keys(self.server.requests[seen:]), answered, before, self.kept)

    @property
    def kept(self) -> set[str]:
        """The key of everything that is kept."""
        return kept_keys(self.root / ".sift")


def measured(root: Path, server: LlmServer, kills: int, seed: int) -> dict[str, Any]:
    """Kill so often, run to the end, and compare."""
    chance = random.Random(seed)  # noqa: S311 - a seeded sequence
    done, watched = 0, Watched(root, server)
    for number in range(kills):
        with watched.run() as seen:
            done += killed(root, server, seen + chance.randint(1, 12))
        tell(f"kill {number + 1}: {len(server.requests)} requests, {watched.compared}")
    with watched.run():
        report = answer(sift(root, "run", "--json", environment=environment(server)))
    asked = keys(server.requests)
    (spent,) = project_ledger(root, Settings()).spent_on()
    return {
        "kills": done,
        "requests": len(asked),
        "questions": len(set(asked)),
        "questions without a kept answer": len(set(asked) - watched.kept),
        "under_way_at_most": done * CONCURRENCY,
        **asdict(watched.compared),
        "answers_paid": spent.calls - spent.assumed,
        "failed": report["failed"],
        "waiting": report["waiting"],
        "ledger": spent.model_dump(),
    }


def main() -> None:
    """Measure, print, and fail where more was paid twice than was under way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20261130)
    chosen = parser.parse_args()
    server = SlowServer(ANSWER, [Mode.OK])
    threading.Thread(target=server.serve, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        root = made(Path(folder) / "project", DOCUMENTS)
        found = measured(root, server, chosen.kills, chosen.seed)
    server.stop()
    tell(json.dumps(found, indent=1))
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    chosen.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    assert found["questions without a kept answer"] == 0
    assert (found["kept_and_asked"], found["asked_twice"]) == (0, 0)
    assert found["answered_and_lost"] <= found["under_way_at_most"]
    assert found["requests"] - found["questions"] <= found["under_way_at_most"]
    assert found["answers_paid"] <= found["questions"]
    assert found["ledger"]["open"] == 0


if __name__ == "__main__":
    main()
