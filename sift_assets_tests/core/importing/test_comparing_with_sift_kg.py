"""How two programs are compared by the records that they were given."""

from typing import Any

from sift_assets_tests.evals.versus_sift_kg.__main__ import table
from sift_assets_tests.evals.versus_sift_kg.comparing import (
    Judged,
    Program,
    Recorded,
    held,
    judged,
    stands,
)

TEXT = "Ada Berg founded  Norrsund\nin 1990."
QUOTE = "Ada Berg founded Norrsund in 1990."

RECORDED = Recorded(
    texts={"a": TEXT},
    entities=frozenset({("a", "PERSON", "Ada Berg"), ("a", "ORGANIZATION", "Norrsund")}),
    statements=frozenset({("a", "FOUNDED", "ada berg", "Norrsund")}),
)


def program(**others: Any) -> Program:
    keys = (("PERSON", "Ada Berg", "p:ada"), ("ORGANIZATION", "Norrsund", "o:norrsund"))
    whole: dict[str, Any] = {
        "cpu_seconds": 1.0,
        "peak_mib": 1.0,
        "keys": keys,
        "statements": [("a", "FOUNDED", "p:ada", "o:norrsund")],
        "shown_statements": [("a", "FOUNDED", "p:ada", "o:norrsund")],
        "named": [],
        "entities": [("a", "p:ada"), ("a", "o:norrsund")],
        "shown": ["p:ada", "o:norrsund"],
        "quotes": [("a", QUOTE)],
    }
    return Program.said(whole | others)


def test_what_came_through_whole_has_lost_nothing() -> None:
    assert judged(RECORDED, program()) == Judged(0, 0, 0, 0, 0, 0, 1, 0)


def test_a_statement_that_is_nowhere_is_lost_and_one_that_is_listed_is_named() -> None:
    assert judged(RECORDED, program(statements=[])).relations_lost == 1
    listed = program(statements=[], named=[("a", "FOUNDED", "Ada Berg", "norrsund")])
    found = judged(RECORDED, listed)
    assert (found.relations_lost, found.relations_named) == (0, 1)


def test_a_statement_of_another_document_type_or_direction_is_not_the_one_recorded() -> None:
    for other in (
        ("b", "FOUNDED", "p:ada", "o:norrsund"),
        ("a", "OWNS", "p:ada", "o:norrsund"),
        ("a", "FOUNDED", "o:norrsund", "p:ada"),
    ):
        assert judged(RECORDED, program(statements=[other])).relations_lost == 1


def test_what_the_graph_has_and_no_reader_is_given_is_unseen_but_not_lost() -> None:
    found = judged(RECORDED, program(shown=["p:ada"], shown_statements=[]))
    assert (found.relations_lost, found.relations_unseen) == (0, 1)
    assert (found.entities_lost, found.entities_unseen) == (0, 1)


def test_an_entity_is_lost_where_the_graph_does_not_name_it_in_its_document() -> None:
    assert judged(RECORDED, program(entities=[("b", "p:ada")])).entities_lost == 2


def test_a_name_under_the_id_of_another_is_folded_and_a_spelling_is_not() -> None:
    keys = (
        ("PERSON", "Ada Berg", "p:ada"),
        ("PERSON", "ADA  BERG", "p:ada"),
        ("PERSON", "Judge Ada Berg", "p:ada"),
        ("ORGANIZATION", "Norrsund", "o:norrsund"),
    )
    assert judged(RECORDED, program(keys=keys)).names_folded == 1


def test_a_quote_stands_in_a_text_whatever_its_white_space() -> None:
    assert stands(QUOTE, TEXT)
    assert not stands("Ada Berg left Norrsund", TEXT)
    assert not stands(" ", TEXT)
    assert judged(RECORDED, program(quotes=[("a", QUOTE), ("a", "no")])).quotes_unverified == 1


def test_a_merge_holds_where_one_stays_and_the_other_was_there_and_is_gone() -> None:
    pair = [("p:ada", "p:berg")]
    built = frozenset({"p:ada", "p:berg"})
    assert held(pair, built, frozenset({"p:ada"})) == 1
    assert held(pair, built, built) == 0
    assert held(pair, built, frozenset()) == 0
    assert held(pair, frozenset({"p:ada"}), frozenset({"p:ada"})) == 0


def test_the_column_of_an_absent_peer_is_empty() -> None:
    lines = table({"peer": {}, "ours": {"relations lost": 1200.0}}).splitlines()
    assert lines[0].split() == ["peer", "ours"]
    assert lines[1].split() == ["relations", "lost", "1,200.0"]
