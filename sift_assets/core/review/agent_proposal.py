"""What an agent proposes: for a person to decide, and nothing that counts by itself.

What belongs here: the record, as it is written down. Whether it can be proposed says
`core.query.proposals`; whether it is open, and what a person is shown of it, `proposed`.
"""

import shlex
from collections.abc import Sequence
from enum import StrEnum

from sift_assets.core.records.record import Record, key_of

ID_DIGITS = 8
"""Of the hash: among the few hundred that may be open two are never alike."""


class ProposedAct(StrEnum):
    """What is proposed; named as the subcommand of `sift decide` that decides it."""

    MERGE = "merge"
    ADD = "add"
    RETRACT = "retract"


class NamedPassage(Record):
    """A passage that an agent names; what stands there is read out of the document, when shown.

    Attributes:
        document: Key of the document.
        start: First character in the document's text.
        end: One past the last.
        digest: Hash of what stood there, see `core.decisions.decision.digest_of`.
    """

    document: str
    start: int
    end: int
    digest: str


class AgentProposal(Record):
    """Something that an agent holds to be right.

    Attributes:
        act: See `ProposedAct`.
        entities: Ids: two or more to merge, source and target of a relation, or one to retract.
        type: Of the relation.
        passages: Where the agent says that it is stated; may be none.
        agent: Name of the program, as it calls itself; untrusted, empty where it says none.
        reason: In the agent's words; untrusted like a document.
        time: UTC, ISO 8601.
        revision: Of the graph that the agent had asked.
    """

    act: ProposedAct
    entities: tuple[str, ...]
    type: str = ""
    passages: tuple[NamedPassage, ...] = ()
    agent: str = ""
    reason: str
    time: str
    revision: str

    @property
    def id(self) -> str:
        """Hash of what is proposed: said twice it is one, whichever is to name the whole."""
        is_merge = self.act is ProposedAct.MERGE
        entities = tuple(sorted(self.entities)) if is_merge else self.entities
        return key_of("agent proposal", self.act, entities, self.type)[:ID_DIGITS]

    @property
    def command(self) -> str:
        """The command by which a person says yes."""
        return command_for(self.act, self.entities, self.type)


def command_for(act: ProposedAct, entities: Sequence[str], relation_type: str) -> str:
    """Return the command that decides as it is proposed."""
    middle = (relation_type,) if relation_type else ()
    words = (*entities[:1], *middle, *entities[1:])
    return shlex.join(["sift", "decide", str(act), *words])
