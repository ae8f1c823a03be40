"""A narrative on its way: its parts, what became of each, and what is shown in the end.

What belongs here: which parts a narrative has, and what stands in for one that is not told. How
parts are asked, and of which communities, is in `telling_by_model`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sift_assets.core.communities.records import Community
from sift_assets.core.llm.tally import Tally
from sift_assets.core.narrative.asking.briefs import profile_brief, story_brief
from sift_assets.core.narrative.asking.earlier import still_stated
from sift_assets.core.narrative.asking.labels import accepted_label
from sift_assets.core.narrative.asking.questions import Kind
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.material import Material, profile_material
from sift_assets.core.narrative.records import Narrative, Passage, Profile, Sentence, all_sentences
from sift_assets.core.narrative.settings import NarrativeSettings
from sift_assets.core.narrative.writing.local_writer import WRITER, narrative_of
from sift_assets.core.planning.estimate import Work, together
from sift_assets.core.settings.model import is_local
from sift_assets.resources.played_models import REPLAY
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.telling_parts import Author, Part, PartText, State

WAITS = "waits for a budget or for a person"
FAILED = "the language model did not answer"
"""Why a narrative is an earlier text. Without sums and words of providers: a narrative is a value,
and its version must not move with them."""


@dataclass(frozen=True)
class Untold:
    """A community that is to be told of.

    Attributes:
        community: It.
        previous: What was told of it before, None when nothing was.
    """

    community: Community
    previous: Narrative | None = None


@dataclass(frozen=True)
class Told:
    """What came of telling.

    Attributes:
        narrative: What is shown; an earlier or a local text, marked as such, where the model could
            not tell it all.
        waiting: Questions that wait for a budget or for a person.
        failed: Questions that the model did not answer, or not usefully.
        reason: Why, of the last of them; no text of a document.
        tally: What was asked; a part told from kept answers counts as one of them.
    """

    narrative: Narrative
    waiting: int = 0
    failed: int = 0
    reason: str = ""
    tally: Tally = field(default_factory=Tally)

    @property
    def is_final(self) -> bool:
        """Whether the same evidence is told the same for good, so that it need not be retried."""
        return not self.narrative.outdated


@dataclass
class Draft:
    """A community on its way.

    Attributes:
        untold: It, and what was told of it before.
        local: What the local writer tells of it.
        parts: What a language model is asked.
        texts: What has become of each of them.
        tally: What was asked.
    """

    untold: Untold
    local: Narrative
    parts: list[Part]
    texts: list[PartText]
    tally: Tally

    @property
    def missing(self) -> list[int]:
        """Places of the parts that have to be asked."""
        return [at for at, text in enumerate(self.texts) if text.missing.calls]

    @property
    def work(self) -> Work:
        """What asking them takes."""
        return together(text.missing for text in self.texts)


def is_told_by_model(workspace: Workspace) -> bool:
    """Say whether a language model is configured that writes; recorded extractions do not."""
    name = workspace.settings.narrate_model
    return not (is_local(name) or name.startswith(REPLAY))


def drafted(author: Author, untold: Untold) -> Draft:
    """Find out what of a narrative can be told from what is kept."""
    settings = author.model.workspace.settings.narrative
    material = material_of(untold.community)
    local = narrative_of(material, settings)
    is_asked = is_told_by_model(author.model.workspace)
    parts, tally = _parts(material, local, settings) if is_asked else [], Tally()
    return Draft(untold, local, parts, [author.kept(part, tally) for part in parts], tally)


def _parts(material: Material, local: Narrative, settings: NarrativeSettings) -> list[Part]:
    """Return what is asked: what the local writer tells of, the settings want told."""
    parts = [
        Part(
            Kind.PROFILE, profile_brief(profile_material(material, profile.entity)), profile.entity
        )
        for profile in local.profiles
    ]
    has_label = settings.labels and not material.is_unassigned
    has_story = settings.story and not material.is_unassigned
    if has_story or has_label:
        kind = Kind.STORY if has_story else Kind.LABEL
        parts.append(Part(kind, story_brief(material), labels=has_label))
    return [part for part in parts if part.brief.passages]


def outcome(draft: Draft) -> Told:
    """Say what came of telling, once every part has ended."""
    states = [text.state for text in draft.texts]
    reasons = [text.reason for text in draft.texts if text.reason]
    waiting, failed = states.count(State.WAITING), states.count(State.FAILED)
    narrative = _written(draft)
    if waiting or failed:
        narrative = _earlier(draft, WAITS if waiting else FAILED)
    return Told(
        narrative,
        waiting,
        failed + states.count(State.GIVEN_UP),
        reasons[-1] if reasons else "",
        draft.tally,
    )


def _earlier(draft: Draft, why: str) -> Narrative:
    """Return what is shown meanwhile: what a model told before and still stands, marked.

    The local text stands in for what has gone, and for all of it where no model has told before.
    """
    local, previous = draft.local, draft.untold.previous
    marked = local.model_copy(update={"outdated": why})
    if previous is None or previous.writer == WRITER:
        return marked
    standing = still_stated(previous, draft.untold.community)
    known = {profile.entity: profile for profile in standing.profiles}
    if not (standing.story or known):
        return marked
    profiles = {one.entity: known.get(one.entity, one) for one in local.profiles}
    story = (standing.story or local.story) if local.story else ()
    is_whole = story == standing.story and profiles.keys() <= known.keys()
    narrative = _put_together(
        local,
        label=_earlier_label(draft, previous.label),
        story=story,
        profiles=profiles,
        passages=local.passages | standing.passages,
        writers={previous.writer} if is_whole else {previous.writer, WRITER},
    )
    counts = {"rewritten": previous.rewritten, "dropped": previous.dropped}
    return narrative.model_copy(update={"outdated": why} | counts)


def _earlier_label(draft: Draft, label: str) -> str:
    """Return an earlier label where it is one of what is known now, else the local one."""
    naming = (part.brief for part in draft.parts if part.labels)
    return next((accepted_label(label, brief) for brief in naming), "") or draft.local.label


def _written(draft: Draft) -> Narrative:
    """Put a narrative together; the local text stands in for a part without a sentence."""
    local, label, story = draft.local, draft.local.label, draft.local.story
    profiles = {profile.entity: profile for profile in local.profiles}
    passages, writers = dict(local.passages), set[str]()
    for part, text in zip(draft.parts, draft.texts, strict=True):
        writers |= {text.writer, *([] if _is_whole(part, text) else [WRITER])}
        passages |= {passage.id: passage for passage in part.brief.passages}
        label = text.label or label
        if part.entity:
            profiles[part.entity] = _with(profiles[part.entity], text.held.sentences)
        else:
            story = text.held.sentences or story
    counts = {
        "rewritten": sum(text.held.rewritten for text in draft.texts),
        "dropped": sum(text.held.dropped for text in draft.texts),
    }
    told = _put_together(local, label, story, profiles, passages, writers)
    return told.model_copy(update=counts)


def _put_together(
    local: Narrative,
    label: str,
    story: tuple[Sentence, ...],
    profiles: Mapping[str, Profile],
    passages: Mapping[str, Passage],
    writers: set[str],
) -> Narrative:
    told = all_sentences(story, profiles.values())
    cited = sorted({cite for sentence in told for cite in sentence.cites})
    return local.model_copy(
        update={
            "label": label,
            "story": story,
            "profiles": tuple(profiles.values()),
            "passages": {one: passages[one] for one in cited},
            "writer": ", ".join(sorted(writers - {""})) or WRITER,
        }
    )


def _is_whole(part: Part, text: PartText) -> bool:
    """Say whether nothing local stands in for a part."""
    return bool(text.label if part.kind is Kind.LABEL else text.held.sentences)


def _with(profile: Profile, sentences: tuple[Sentence, ...]) -> Profile:
    return profile.model_copy(update={"sentences": sentences}) if sentences else profile
