"""The same documents, arriving and completed in another order: the same bytes.

    python -m sift_assets_tests.evals.equivalence.permutations COUNT SEED

prints what came of so many orders, for a caller who chose hash seed and time zone.
"""

import itertools
import json
import os
import random
import subprocess
import sys
from dataclasses import dataclass

from sift_assets.core.planning.keys import document_key
from sift_assets.core.records.record import content_hash, key_of
from sift_assets_tests.evals.equivalence.clean_builds import Built, believed, exported
from sift_assets_tests.evals.equivalence.grounds import Grounds, grounds
from sift_assets_tests.evals.equivalence.situation import BODIES, NAMES, Situation, write

SEED = 20261129

SITUATION = Situation(documents=dict(zip(NAMES, itertools.cycle(BODIES))))


@dataclass(frozen=True)
class Order:
    """One order of arrival and completion.

    Attributes:
        batches: Paths in the order in which they arrive, a run after each batch.
        completion: Keys in the order in which they are registered and completed.
    """

    batches: tuple[tuple[str, ...], ...]
    completion: tuple[str, ...]


def orders(count: int, seed: int = SEED) -> list[Order]:
    """Return random orders of the documents of `SITUATION`."""
    chance = random.Random(seed)  # noqa: S311 - a seeded sequence
    return [_order(chance) for _ in range(count)]


def built_in(ground: Grounds, order: Order) -> Built:
    """Let the documents arrive and be completed in an order; return what comes of it."""
    subject = ground.direct()
    arrived: dict[str, str] = {}
    for batch in order.batches:
        arrived |= {path: SITUATION.documents[path] for path in batch}
        write(subject.root, SITUATION.edited(documents=arrived))
        keys = {document_key(path) for path in arrived}
        subject.partitions[:] = [key for key in order.completion if key in keys]
        subject.run()
    return Built(believed(subject.standing()[1]), exported(subject.root))


def digest(built: Built) -> str:
    """Return one hash of every value, every input and every exported byte."""
    values = {f"{a}[{p}]": entry.content_hash() for (a, p), entry in built.values.items()}
    return key_of(values, {name: content_hash(data) for name, data in built.exports.items()})


def digests_elsewhere(count: int, seed: int, surroundings: dict[str, str]) -> set[str]:
    """Return the digests of builds in random orders, made by another process.

    Args:
        count: How many orders.
        seed: Of the orders.
        surroundings: Its environment: hash seed, time zone, language.
    """
    command = [sys.executable, "-m", __name__, str(count), str(seed)]
    own = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command, env=own | surroundings, check=True, capture_output=True, text=True
    )
    return set(json.loads(done.stdout))


def main(count: int, seed: int) -> None:
    """Print the digests of so many builds as a JSON list."""
    with grounds() as ground:
        found = {digest(built_in(ground, order)) for order in orders(count, seed)}
    sys.stdout.write(json.dumps(sorted(found)) + "\n")


def _order(chance: random.Random) -> Order:
    paths = list(SITUATION.documents)
    chance.shuffle(paths)
    cut = chance.randint(1, len(paths))
    batches = tuple(tuple(batch) for batch in (paths[:cut], paths[cut:]) if batch)
    completion = [document_key(path) for path in paths]
    chance.shuffle(completion)
    return Order(batches, tuple(completion))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
