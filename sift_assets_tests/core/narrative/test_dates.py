import json
import os
from calendar import monthrange
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.dates import LONGEST, date_span, dates_in
from sift_assets.core.narrative.dates_forms import DateSpan, from_to

DATA = Path(os.environ.get("SIFT_EVAL_DATA") or Path(__file__).parents[4] / "shared" / "data")
STRINGS = DATA / "strings" / "blns.json"

FIELDS = [
    ("2022-11-11", "2022-11-11", "2022-11-11", "day"),
    ("2022-11", "2022-11-01", "2022-11-30", "month"),
    ("2022", "2022-01-01", "2022-12-31", "year"),
    ("2022-11-11T10:00:00Z", "2022-11-11", "2022-11-11", "day"),
    ("2022/11/07", "2022-11-07", "2022-11-07", "day"),
    ("11 November 2022", "2022-11-11", "2022-11-11", "day"),
    ("11\u00a0November\u202f2022", "2022-11-11", "2022-11-11", "day"),
    ("Nov. 11, 2022", "2022-11-11", "2022-11-11", "day"),
    ("NOVEMBER 11TH, 2022", "2022-11-11", "2022-11-11", "day"),
    ("on Friday, the 11th of November 2022", "2022-11-11", "2022-11-11", "day"),
    ("11. Sept. 2022", "2022-09-11", "2022-09-11", "day"),
    ("11-Nov-2022", "2022-11-11", "2022-11-11", "day"),
    ("November 2022", "2022-11-01", "2022-11-30", "month"),
    ("November, 2022", "2022-11-01", "2022-11-30", "month"),
    ("February 2024", "2024-02-01", "2024-02-29", "month"),
    ("mid-May 2019", "2019-05-01", "2019-05-31", "month"),
    ("Q3 2021", "2021-07-01", "2021-09-30", "month"),
    ("fall of 2021", "2021-01-01", "2021-12-31", "year"),
    ("late 2017", "2017-01-01", "2017-12-31", "year"),
    ("since 2018", "2018-01-01", "2018-12-31", "year"),
    ("until March 2018", "2018-03-01", "2018-03-31", "month"),
    ("(2018)", "2018-01-01", "2018-12-31", "year"),
    ("the 1990s", "1990-01-01", "1999-12-31", "year"),
    ("13/4/2022", "2022-04-13", "2022-04-13", "day"),
    ("4/13/2022", "2022-04-13", "2022-04-13", "day"),
    ("13.04.2022", "2022-04-13", "2022-04-13", "day"),
    ("5/5/2022", "2022-05-05", "2022-05-05", "day"),
    ("3/4/2022", "2022-01-01", "2022-12-31", "year"),
    ("2010–2015", "2010-01-01", "2015-12-31", "year"),
    ("2010-15", "2010-01-01", "2015-12-31", "year"),
    ("2010-11", "2010-11-01", "2010-11-30", "month"),
    ("2019 to 2024", "2019-01-01", "2024-12-31", "year"),
    ("between 2019 and early 2020", "2019-01-01", "2020-12-31", "year"),
    ("late 2022 to March 2023", "2022-01-01", "2023-03-31", "year"),
    ("fall 2021 to spring 2022", "2021-01-01", "2022-12-31", "year"),
    ("November 6–8, 2022", "2022-11-06", "2022-11-08", "day"),
    ("6 and 7 November 2022", "2022-11-06", "2022-11-07", "day"),
    ("October-November 2017", "2017-10-01", "2017-11-30", "month"),
    ("June 30 – July 2, 2019", "2019-06-30", "2019-07-02", "day"),
    ("30 June to 2 July 2019", "2019-06-30", "2019-07-02", "day"),
    ("7 November 2022 until 9 January 2023", "2022-11-07", "2023-01-09", "day"),
]

NO_DATES = [
    *("", "December 18", "3/4/22", "31 February 2022", "2022-13", "13/13/2022", "99/99/2022"),
    *("2013, 2014, 2015", "2013 and 2014", "12 items", "3,2019", "2.2019.1", "$2019", "2019%"),
    *("filed for bankruptcy in November 2022", "2024 to 2019", "12022", "0999", "2019th", "v2019"),
    *("March 40, 2019", "Mayor 2019", "ſept. 2019", "2022-02-30", "May 3-1, 2019"),
    "2019 " * LONGEST,
]


@pytest.mark.parametrize(("stated", "start", "end", "precision"), FIELDS)
def test_a_field_means_an_interval(stated: str, start: str, end: str, precision: str) -> None:
    assert date_span(stated) == (start, end, precision, False)


@pytest.mark.parametrize("stated", NO_DATES)
def test_a_field_that_is_not_one_date_means_none(stated: str) -> None:
    assert date_span(stated) is None


