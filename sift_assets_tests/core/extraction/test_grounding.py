import time
import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.extraction.grounding import Grounder, ground
from sift_assets.core.extraction.normal_form import NormalForm
from sift_assets.core.records.extraction import Alignment

SCRIPTS = {
    "latin": "Åse Lindqvist führt die Größe der Firma çok iyi déjà vu",
    "greek": "Ο Γιώργος Σεφέρης έγραψε στην Αθήνα τους στίχους της μέρας",
    "cyrillic": "Анна Ёлкина основала компанию в Йошкар-Оле и Киеве",
    "hebrew": "שָׁלוֹם דוד בן גוריון נולד בפלונסק ועלה ליפו",
    "arabic": "أسّس محمّد الشركةَ في القاهرة عام ٢٠١٩ مع أخيه",
    "devanagari": "रवींद्रनाथ ठाकुर का जन्म कोलकाता में हुआ था",
    "bengali": "রবীন্দ্রনাথ ঠাকুর কলকাতায় জন্মগ্রহণ করেন",
    "thai": "สมชายทำงานที่บริษัทในกรุงเทพมหานครตั้งแต่ปี",
    "han": "王芳是北京一家公司的总经理她于二零一九年加入",
    "kana": "ガガーリンは東京のデパートで働いています",
    "hangul": "김영희는 서울에 있는 회사의 대표이다",
    "armenian": "Արամ Խաչատրյան ծնվել է Թբիլիսիում և ապրել Երևանում",
    "georgian": "შოთა რუსთაველი ცხოვრობდა თბილისში",
    "amharic": "አበበ ቢቂላ በሮም ውድድር አሸነፈ",
}
Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
SENTENCE = "On September 24, 2024, Ellison was sentenced to serve two years in prison by Kaplan."
LETTER = f"The case was long. {SENTENCE} She will appeal, her lawyers said on the same day."


@pytest.mark.parametrize("script", sorted(SCRIPTS))
@given(data=st.data())
def test_copied_words_are_found_exactly_in_any_script(script: str, data: st.DataObject) -> None:
    words = SCRIPTS[script].split()
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    text = f"({SCRIPTS[script]})"
    evidence = ground(" ".join(words[first : last + 1]), text)
    assert evidence is not None
    assert evidence.alignment is Alignment.EXACT
    assert (
        text[evidence.start : evidence.end] == evidence.quote == " ".join(words[first : last + 1])
    )


@pytest.mark.parametrize("script", sorted(SCRIPTS))
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_unicode_form_case_and_spaces_do_not_hide_a_quote(script: str, form: Form) -> None:
    stored = unicodedata.normalize("NFC", SCRIPTS[script])
    text = f"«{stored}» 1. {stored}"
    quote = "  " + unicodedata.normalize(form, stored.upper()).replace(" ", " \n\u200b ") + "\u00ad"
    evidence = ground(quote, text)
    assert evidence is not None
    assert evidence.quote == stored
    assert evidence.start == 1
    assert evidence.alignment in {Alignment.EXACT, Alignment.NORMALISED}


