"""What is written for a scraper is read back as it was, whatever stands in it."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.operations.exposition import Family, Sample, exposition
from sift_assets_tests.fakes.prometheus_text import read

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(0, 2**53) | st.floats(allow_nan=False)


def test_a_family_looks_as_the_format_wants_it() -> None:
    families = (
        Family("sift_stale", "Stale.", "gauge", (Sample(2, {"asset": "corpus"}), Sample(0.5))),
        Family("sift_none", "Nothing.", "gauge", ()),
    )
    assert exposition(families) == (
        "# HELP sift_stale Stale.\n"
        "# TYPE sift_stale gauge\n"
        'sift_stale{asset="corpus"} 2\n'
        "sift_stale 0.5\n"
    )


@given(told=ANY_TEXT, samples=st.dictionaries(ANY_TEXT, NUMBERS, min_size=1, max_size=4))
def test_help_labels_and_numbers_are_read_back_as_they_were(
    told: str, samples: dict[str, float]
) -> None:
    rows = tuple(Sample(value, {"a": text, "b": told}) for text, value in samples.items())
    found = read(exposition([Family("sift_any", told, "gauge", rows)]))
    assert found["sift_any"].help == told
    assert found["sift_any"].samples == {
        (("a", text), ("b", told)): value for text, value in samples.items()
    }