@pytest.mark.parametrize("stated", ["around 2005", "c. 2005", "about early 2005", "~2005"])
def test_an_approximate_date_says_so(stated: str) -> None:
    assert date_span(stated) == ("2005-01-01", "2005-12-31", "year", True)


TEXTS = [
    ("It founded FTX in April 2019 in Berkeley.", ["April 2019"]),
    ("It had 2019 employees and $2022 in 2021.", ["2021"]),
    ("Smith (2019) wrote to 1998 people.", ["2019"]),
    ("He worked there between 2010 and 2015, then in 2016 and 2017.", ["2010 and 2015", "2016"]),
    ("From 2010 to 2015 he sailed.", ["2010 to 2015"]),
    ("On November 8, 2022 and November 9, 2022 it fell.", ["November 8, 2022", "November 9, 2022"]),
    ("Before 2019, after May 2019, by 3 June 2019, prior to 2020 and not until early 2021", []),
    ("By then, on 3 June 2019, it rained.", ["3 June 2019"]),
    ("The 2020 election, 2018-2019, room 2012.", []),
    ("In 2010-11 and in 2010-15", ["2010-11", "2010-15"]),
    ("They may 2019 times march 2019 miles.", ["may 2019", "march 2019"]),
]


@pytest.mark.parametrize(("text", "dates"), TEXTS)
def test_running_text_holds_dates_where_it_says_so(text: str, dates: list[str]) -> None:
    assert [text[one.first : one.last] for one in dates_in(text)] == dates


def test_two_years_that_may_be_a_month_are_in_text_the_first_year() -> None:
    (found,) = dates_in("in 2010-11")
    assert found.span == ("2010-01-01", "2010-12-31", "year", False)


DAYS = st.dates(date(1000, 1, 1), date(2199, 12, 31))
STYLES = ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%b. %d, %Y", "%d %b %Y", "the %dth of %B, %Y")


@given(DAYS, st.sampled_from(STYLES))
def test_a_written_day_is_read_back(day: date, style: str) -> None:
    # strftime of years below 1000 differs between systems; these have four digits everywhere
    written = day.strftime(style)
    assert date_span(written) == (day.isoformat(), day.isoformat(), "day", False)
    (found,) = dates_in(f"It happened on {written}; nobody came.")
    assert found.span == date_span(written)


@given(DAYS, st.integers(0, 3_000))
def test_a_range_begins_and_ends_with_its_dates(day: date, length: int) -> None:
    last = min(day + timedelta(length), date(2199, 12, 31))
    read = date_span(f"{day.isoformat()} to {last:%d %B %Y}")
    assert read == (day.isoformat(), last.isoformat(), "day", False)


@given(DAYS)
def test_no_order_of_day_and_month_is_guessed(day: date) -> None:
    read = date_span(f"{day.day}/{day.month}/{day.year}")
    assert read is not None
    assert read.start <= day.isoformat() <= read.end
    is_sure = day.day > 12 or day.day == day.month
    assert read.precision == ("day" if is_sure else "year")


PIECES = st.sampled_from(
    ("2019", "2022-", "-11", " to ", "November ", "11", ", ", "31 ", "between ", "/", "s", "Q3 ")
)


@given(st.text(max_size=60) | st.lists(PIECES, max_size=12).map("".join))
def test_any_text_is_read_without_fault(text: str) -> None:
    spans = [one.span for one in dates_in(text)]
    whole = date_span(text)
    for span in [*spans, *([whole] if whole else [])]:
        first, last = date.fromisoformat(span.start), date.fromisoformat(span.end)
        assert first <= last
        if span.precision != "day":
            assert (first.day, last.day) == (1, monthrange(last.year, last.month)[1])


def test_a_long_hostile_text_is_read_in_one_pass() -> None:
    for piece in ("November ", "2019-", "11 ", "(2019 to ", " ", "to the early ", "1/1/"):
        assert len(dates_in(piece * LONGEST)) <= LONGEST
        assert date_span(piece * (LONGEST // len(piece))) is None


@pytest.mark.skipif(not STRINGS.is_file(), reason="the list of naughty strings is not here")
def test_naughty_strings_hold_no_dates() -> None:
    found = [one for one in json.loads(STRINGS.read_text("utf-8")) if date_span(one)]
    assert found == []


def test_a_reversed_range_is_none_and_the_coarser_precision_counts() -> None:
    year = DateSpan("2019-01-01", "2019-12-31", "year")
    day = DateSpan("2020-03-01", "2020-03-01", "day", about=True)
    assert from_to(year, day) == ("2019-01-01", "2020-03-01", "year", True)
    assert from_to(day, year) is None
