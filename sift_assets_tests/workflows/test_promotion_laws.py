"""Whatever people do in whatever order, and whatever fails: Central holds what was approved."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sift_assets.core.errors import AccessDeniedError, DecisionError, SiftError
from sift_assets.core.promotion import access
from sift_assets.core.promotion.states import ItemState
from sift_assets.workflows.promotion_queue import build_queue
from sift_assets.workflows.withdrawing import STAYING
from sift_assets_tests.fakes.fault_counter import KINDS, FaultCounter, faulty
from sift_assets_tests.fakes.promoting_project import PIER, QUAY, PromotingProject

SEATS = {"ada": {"a.txt": QUAY, "b.txt": PIER}, "bob": {"a.txt": QUAY}}
"""Three items, two of which are one content."""

ACTS: dict[str, Callable[[PromotingProject, str, str], object]] = {
    "approve": lambda project, actor, item: project.approved(item, actor),
    "reject": lambda project, actor, item: project.desk(actor).reject(item, "why"),
    "abandon": lambda project, actor, item: project.desk(actor).abandon(item),
    "reopen": lambda project, actor, item: project.desk(actor).reopen(item),
    "revoke": lambda project, actor, item: project.desk(actor).revoke(item),
}

ACTED = st.tuples(
    st.sampled_from([*ACTS, "approve", "approve"]),
    st.sampled_from(["ada", "bob", "cleo", "dan", "bot"]),
    st.integers(0, 2),
)
FAULTS = st.tuples(st.sampled_from(KINDS), st.integers(1, 4))
STEPS = st.lists(ACTED | FAULTS | st.just("deliver"), max_size=14)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_central_holds_each_approved_content_once_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, steps: list[object]
) -> None:
    project = PromotingProject.at(Path(tmp_path_factory.mktemp("law")))
    for seat, texts in SEATS.items():
        project.assess(texts, seat)
    build_queue(project.book)
    items = sorted(project.book.known())
    for step in steps:
        take(project, items, step)
    project.deliver()
    states = {item: project.state(item) for item in items}
    assert set(states.values()) <= {ItemState(one) for one in SETTLED}
    known = project.book.known()
    contents = {known[item].entry.content for item, one in states.items() if one in STAYING}
    given_by = {name.removesuffix(".md") for name in project.documents()}
    assert {known[item].entry.content for item in given_by} == contents
    assert len(given_by) == len(contents)
    for item in given_by:
        approval = known[item].approval
        assert approval is not None
        seat = known[item].entry.seat
        assert access.may(project.settings, approval.actor, access.Act.DECIDE, seat)
    told = Counter(project.events())
    assert told["deliver"] - told["withdraw"] == len(given_by)
    assert told["pending"] == len(items)
    assert project.deliver() == {str(s): n for s, n in Counter(states.values()).items()}


SETTLED = ("pending", "delivered", "rejected", "revoked", "abandoned")
"""What is left when everything that is open was delivered."""


def take(project: PromotingProject, items: list[str], step: object) -> None:
    project.wait(seconds=1)
    if isinstance(step, tuple) and len(step) == 3:
        act, actor, number = step
        with suppress(AccessDeniedError, DecisionError):
            ACTS[act](project, actor, items[number])
    elif isinstance(step, tuple):
        with faulty(FaultCounter(*step)), suppress(SiftError):
            project.deliver()
    else:
        project.deliver()
