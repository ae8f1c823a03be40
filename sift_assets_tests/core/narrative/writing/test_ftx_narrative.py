"""The narrative of nine real articles, from the recorded answers of a real model."""

import re

import pytest

from sift_assets.core.narrative.checking import grounds_of, problems_of
from sift_assets.core.narrative.citing import citation_finding
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.material import Material, known_names
from sift_assets.core.narrative.names_reading import name_runs
from sift_assets.core.narrative.phrases import phrases_in
from sift_assets.core.narrative.records import Narrative
from sift_assets.core.narrative.settings import NarrativeSettings
from sift_assets.core.narrative.writing.local_writer import narrative_of
from sift_assets_tests.core.graph.test_ftx_graph import FTX, answers
from sift_assets_tests.core.narrative.narrative_examples import (
    communities_of,
    false_alarms,
    graph,
    sentences,
)

pytestmark = pytest.mark.skipif(
    not FTX.is_dir(), reason="the recorded answers are not beside the repository"
)

YEAR = re.compile(r"\b20[012]\d\b")

LONGEST = 600
"""Characters of a sentence: six names, some of them long, with what is said of them."""


@pytest.fixture(scope="module")
def told() -> list[tuple[Material, Narrative]]:
    known = [material_of(one) for one in communities_of(graph(answers()))]
    return [(one, narrative_of(one, NarrativeSettings())) for one in known]


def test_every_sentence_holds_and_cites_and_none_is_a_table(
    told: list[tuple[Material, Narrative]],
) -> None:
    assert [alarm for known, written in told for alarm in false_alarms(known, written)] == []
    assert citation_finding(*(written for _, written in told)).holds
    said = [sentence for _, written in told for sentence in sentences(written)]
    assert len(said) > 250
    assert [one.text for one in said if phrases_in(one.text)] == []
    assert [one.text for one in said if len(one.text) > LONGEST] == []


def test_a_name_or_a_year_that_is_changed_in_any_sentence_is_found(
    told: list[tuple[Material, Narrative]],
) -> None:
    tried = 0
    for known, written in told:
        grounds, names = grounds_of(known), known_names(known)
        for sentence in sentences(written):
            runs = (run.whole for run in name_runs(sentence.text, names))
            swapped = {sentence.text.replace(run.text, "Zelda Quist") for run in runs}
            swapped |= {YEAR.sub("1899", sentence.text)} - {sentence.text}
            for text in sorted(swapped):
                changed = sentence.model_copy(update={"text": text})
                assert problems_of(changed, grounds, names, range(1, 500)), text
                tried += 1
    assert tried > 900


def test_it_says_what_the_articles_say(told: list[tuple[Material, Narrative]]) -> None:
    profiles = {one.entity: one for _, written in told for one in written.profiles}
    ftx = " ".join(one.text for one in profiles["organization:ftx"].sentences)
    assert ftx.startswith("FTX is a cryptocurrency exchange named in 9 documents.")
    assert "was created by Sam Bankman-Fried" in ftx
    sam = " ".join(one.text for one in profiles["person:sam_bankman-fried"].sentences)
    assert "12 December 2022 (arrest)" in sam


def test_telling_again_gives_the_same_bytes(told: list[tuple[Material, Narrative]]) -> None:
    for known, written in told:
        assert narrative_of(known, NarrativeSettings()).to_bytes() == written.to_bytes()