@pytest.mark.parametrize("script", sorted(SCRIPTS))
@given(data=st.data())
def test_a_quote_with_a_small_slip_is_aligned_in_any_script(
    script: str, data: st.DataObject
) -> None:
    said = SCRIPTS[script]
    sentence = f"{said} {said[::-1]}"
    others = " ".join(text for name, text in sorted(SCRIPTS.items()) if name != script)
    text = f"{others}\n{sentence}\n{others}"
    at = data.draw(st.integers(len(sentence) // 3, len(sentence) // 2))
    slip = data.draw(st.sampled_from(["", "q", "qq"]))
    evidence = ground(sentence[:at] + slip + sentence[at + 1 :], text)
    assert evidence is not None
    start = text.index(sentence)
    assert text[evidence.start : evidence.end] == evidence.quote
    assert start <= evidence.start <= start + 2
    assert start + len(sentence) - 2 <= evidence.end <= start + len(sentence)


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
)
def test_whatever_is_found_is_a_slice_of_the_searched_stretch(
    before: str, quote: str, after: str
) -> None:
    text = before + quote + after
    start, end = len(before) // 2, len(text) - len(after) // 2
    for sought in (quote, quote.upper(), unicodedata.normalize("NFD", quote), before):
        evidence = ground(sought, text, start, end)
        if evidence is not None:
            assert start <= evidence.start < evidence.end <= end
            assert text[evidence.start : evidence.end] == evidence.quote


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_the_normal_form_is_stable_and_knows_its_origins(text: str) -> None:
    normal = NormalForm(text)
    assert len(normal.text) == len(normal.origins)
    assert all(0 <= at < len(text) for at in normal.origins)
    assert NormalForm(normal.text).text == normal.text
    composed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert {NormalForm(form).text for form in composed} <= {normal.text}


@pytest.mark.parametrize(
    ("quote", "alignment"),
    [
        (SENTENCE, Alignment.EXACT),
        (SENTENCE.replace(" ", "\n"), Alignment.NORMALISED),
        (SENTENCE.upper(), Alignment.NORMALISED),
        (SENTENCE.replace("serve ", ""), Alignment.ALIGNED),
        (SENTENCE.replace("24, 2024, ", "24 ... "), Alignment.ALIGNED),
        ("The judge said: " + SENTENCE.replace("sentenced", "ordered"), Alignment.ALIGNED),
    ],
)
def test_a_quote_is_found_as_closely_as_it_can_be(quote: str, alignment: Alignment) -> None:
    evidence = ground(quote, LETTER)
    assert evidence is not None
    assert evidence.alignment is alignment
    assert evidence.quote.strip(".") in SENTENCE
    assert LETTER[evidence.start : evidence.end] == evidence.quote


@pytest.mark.parametrize(
    "quote",
    [
        "",
        " \n ",
        "\u200b",
        "Ellison founded a bank in Zurich with the money of her clients.",
        "Kaplan was born on the same day",
        "sentenced to death",
        "In September",
        "two years two years two years two years in in in",
    ],
)
def test_what_the_text_does_not_say_is_not_found(quote: str) -> None:
    assert ground(quote, LETTER) is None


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("Ann", "Hannah met Ann.", 11),
        ("us", "business in the US", 16),
        ("e", "é", -1),
        ("C", "C++ and c", 0),
        ("2021", "20210 2021", 6),
        ("東京", "彼は東京都に", 2),
        ("القاهرة", "بالقاهرة", 1),
    ],
)
def test_a_name_is_found_as_a_whole_word_only(name: str, text: str, at: int) -> None:
    evidence = Grounder(text, 0, len(text)).exactly(name)
    if at < 0:
        assert evidence is None
        return
    assert evidence is not None
    assert evidence.start == at


def test_the_order_of_combining_marks_does_not_matter() -> None:
    evidence = ground("q\u0307\u0323 and more", "So q\u0323\u0307 and more.")
    assert evidence is not None
    assert evidence.quote == "q\u0323\u0307 and more"


def test_only_the_given_stretch_is_searched() -> None:
    assert ground("The case was long.", LETTER, 5) is None
    assert ground("appeal", LETTER, 0, 50) is None
    inside = Grounder(LETTER, 0, len(LETTER)).within(19, 60)
    assert inside.exactly("The case") is None
    assert inside.exactly("Ellison") is not None


def test_quotation_marks_and_dashes_of_any_kind_are_equal() -> None:
    text = "It was called “the ‘big’ one” in 2019–2021 — so they say."
    evidence = ground("called \"the 'big' one\" in 2019-2021 - so", text)
    assert evidence is not None
    assert evidence.quote == "called “the ‘big’ one” in 2019–2021 — so"


def test_grounding_many_quotes_in_a_long_text_is_quick() -> None:
    text = " ".join(f"The clerk number {n} of the board wrote letter {n * 7}." for n in range(4000))
    quotes = [
        f"clerk number {n} of that board wrote the letter {n * 7}" for n in range(0, 4000, 40)
    ]
    started = time.process_time()
    grounder = Grounder(text, 0, len(text))
    found = [grounder.ground(quote) for quote in quotes]
    assert time.process_time() - started < 20
    assert all(evidence is not None for evidence in found)
