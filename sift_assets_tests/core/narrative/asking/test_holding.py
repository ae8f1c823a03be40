"""What holds stays, what does not is written once more, and no fact is lost for a phrase."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.asking.holding import Held, faults_in, mended
from sift_assets.core.narrative.checking import Ground
from sift_assets.core.narrative.records import Sentence
from sift_assets_tests.core.narrative.asking.asking_examples import (
    NAMES,
    QUOTES,
    brief,
    cited,
    passages,
)

GROUNDS = {passage.id: Ground(passage.quote) for passage in passages()}
BRIEF = brief().model_copy(update={"grounds": GROUNDS})

TRUE = cited("Ada Varga has worked for Kestrel Ltd since 3 May 2010.", 1)
INVENTED = cited("Mallory Grey bought the tug Heron in 2012.", 2)
MENDED = cited("Kestrel Ltd bought the tug Heron in 2012.", 2)
PHRASED = cited("Kestrel Ltd played a key role and bought the tug Heron in 2012.", 2)


def settled(first: Sentence, again: Sentence | None) -> Held:
    sentences = (TRUE, first)
    faults = faults_in(sentences, BRIEF)
    assert list(faults) == [1]
    return mended(sentences, faults, {} if again is None else {1: again}, BRIEF)


def test_what_its_passages_state_has_no_fault() -> None:
    assert faults_in((TRUE, MENDED), BRIEF) == {}
    assert mended((TRUE, MENDED), {}, {}, BRIEF) == Held((TRUE, MENDED))


def test_every_kind_of_fault_is_named_in_words_a_model_can_act_on() -> None:
    wrong = {
        "names": cited("Mallory Grey bought the tug Heron in 2012.", 2),
        "numbers": cited("Kestrel Ltd bought the tug Heron for 90,000 euros.", 2),
        "dates": cited("Kestrel Ltd bought the tug Heron in 2013.", 2),
        "cites nothing": Sentence(text=MENDED.text, cites=()),
        "cites another": cited(MENDED.text, 3),
        "its form": cited("Kestrel Ltd bought **Heron** in 2012.", 2),
        "its words": cited("Kestrel Ltd deserves praise.", 2),
    }
    faults = faults_in(tuple(wrong.values()), BRIEF)
    assert len(faults) == len(wrong)
    assert all(fault.problems and not fault.is_style for fault in faults.values())
    assert "Mallory Grey" in faults[0].problems[0]


def test_a_phrase_alone_is_a_fault_of_style() -> None:
    fault = faults_in((PHRASED,), BRIEF)[0]
    assert fault.is_style
    assert "role" in fault.problems[0]


def test_what_is_written_once_more_and_holds_takes_the_place() -> None:
    assert settled(INVENTED, MENDED) == Held((TRUE, MENDED), rewritten=1)
    assert settled(PHRASED, MENDED) == Held((TRUE, MENDED), rewritten=1)


def test_what_does_not_hold_the_second_time_is_dropped_and_counted() -> None:
    assert settled(INVENTED, INVENTED) == Held((TRUE,), dropped=1)
    assert settled(INVENTED, None) == Held((TRUE,), dropped=1)


def test_a_rewrite_that_loses_a_date_for_a_phrase_is_refused() -> None:
    poorer = cited("Kestrel Ltd bought the tug Heron.", 2)
    assert settled(PHRASED, poorer) == Held((TRUE, PHRASED))
    assert settled(PHRASED, INVENTED) == Held((TRUE, PHRASED))
    assert settled(PHRASED, None) == Held((TRUE, PHRASED))


def test_a_sentence_whose_facts_hold_at_last_is_not_lost_for_a_phrase() -> None:
    assert settled(INVENTED, PHRASED) == Held((TRUE, PHRASED), rewritten=1)


def test_no_sentence_stands_there_twice() -> None:
    assert settled(INVENTED, TRUE) == Held((TRUE,), rewritten=1)


WORDS = (
    *" ".join((*QUOTES, *NAMES)).split(),
    "Mallory",
    "99",
    "2013",
    "not",
    "served",
    "as",
    "<b>",
)


@st.composite
def written(draw: st.DrawFn) -> Sentence:
    text = draw(st.one_of(st.sampled_from(QUOTES), st.lists(st.sampled_from(WORDS)).map(" ".join)))
    numbers = draw(st.lists(st.integers(1, len(QUOTES)), max_size=2, unique=True))
    return cited(text, *numbers)


@given(st.lists(written(), max_size=4), st.dictionaries(st.integers(1, 4), written()))
def test_whatever_a_model_writes_twice_only_what_holds_is_kept(
    sentences: list[Sentence], again: dict[int, Sentence]
) -> None:
    faults = faults_in(sentences, BRIEF)
    held = mended(sentences, faults, again, BRIEF)
    assert all(fault.is_style for fault in faults_in(held.sentences, BRIEF).values())
    assert all(sentence.cites for sentence in held.sentences)
    assert held.rewritten + held.dropped <= len(faults)
    fine = {one.text for at, one in enumerate(sentences) if at not in faults}
    assert fine <= {one.text for one in held.sentences}
