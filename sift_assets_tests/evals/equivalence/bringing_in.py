"""What comes from elsewhere: review files as sift-kg writes them, and what agents propose."""

import json
from collections.abc import Sequence

from hypothesis import strategies as st

from sift_assets.core.decisions.decision import EntityRef
from sift_assets.core.review.agent_proposal import AgentProposal, ProposedAct
from sift_assets.workflows.proposing import proposals_of
from sift_assets.workflows.review_files import import_files
from sift_assets_tests.core.decisions.decision_examples import company, person
from sift_assets_tests.evals.equivalence.deciding import taken_over
from sift_assets_tests.evals.equivalence.situation import FIRMS, LOG_FILE, PEOPLE
from sift_assets_tests.evals.equivalence.subject import Subject

_PEOPLE, _FIRMS = [person(name) for name in PEOPLE], [company(name) for name in FIRMS]

ALIKE = st.sampled_from([_PEOPLE, _FIRMS]).flatmap(
    lambda kind: st.lists(st.sampled_from(kind), min_size=2, max_size=2, unique=True)
)
"""Two of one type, whether or not they are in the graph."""

VERDICTS = st.sampled_from(("CONFIRMED", "REJECTED"))


def log_with_imported(subject: Subject, pair: Sequence[EntityRef], verdict: str) -> str:
    """Import a review file of elsewhere, twice as a careless person does; return the log then.

    With times of its own: what is drawn later must not depend on the clock.
    """
    first, second = pair
    proposal = {
        "canonical_id": first.id,
        "canonical_name": first.name,
        "entity_type": first.type,
        "status": verdict,
        "members": [{"id": second.id, "name": second.name}],
        "reason": "elsewhere",
    }
    file = subject.root / "elsewhere.yaml"
    file.write_text(json.dumps({"proposals": [proposal]}), encoding="utf-8")  # YAML holds JSON
    log = subject.root / LOG_FILE
    before = log.read_text(encoding="utf-8") if log.exists() else ""
    found = import_files(subject.workspace, [file])
    assert not (found.problems and found.decisions)  # what contradicts a decision is left out
    assert not import_files(subject.workspace, [file]).decisions
    file.unlink()
    return taken_over(before, found.decisions)


def propose(subject: Subject, pair: Sequence[EntityRef]) -> None:
    """Let an agent propose a merge: that decides nothing."""
    said = AgentProposal(
        act=ProposedAct.MERGE,
        entities=tuple(one.id for one in pair),
        reason="They look alike.",
        time="2026-01-01T00:00:00Z",
        revision="",
    )
    proposals_of(subject.workspace).add(lambda _known: said)
