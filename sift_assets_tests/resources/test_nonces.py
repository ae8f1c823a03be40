"""A word of the schedule lets one run through, once."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.promotion.gate import NonceState
from sift_assets.resources.nonces import KEPT_DAYS, NONCE_HOURS, NONCES_FILE, RUN_HOURS, Nonces

NOW = datetime(2026, 3, 1, 3, 0, tzinfo=UTC)


def test_a_word_lets_one_run_through_whose_steps_may_ask_again(shared_folder: Path):
    nonces = Nonces(shared_folder)
    word = nonces.mint(NOW)
    assert nonces.use(word, "first", NOW) is NonceState.VALID
    later = NOW + timedelta(hours=NONCE_HOURS)
    assert nonces.use(word, "first", later) is NonceState.VALID
    assert nonces.use(word, "second", later) is NonceState.USED
    assert nonces.use(word, "first", NOW + timedelta(hours=RUN_HOURS)) is NonceState.EXPIRED


def test_a_word_that_has_waited_too_long_lets_nobody_through(shared_folder: Path):
    nonces = Nonces(shared_folder)
    word = nonces.mint(NOW)
    late = NOW + timedelta(hours=NONCE_HOURS)
    assert nonces.use(word, "run", late) is NonceState.EXPIRED
    assert nonces.use(word, "run", late - timedelta(seconds=1)) is NonceState.VALID


@pytest.mark.parametrize("word", ["guessed", "\udcff", "x" * 10_000])
def test_a_word_that_nobody_gave_is_forged(shared_folder: Path, word: str):
    nonces = Nonces(shared_folder)
    nonces.mint(NOW)
    assert nonces.use(word, "run", NOW) is NonceState.FORGED


def test_without_a_word_there_is_none_and_a_look_makes_no_file(tmp_path: Path):
    nonces = Nonces(tmp_path)
    assert nonces.use("", "run", NOW) is NonceState.NONE
    assert nonces.use("guessed", "run", NOW) is NonceState.FORGED
    assert not list(tmp_path.iterdir())


def test_a_word_without_a_run_to_use_it_is_worth_nothing_and_is_not_used_up(shared_folder: Path):
    nonces = Nonces(shared_folder)
    word = nonces.mint(NOW)
    assert nonces.use(word, "", NOW) is NonceState.FORGED
    assert nonces.use(word, "run", NOW) is NonceState.VALID


def test_of_many_runs_that_use_a_word_at_once_one_gets_through(shared_folder: Path):
    nonces = Nonces(shared_folder)
    word = nonces.mint(NOW)
    said: list[NonceState] = []
    asking = [
        threading.Thread(target=lambda run=f"run {n}": said.append(nonces.use(word, run, NOW)))
        for n in range(8)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert sorted(said) == [NonceState.USED] * 7 + [NonceState.VALID]


def test_who_reads_the_file_has_no_word(tmp_path: Path):
    word = Nonces(tmp_path).mint(NOW)
    assert word.encode() not in (tmp_path / NONCES_FILE).read_bytes()


def test_old_words_are_cleared_away_and_refused_as_before(shared_folder: Path):
    nonces = Nonces(shared_folder)
    old = nonces.mint(NOW)
    later = NOW + timedelta(days=KEPT_DAYS + 1)
    nonces.mint(later)
    assert nonces.use(old, "run", later) is NonceState.FORGED


def test_a_damaged_file_lets_nobody_through(tmp_path: Path):
    (tmp_path / NONCES_FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="no run is let through"):
        Nonces(tmp_path).use("word", "run", NOW)
