from collections.abc import Callable

import pytest

from sift_assets.core.extraction.local.dates import to_iso
from sift_assets.core.records.extraction import Extraction


@pytest.mark.parametrize(
    ("expression", "iso"),
    [
        ("2011", "2011"),
        ("March 2021", "2021-03"),
        ("early March 2021", "2021-03"),
        ("17 September 2014", "2014-09-17"),
        ("the 3rd of May 2020", "2020-05-03"),
        ("September 17, 2014", "2014-09-17"),
        ("Sept. 2014", "2014-09"),
        ("2014-09-17", "2014-09-17"),
        ("last year", ""),
        ("Monday", ""),
        ("31 Smarch 2014", ""),
        ("45 May 2014", ""),
        ("2014-13", ""),
        ("the 1990s", ""),
    ],
)
def test_english_dates_become_iso_dates_of_their_own_precision(expression: str, iso: str) -> None:
    assert to_iso(expression) == iso


@pytest.mark.parametrize(
    ("sentence", "start", "end"),
    [
        ("Viktor Anselm founded Halvard Energy in 2011.", "2011", ""),
        ("Halvard Energy acquired Ostrey Logistics on 3 May 2021.", "2021-05-03", ""),
        ("Tomas Wray has worked for Halvard Energy since March 2009.", "2009-03", ""),
        ("Tomas Wray worked for Halvard Energy until 2019.", "", "2019"),
        ("Tomas Wray worked for Halvard Energy from 1980 to 1996.", "1980", "1996"),
        ("Tomas Wray left Halvard Energy in June 2019.", "", "2019-06"),
        ("Tomas Wray was the chairman of Halvard Energy in 2012.", "2012", ""),
        ("Tomas Wray joined Halvard Energy and retired in 2009.", "", ""),
        ("Tomas Wray worked for Halvard Energy.", "", ""),
    ],
)
def test_a_date_that_hangs_on_the_statement_is_its_validity(
    read: Callable[[str], Extraction], sentence: str, start: str, end: str
) -> None:
    relations = read(sentence).relations
    assert [(r.valid_from, r.valid_to) for r in relations] == [(start, end)]


def test_what_happens_at_a_date_has_it_as_an_attribute(read: Callable[[str], Extraction]) -> None:
    (relation,) = read("Tomas Wray sued Halvard Energy on 4 May 2012.").relations
    assert [(a.key, a.value) for a in relation.attributes] == [("date", "2012-05-04")]
    assert (relation.valid_from, relation.valid_to) == ("", "")
