"""From the log to what is in force: undone decisions are taken out, the rest keeps its order.

Pure and independent of the order of lines. Whether a later decision overrides an earlier one about
the same thing is told in `verdicts`, where it is known which thing each of them names today.
"""

from collections.abc import Iterable, Sequence

from sift_assets.core.decisions.decision import KIND_OF, Act, Decision
from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.decisions.log import in_order
from sift_assets.core.decisions.meaning import meaning


def counting(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that count, in order of time.

    The last word first: an undo that counts takes out its target, also when that is an undo, which
    brings back what it had taken out. An undo of what came later, or never was, does nothing; nor
    does one that brings back what was said anew, see `effective`.
    """
    return _left(effective(decisions))


def in_force(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return those that count and say something of the graph, in order of time."""
    return tuple(one for one in counting(decisions) if one.act in KIND_OF)


def dropped(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """Return the id of each agent's proposal that is not taken up to the decision that says so."""
    return {one.proposal: one for one in counting(decisions) if one.act is Act.DROP}


def by_kind(effective: Iterable[Decision]) -> dict[Kind, tuple[Decision, ...]]:
    """Return the decisions in force by the partition that they belong to."""
    found: dict[Kind, list[Decision]] = {kind: [] for kind in Kind}
    for one in effective:
        found[KIND_OF[one.act]].append(one)
    return {kind: tuple(decisions) for kind, decisions in found.items()}


def effective(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return decisions in order of time, without the undos that do nothing.

    Who takes a decision back, says the same anew, and then takes that undo back, has said one
    thing. Did both count, the one would stay when the other is taken back. So an undo of an undo
    does nothing where what it would bring back was said anew since, and counts.
    """
    every = in_order(decisions)
    undos = {one.id for one in every if one.act is Act.UNDO}
    kept: list[Decision] = []
    for one in every:
        if one.undoes not in undos or _said_anew(kept, one) is None:
            kept.append(one)
    return tuple(kept)


def said_anew(decisions: Iterable[Decision], undone: str) -> Decision | None:
    """Return what says anew, by now, what would be brought back if an undo were taken back.

    Args:
        decisions: The whole log.
        undone: Id of the undo.
    """
    log = effective(decisions)
    found = next((one for one in log if one.id == undone), None)
    if found is None or found.act is not Act.UNDO:
        return None
    return _said_anew(log, found.model_copy(update={"id": "", "undoes": undone}))


def _said_anew(log: Sequence[Decision], undo: Decision) -> Decision | None:
    """Return what counts and says what an undo would bring back.

    But for what counted beside it before it was taken out, as after two people have said the same
    in copies of the log: both come back then.
    """
    at = next((at for at, one in enumerate(log) if one.id == undo.undoes), len(log))
    now, then = _left(log), {one.id for one in _left(log[:at])}
    known = {one.id for one in now}
    back = [one for one in _left((*log, undo)) if one.id not in known]
    beside = {meaning(one) for one in back if one.id in then}
    alone = {meaning(one) for one in back if one.id not in then}
    says = (alone, alone | beside)
    return next((one for one in now if meaning(one) in says[one.id not in then]), None)


def _left(log: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return what no undo that counts takes out, of decisions in order of time."""
    undone: set[str] = set()
    kept: list[Decision] = []
    for one in reversed(log):
        if one.id in undone:
            continue
        if one.act is Act.UNDO:
            undone.add(one.undoes)
        else:
            kept.append(one)
    return tuple(reversed(kept))
