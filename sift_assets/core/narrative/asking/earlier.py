"""What of an earlier text may be shown while a new one waits: what documents state as they did.

A document that was deleted, a fact that was rejected, must be gone from every text at once, and not
when a budget allows it.
"""

from collections.abc import Iterable, Mapping

from sift_assets.core.communities.records import Community
from sift_assets.core.graph.tables import NO_DOCUMENT
from sift_assets.core.narrative.records import Narrative, Passage, Sentence, all_sentences


def still_stated(previous: Narrative, community: Community) -> Narrative:
    """Return an earlier narrative without the sentences whose passages are no longer all there.

    A passage that has moved in its document is the same one. Profiles of entities that have left
    the community go, and those without a sentence.

    Args:
        previous: What was told before.
        community: What is known now.
    """
    places = _places(community)
    moved = {
        old: places[passage.document, passage.quote]
        for old, passage in previous.passages.items()
        if (passage.document, passage.quote) in places
    }
    members = set(community.members["id"].to_pylist())
    story = _kept(previous.story, moved)
    profiles = [
        profile.model_copy(update={"sentences": _kept(profile.sentences, moved)})
        for profile in previous.profiles
        if profile.entity in members
    ]
    told = tuple(profile for profile in profiles if profile.sentences)
    cited = {one for sentence in all_sentences(story, told) for one in sentence.cites}
    passages = {one.id: one for one in moved.values() if one.id in cited}
    update = {"story": story, "profiles": told, "passages": dict(sorted(passages.items()))}
    return previous.model_copy(update=update)


def _places(community: Community) -> dict[tuple[str, str], Passage]:
    """Return where each quote of each document stands now, the first place of several."""
    tables = (community.evidence, "quote"), (community.mentions, "surface")
    columns = ["document", "page", "start", "end"]
    passages = [
        Passage(quote=row[text], **{column: row[column] for column in columns})
        for table, text in tables
        for row in table.select([*columns, text]).to_pylist()
        if row["document"] != NO_DOCUMENT
    ]
    passages.sort(key=lambda one: (one.document, one.start, one.end), reverse=True)
    return {(one.document, one.quote): one for one in passages}


def _kept(sentences: Iterable[Sentence], moved: Mapping[str, Passage]) -> tuple[Sentence, ...]:
    return tuple(
        one.model_copy(update={"cites": tuple(moved[cite].id for cite in one.cites)})
        for one in sentences
        if all(cite in moved for cite in one.cites)
    )
