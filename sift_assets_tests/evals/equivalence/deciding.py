"""What people decide between edits, and what happens to the log of it by hand.

A log is its text, part of a situation. Ids and times follow from what is in it, no clock is asked.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, Decision, EntityRef, ValuesRef
from sift_assets.core.decisions.log import read_log, to_line
from sift_assets.core.planning.keys import document_key
from sift_assets_tests.core.decisions.decision_examples import (
    company,
    joining,
    moment,
    part,
    person,
    said,
    undo,
)
from sift_assets_tests.evals.equivalence.situation import FIRMS, NAMES, PEOPLE

BAD_LINE = '{"act":"merge","actor":"Ada"}\n'
"""JSON, and no decision."""

TORN_AT = 40
"""Characters of a line that a killed writer left: enough to be neither nothing nor a decision."""

_PEOPLE, _FIRMS = [person(name) for name in PEOPLE], [company(name) for name in FIRMS]
_KEYS = [document_key(name) for name in NAMES]


def _several(*kinds: list[EntityRef]) -> st.SearchStrategy[tuple[EntityRef, ...]]:
    lists = (st.lists(st.sampled_from(k), min_size=2, max_size=3, unique=True) for k in kinds)
    return st.one_of(*lists).map(tuple)


def _one() -> st.SearchStrategy[tuple[EntityRef, ...]]:
    return st.sampled_from([*_PEOPLE, *_FIRMS]).map(lambda one: (one,))


_LINKED = _several(_PEOPLE, _PEOPLE, _FIRMS, [*_PEOPLE, *_FIRMS])
"""Mostly of one type, as people and firms are merged."""

_RELATION = st.builds(
    lambda source, target: joining(source, "EMPLOYED_BY", target),
    st.sampled_from(_PEOPLE),
    st.sampled_from(_FIRMS),
)
_PARTS = st.builds(
    lambda cut: (part("one", *_KEYS[:cut]), part("two", *_KEYS[cut:])),
    st.integers(1, len(_KEYS) - 1),
)

DETAILS: dict[Act, st.SearchStrategy[dict[str, Any]]] = {
    Act.MERGE: st.builds(dict, entities=_LINKED),
    Act.NOT_SAME: st.builds(dict, entities=_LINKED),
    Act.SPLIT: st.builds(dict, entities=_one(), parts=_PARTS),
    Act.WHOLE: st.builds(dict, entities=_one()),
    Act.NAME: st.builds(dict, entities=_one(), name=st.sampled_from(("Zed", "Ada Varga"))),
    Act.CONFIRM: st.builds(dict, relation=_RELATION),
    Act.REJECT: st.builds(dict, relation=_RELATION),
    Act.ADD: st.builds(dict, relation=_RELATION),
    Act.RESOLVE: st.one_of(
        st.builds(
            lambda stands, falls: {"stands": (stands,), "falls": (falls,)}, _RELATION, _RELATION
        ),
        st.sampled_from(_PEOPLE).map(
            lambda one: {"values": ValuesRef(entity=one, key="role", values=("chief", "clerk"))}
        ),
    ),
    Act.RETRACT: st.builds(dict, entities=_one()),
}
"""Act to what it may be about; half of the time it is not in the graph."""


def decisions_in(log: str) -> tuple[Decision, ...]:
    """Return every decision in a log."""
    return read_log(log.encode()).decisions


def decided(log: str, act: Act, details: dict[str, Any]) -> str:
    """Return a log with one more decision."""
    return _appended(log, said(act, len(decisions_in(log)), **details))


def taken_over(log: str, decisions: Sequence[Decision]) -> str:
    """Return a log with what was imported, as if the clock of the log had been asked."""
    for one in decisions:
        timed = one.model_copy(update={"time": moment(len(decisions_in(log)))})
        log = _appended(log, timed.with_id())
    return log


def taken_back(log: str, number: int) -> str:
    """Return a log in which a decision is undone; an undo as well."""
    found = decisions_in(log)
    return _appended(log, undo(found[number], len(found)))


def by_a_careless_hand(log: str, number: int) -> str:
    """Return a log with a line that is none."""
    lines = _whole_lines(log)
    at = number % (len(lines) + 1)
    return "".join([*lines[:at], BAD_LINE, *lines[at:]])


def torn(log: str) -> str:
    """Return a log as a killed writer leaves it: the last line has no end."""
    line = _line(said(Act.MERGE, len(decisions_in(log)), entities=tuple(_PEOPLE[:2])))
    return "".join([*_whole_lines(log), line[:TORN_AT]])


def merged_otherwise(log: str) -> str:
    """Return a log with its lines in another order, as git merges them: it means the same."""
    return "".join(reversed(_whole_lines(log)))


def _appended(log: str, decision: Decision) -> str:
    """Add a line as the decision log does, which takes a torn one off first."""
    return "".join([*_whole_lines(log), _line(decision)])


def _whole_lines(log: str) -> list[str]:
    return [line for line in log.splitlines(keepends=True) if line.endswith("\n")]


def _line(decision: Decision) -> str:
    return to_line(decision).decode()
