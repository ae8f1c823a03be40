"""How communities are found: the part of the settings that shapes them.

Light to import: the settings of a project read this.
"""

from typing import Literal

from pydantic import Field

from sift_assets.core.records.record import Record

Algorithm = Literal["leiden", "graspologic", "louvain"]
"""How communities are found: Leiden without chance, which leaves communities alone that an edit
does not touch; Leiden of graspologic-native, seeded, ten times as fast, for graphs of a million
entities; Louvain of networkx, seeded. An explicit choice, never what happens to be installed."""

ALGORITHM_VERSIONS: dict[Algorithm, str] = {
    "leiden": "leiden 1",
    "graspologic": "graspologic 1",
    "louvain": "louvain 1",
}
"""Part of the version of communities: another way of finding them may find others."""

MIN_SIZE = 3
"""Two entities are a relation, not a community."""

MAX_SIZE = 150
"""More members than one text can tell of; a larger community is divided once more."""


class CommunitySettings(Record):
    """How communities are found.

    Attributes:
        algorithm: `leiden` leaves alone what an edit does not touch; `graspologic` is ten times as
            fast, for a million entities; `louvain` is that of networkx.
        resolution: Larger finds more and smaller communities; 1 is modularity as published.
        min_size: Fewer members are no community; they are listed as unassigned.
        max_size: A community with more members is divided once more, if it can be.
    """

    algorithm: Algorithm = "leiden"
    resolution: float = Field(default=1.0, gt=0, le=100, allow_inf_nan=False)
    min_size: int = Field(default=MIN_SIZE, ge=2, le=10_000)
    max_size: int = Field(default=MAX_SIZE, ge=10, le=1_000_000)


class CommunityStage(Record):
    """What shapes communities: the settings, and the version of the algorithm."""

    settings: CommunitySettings = CommunitySettings()
    version: str = ALGORITHM_VERSIONS["leiden"]
