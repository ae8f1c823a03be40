"""What two programs made of the same recorded answers, compared record by record.

What belongs here: values and rules of comparison. What does not: how either program is run.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, NamedTuple, Self

from sift_assets.core.graph.identity import normal_form
from sift_assets.core.records.record import Record

Statement = tuple[str, str, str, str]
"""Document, type of relation, source, target."""


class Recorded(NamedTuple):
    """What a language model said of documents, each record once.

    Attributes:
        texts: Document to its text.
        entities: Document, type and name.
        statements: With the names of both ends.
    """

    texts: Mapping[str, str]
    entities: frozenset[tuple[str, str, str]]
    statements: frozenset[Statement]


class Program(Record):
    """What a program made of recorded answers, in its own ids.

    Attributes:
        cpu_seconds: From the answers to the stored graph, without looking for communities.
        peak_mib: Most memory of its process.
        keys: Type and recorded name, with the id under which the program keeps it.
        statements: Of its graph, with the ids of both ends.
        shown_statements: Of them what its readers (search, exports, viewer) are given.
        named: Statements that it kept out and lists with a reason, with the names of both ends.
        entities: Document and id of each entity of its graph that is named there.
        shown: Ids of the entities that its readers are given.
        quotes: Document and quote of each statement of its graph.
        ids: Of all entities when built, when decisions are applied, and when built once more;
            empty where decisions were tried otherwise.
        refused: How many relations were refused, and how many of them the graph had when the
            refusals were applied and when it was built once more; likewise.
    """

    cpu_seconds: float
    peak_mib: float
    keys: tuple[tuple[str, str, str], ...]
    statements: frozenset[Statement]
    shown_statements: frozenset[Statement]
    named: frozenset[Statement]
    entities: frozenset[tuple[str, str]]
    shown: frozenset[str]
    quotes: tuple[tuple[str, str], ...]
    ids: tuple[frozenset[str], ...] = ()
    refused: tuple[int, ...] = ()

    @classmethod
    def said(cls, answer: Mapping[str, Any]) -> Self:
        """Return what a process printed."""
        return cls.model_validate(answer)


class Judged(NamedTuple):
    """How much of the recorded answers came through.

    Attributes:
        relations_lost: Statements that are neither in the graph nor named as kept out.
        relations_named: Statements that are kept out and listed with the reason.
        relations_unseen: Statements in the graph that no reader is given.
        entities_lost: Entities that the graph does not have.
        entities_unseen: Entities in the graph that no reader is given.
        names_folded: Names that the graph has only under the name of another.
        quotes: Published with statements.
        quotes_unverified: Of them not in the document that they are said to be from.
    """

    relations_lost: int
    relations_named: int
    relations_unseen: int
    entities_lost: int
    entities_unseen: int
    names_folded: int
    quotes: int
    quotes_unverified: int


class Kept(NamedTuple):
    """What became of what a person had said.

    Attributes:
        merges: Pairs that were confirmed to be one.
        lost_merges: Of them not kept to when applied, and after the next build.
        refused: Relations that were refused.
        returned: Of them in the graph when applied, and after the next build.
    """

    merges: int
    lost_merges: tuple[int, int]
    refused: int
    returned: tuple[int, int]


def judged(recorded: Recorded, program: Program) -> Judged:
    """Follow each record into the graph of a program."""
    key_of = {(kind, name): key for kind, name, key in program.keys}
    kept = _found(recorded, program, program.statements)
    named = {one for one in recorded.statements - kept if _is_named(program, one)}
    seen = _found(recorded, program, program.shown_statements)
    entities = [(document, key_of[kind, name]) for document, kind, name in recorded.entities]
    there = [(document, key) for document, key in entities if (document, key) in program.entities]
    return Judged(
        relations_lost=len(recorded.statements) - len(kept) - len(named),
        relations_named=len(named),
        relations_unseen=len(kept - seen),
        entities_lost=len(entities) - len(there),
        entities_unseen=sum(key not in program.shown for _, key in there),
        names_folded=_folded(program.keys),
        quotes=len(program.quotes),
        quotes_unverified=sum(not stands(quote, recorded.texts[d]) for d, quote in program.quotes),
    )


def _found(
    recorded: Recorded, program: Program, statements: frozenset[Statement]
) -> frozenset[Statement]:
    """Return the recorded statements that are among those of a program."""
    keys: dict[str, set[str]] = {}
    for _, name, key in program.keys:
        keys.setdefault(normal_form(name), set()).add(key)

    def is_there(one: Statement) -> bool:
        document, kind, *names = one
        sources, targets = (keys.get(normal_form(name), set()) for name in names)
        return any((document, kind, *pair) in statements for pair in product(sources, targets))

    return frozenset(filter(is_there, recorded.statements))


def _is_named(program: Program, statement: Statement) -> bool:
    document, kind, *names = statement
    source, target = map(normal_form, names)
    return any(
        (one[0], one[1], normal_form(one[2]), normal_form(one[3]))
        == (document, kind, source, target)
        for one in program.named
    )


def _folded(keys: Iterable[tuple[str, str, str]]) -> int:
    """Count names beyond the first of an id; spellings that differ in case or spaces are one."""
    names: dict[str, set[str]] = {}
    for _, name, key in keys:
        names.setdefault(key, set()).add(normal_form(name))
    return sum(len(found) - 1 for found in names.values())


def stands(quote: str, text: str) -> bool:
    """Say whether a quote stands in a text, white space aside; an empty one stands nowhere."""
    folded = " ".join(quote.split())
    return bool(folded) and folded in " ".join(text.split())


def held(pairs: Iterable[tuple[str, str]], built: frozenset[str], later: frozenset[str]) -> int:
    """Count confirmed merges that a graph keeps to.

    Args:
        pairs: Id of who stays and of who goes into it.
        built: Ids of the graph without decisions.
        later: Ids of the graph that should keep to them.
    """
    return sum(stays in later and goes in built and goes not in later for stays, goes in pairs)
