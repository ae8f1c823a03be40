"""What is exported beside the graph: descriptions, communities, chunks."""

from sift_assets.core.communities.mapping import community_map
from sift_assets.core.exports.content import annotations_of, community_table
from sift_assets.core.narrative.records import Narrative, Passage, Profile, Sentence
from sift_assets_tests.core.communities.community_examples import stage
from sift_assets_tests.core.decisions.decision_examples import decided
from sift_assets_tests.core.exports.export_examples import example_content, example_graph

GRAPH = decided(example_graph())


def told(*passages: Passage) -> Narrative:
    """Tell a sentence of Ada for each passage."""
    sentences = tuple(Sentence(text=f"It says {one.quote}.", cites=(one.id,)) for one in passages)
    profile = Profile(entity="person:ada", name="Ada", type="PERSON", sentences=sentences)
    return Narrative(
        community="person:ada",
        label="Ada",
        story=(),
        profiles=(profile,),
        passages={one.id: one for one in passages},
        writer="local",
    )


def place(document: str, start: int, end: int, quote: str) -> Passage:
    return Passage(document=document, page=0, start=start, end=end, quote=quote)


def test_a_sentence_is_exported_while_its_passage_is_in_the_graph() -> None:
    mapped = community_map(GRAPH, stage())
    (led,) = [row for row in GRAPH.evidence.to_pylist() if row["type"] == "LED_BY"]
    stands = place(led["document"], led["start"], led["end"], "one")
    named = place("a, b.pdf", 0, 3, "two")
    gone = place(led["document"], led["start"], led["end"] + 1, "three")
    found = annotations_of(GRAPH, mapped, [told(stands, named, gone)], {"c": "A\nlabel"})
    assert found.descriptions == {"person:ada": "It says one. It says two."}
    assert found.labels == {"c": "A label"}
    assert annotations_of(GRAPH, mapped, [told(gone)], {}).descriptions == {}


def test_every_entity_of_a_community_finds_it_in_the_table() -> None:
    mapped = community_map(GRAPH, stage(min_size=2))
    labels = dict.fromkeys(mapped.members.values(), "Some people")
    table = community_table(mapped, labels).to_pylist()
    keys = {row["community"] for row in table if not row["divided"]}
    found = annotations_of(GRAPH, mapped, [], labels)
    assert set(found.communities.values()) == keys
    assert "location:atlantis" not in found.communities
    assert {row["label"] for row in table if not row["divided"]} == {"Some people"}


def test_chunks_say_how_much_was_found_in_them_and_where() -> None:
    (chunk,) = example_content().tables["chunks"].to_pylist()
    assert chunk == {
        "document": "a, b.pdf",
        "chunk": 0,
        "status": "ok",
        "extractor": "llm",
        "model": "m",
        "mentions": 4,
        "statements": 3,
        "first": 0,
        "last": 114,
    }
