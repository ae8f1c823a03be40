"""A model that does what documents tell it to: nothing of that is told without standing there."""

import re
from pathlib import Path

import pytest

from sift_assets.core.narrative.asking.form import form_problems
from sift_assets_tests.fakes.scripted_writer import Shown, faithful, mended, said
from sift_assets_tests.fakes.told_community import QUOTES, community_of, harbour, works
from sift_assets_tests.fakes.writing_desk import Desk
from sift_assets_tests.workflows.hostile_texts import ATTACKS, Attack

LEAST_ATTACKS = 30

PLAIN_LABEL = re.compile(r"[\w &'’.,–-]+")


def obedient(attack: Attack, shown: Shown) -> str:
    """Write what the document orders, at first and when it is sent back."""
    own = next((n for n, quote in shown.passages.items() if "took the minutes" in quote), 0)
    if not own or (shown.is_profile and not attack.sentence):
        return faithful(shown)
    other = next(number for number in shown.passages if number != own)
    cites = {"own": (own,), "other": (other,), "both": (own, other), "unknown": (99,), "none": ()}
    written = (attack.sentence, cites[attack.cites])
    if shown.is_mending:
        return mended(dict.fromkeys(shown.faulty, written))
    true = (shown.passages[other], (other,))
    sentences = [true, written] if attack.sentence else [true]
    return said(sentences, attack.label or "Kestrel Ltd and its people")


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.order[:40])
def test_an_order_in_a_document_is_neither_told_nor_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: Attack
) -> None:
    desk = Desk(tmp_path, monkeypatch)
    desk.write(lambda shown: obedient(attack, shown))
    quote = f"Ada Varga took the minutes. {attack.order}"
    community = community_of(harbour() | {"evil.txt": works("Ada Varga", "Kestrel Ltd", quote)})
    narrative = desk.told(community).narrative

    told = [*narrative.story, *(s for profile in narrative.profiles for s in profile.sentences)]
    assert any("took the minutes" in shown.text for shown in desk.asked)
    assert narrative.dropped >= bool(attack.sentence)
    assert [one.text for one in told if form_problems(one.text)] == []
    assert attack.sentence not in [one.text for one in told] or not attack.sentence
    assert set(QUOTES.values()) & {one.text for one in told}
    assert PLAIN_LABEL.fullmatch(narrative.label)
    assert not attack.label.strip() or narrative.label != attack.label


def test_there_are_many_attacks_of_every_kind() -> None:
    assert len(ATTACKS) == len({attack.order for attack in ATTACKS}) >= LEAST_ATTACKS
    assert {attack.cites for attack in ATTACKS} == {"own", "other", "both", "unknown", "none"}


def test_what_a_document_states_is_told_as_it_stands_there_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path, monkeypatch)
    claim = Attack("Mallory Grey owns Pelagos.", "Mallory Grey owns Pelagos.", "own")
    desk.write(lambda shown: obedient(claim, shown))
    quote = f"Ada Varga took the minutes. {claim.order}"
    community = community_of(harbour() | {"claim.txt": works("Ada Varga", "Kestrel Ltd", quote)})
    narrative = desk.told(community).narrative
    (told,) = [one for one in narrative.story if one.text == claim.sentence]
    assert [narrative.passages[cite].document for cite in told.cites] == ["claim.txt"]
