"""The Obsidian vault."""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.obsidian import obsidian_files
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.core.graph.graph_examples import graph_of, mention, relation

LINK = re.compile(r"\[\[([^\]|]+)\|([^\]|]+)\]\]")
NOTES = {name: data.decode() for name, data in obsidian_files(example_content()).items()}


def matter(note: str) -> dict[str, Any]:
    _, front, _ = note.split("---\n", 2)
    return yaml.safe_load(front)


def links(note: str) -> Iterator[str]:
    yield from (found[1] for found in LINK.finditer(note))


def note_of(one: str) -> str:
    (found,) = [note for note in NOTES.values() if matter(note).get("id") == one]
    return found


def test_there_is_a_note_for_each_entity_document_and_community() -> None:
    kinds = [matter(note)["kind"] for note in NOTES.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "index": 1,
        "entity": 4,
        "document": 2,
        "community": 1,
    }
    assert {"PERSON/Ada.md", "LOCATION/Atlantis.md", "Index.md"} <= set(NOTES)


def test_every_link_leads_to_a_note() -> None:
    for note in NOTES.values():
        found = list(links(note))
        assert {f"{path}.md" for path in found} <= set(NOTES)
        assert note.count("[[") == len(found)
    assert {f"{path}.md" for path in links(NOTES["Index.md"])} == set(NOTES) - {"Index.md"}


def test_front_matter_says_what_readers_filter_by() -> None:
    ada = matter(NOTES["PERSON/Ada.md"])
    assert (ada["id"], ada["type"], ada["status"]) == ("person:ada", "PERSON", "supported")
    assert (ada["support"], ada["confidence"], ada["aliases"]) == (2, 0.8, ["Ada"])
    assert ada["community"] == "[[Communities/Ada and others|Ada and others]]"
    assert len(ada["documents"]) == 2


def test_a_relation_shows_its_quotes_with_document_page_and_place() -> None:
    ada = NOTES["PERSON/Ada.md"]
    assert r"- **LED\_BY** [[PERSON/Bo, Jr.; II|Bo, Jr.; II]] (pending, support 1)" in ada
    assert r"“\-1+2 \| \<b\>\&amp;” — [[Documents/a, b.pdf|a, b.pdf]], characters" in ada
    assert "- same (rev, 2026-01-02, terminal): " in ada
    assert "Relations to it" in note_of("organization:acme~" + _digest())


def test_texts_of_documents_are_nothing_but_text() -> None:
    hostile = "#tag [[Ada|x]] %%hide%% ![[secret]] <script>a</script> `= 1` $x$ \\#t"
    records = (
        mention("PERSON", "Ada"),
        mention("PERSON", "]] x [[../../evil|y", 10),
        relation("Ada", "KNOWS", "]] x [[../../evil|y", 20, quote=hostile),
    )
    notes = obsidian_files(ExportContent(graph_of({"a.txt": records})))
    assert not any(part in ("", ".", "..") for name in notes for part in name.split("/"))
    paths = set(notes)
    for data in notes.values():
        text = data.decode()
        body = text.split("---\n", 2)[2]
        assert {f"{path}.md" for path in links(text)} <= paths
        assert not re.search(r"(?<!\\)#\w", body)
        assert not re.search(r"(?<!\\)<\w", body)
        assert "%%" not in body
        assert "![[" not in body
        assert body.count("[[") == len(list(links(body)))


def _digest() -> str:
    ids = example_content().graph.entities["id"].to_pylist()
    (acme,) = [one for one in ids if one.startswith("organization:")]
    return acme.partition("~")[2]
