"""What is there when somebody begins to read a page."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from sift_assets.resources.workspace import Workspace
from sift_assets_tests.cli.calling import call
from sift_assets_tests.docs.running import Reader
from sift_assets_tests.fakes.llm_server import let_go_of_clients, running_llm_server
from sift_assets_tests.fakes.promoting_project import PEOPLE
from sift_assets_tests.fakes.swept_seats import sweep

Scene = Callable[[Reader, Path], AbstractContextManager[None]]
"""Prepares a reader's home; the second is a project of the sample documents that is built."""

NOTHING_FOUND = '{"entities": [], "relations": []}'

ITEMS = ("0b7c13228e8ccb3de056", "16552e798df9b804eea8")
"""What pages call items for example."""

SERVER = "http://127.0.0.1:8080/v1"
"""Where pages have a server of one's own."""


@contextmanager
def nothing(_reader: Reader, _sample: Path) -> Iterator[None]:
    """Begin with an empty home."""
    yield


@contextmanager
def sample_project(reader: Reader, sample: Path) -> Iterator[None]:
    """Have the sample as `my-project`, up to date."""
    shutil.copytree(sample, reader.home / "my-project")
    reader.means("67ddae28", lambda: _last_decision(reader))
    yield


@contextmanager
def in_the_sample(reader: Reader, sample: Path) -> Iterator[None]:
    """Be in the folder of the sample project, as a page about one thing is."""
    with sample_project(reader, sample):
        reader.here = reader.home / "my-project"
        yield


@contextmanager
def with_a_server(reader: Reader, sample: Path) -> Iterator[None]:
    """Have a language model on this machine that finds nothing."""
    with sample_project(reader, sample), running_llm_server(answer=NOTHING_FOUND) as server:
        reader.means(SERVER, lambda: server.base_url)
        yield
    let_go_of_clients()


@contextmanager
def with_collections(reader: Reader, sample: Path) -> Iterator[None]:
    """Have what other programs left: an output folder of sift-kg, a vault, a library."""
    written = call("-C", sample, "export", "sift-kg", "--output", reader.home / "output")
    assert written.code == 0, written.err
    shutil.copytree(sample / "documents", reader.home / "letters")
    for name in ("empty.json", "sealed-settlement.json"):  # nothing was found in these
        (reader.home / "output" / "extractions" / name).unlink()
    for name, text in _OF_OTHERS.items():
        file = reader.home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    yield


_OF_OTHERS = {
    "vault/people/Ada Varga.md": "# Ada Varga\n\nAda Varga works for [[Kestrel Shipping]].\n",
    "library/files/kestrel.txt": "Tom Brandt works for Kestrel Shipping.\n",
    "library/library.bib": "@book{kestrel, title = {The Kestrel}, file = {files/kestrel.txt}}\n",
}


@contextmanager
def with_seats(reader: Reader, sample: Path) -> Iterator[None]:
    """Have the sample, and names for what is proposed."""
    with sample_project(reader, sample):
        reader.means(ITEMS[0], lambda: _items(reader)[0])
        reader.means(ITEMS[1], lambda: _items(reader)[-1])
        reader.means("d62a4a9e0bee1deb927e", lambda: _shown(reader))
        yield


def swept_by(actor: str) -> Scene:
    """Return the scene in which somebody is in a project whose seat has been swept."""

    @contextmanager
    def swept(reader: Reader, sample: Path) -> Iterator[None]:
        with with_seats(reader, sample):
            reader.here = reader.home / "my-project"
            with (reader.here / "sift.yaml").open("a", encoding="utf-8") as file:
                file.write(PEOPLE)
            for name, text in _OF_THE_SEAT.items():
                file = reader.here / "people" / "ada" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            (reader.here / "people" / "bob").mkdir()
            sweep(Workspace.open(reader.here))
            reader.is_called(actor)
            yield

    return swept


_OF_THE_SEAT = {
    "plans/harbour.md": "# Quay walls\n\nThe drawings are in github.com/acme/harbour.\n",
    "plans/offer.md": "# An offer\n\nThe sums are in github.com/acme/offers.\n",
}


def _last_decision(reader: Reader) -> str:
    shown = call("-C", reader.here, "decisions", "show", "--json").json
    return shown[-1]["id"]


def _items(reader: Reader) -> list[str]:
    items = call("-C", reader.here, "promotions", "list", "--json").json["items"]
    return sorted(one["id"] for one in items)


def _shown(reader: Reader) -> str:
    return call("-C", reader.here, "promotions", "show", _items(reader)[0], "--json").json["shown"]
