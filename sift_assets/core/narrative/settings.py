"""What is told: the part of the settings that shapes narratives.

Light to import: the settings of a project read this.
"""

from pydantic import Field

from sift_assets.core.records.record import Record

PROFILES_FROM = 3
"""Relations that an entity needs to be worth a profile; of two one can read in the story."""

MAX_PROFILES = 12
"""Profiles of one community: its most central members. More is a list, not a narrative."""


class NarrativeSettings(Record):
    """What is told of the graph; each part by itself.

    Attributes:
        labels: A language model names communities; without, their most central members do.
        profiles: A profile of each notable member.
        story: The story of each community.
        overview: The overview that begins the report.
        timeline: The timeline of the report.
        profiles_from: Relations that a member needs for a profile.
        max_profiles: Profiles of one community, at most.
    """

    labels: bool = True
    profiles: bool = True
    story: bool = True
    overview: bool = True
    timeline: bool = True
    profiles_from: int = Field(default=PROFILES_FROM, ge=1, le=1_000)
    max_profiles: int = Field(default=MAX_PROFILES, ge=0, le=10_000)


class NarrativeStage(Record):
    """What shapes narratives; what only a language model is told is None for the local writer.

    Attributes:
        settings: What is told.
        model: The model that writes; None for the writer without one.
        temperature: Of the model.
        max_output_tokens: Of one answer of the model.
        version: Of the questions that it is asked and of how its answers are checked.
    """

    settings: NarrativeSettings = NarrativeSettings()
    model: str | None = None
    temperature: float | None = None
    max_output_tokens: int | None = None
    version: str | None = None
