from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.promotion.previewing import HIDDEN, preview, redacted
from sift_assets.core.promotion.records import Severity
from sift_assets.core.promotion.secret_rule import Spotted
from sift_assets.core.promotion.secret_spotting import spotted_secrets
from sift_assets_tests.fakes.planted_secrets import planted_tokens

SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 10)), max_size=6)


def spotted(start: int, end: int) -> Spotted:
    return Spotted("key", Severity.HIGH, start, end, "")


def test_a_preview_is_one_line_without_control_characters_and_cut() -> None:
    text = "First\x1b[31m line\n\n\tand   more \u202e of it. " + "word " * 100
    shown = preview(text, [], most=40)
    assert shown == "First[31m line and more of it. word wor…"
    assert shown.isprintable()
    assert preview("short", []) == "short"


def test_a_secret_is_hidden_also_where_the_preview_is_cut_inside_it() -> None:
    for one in planted_tokens():
        if one.secret in one.text:
            begins = one.text.index(one.secret)
            for most in (begins + 5, begins + 12, 500):
                shown = preview(one.text, spotted_secrets(one.text), most)
                assert one.secret not in shown
                assert len(shown) <= most


@given(st.text(alphabet="abc", min_size=30, max_size=40), SPANS)
def test_what_is_hidden_is_every_character_of_a_secret_and_nothing_else(
    text: str, spans: list[tuple[int, int]]
) -> None:
    found = [spotted(start, min(start + length, len(text))) for start, length in spans]
    hidden = {at for one in found for at in range(one.start, one.end)}
    left = "".join(character for at, character in enumerate(text) if at not in hidden)
    assert redacted(text, found).replace(HIDDEN, "") == left
