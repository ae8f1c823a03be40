import pytest

from sift_assets.core.narrative.phrases import phrase_rules, phrases_in


def test_there_are_the_twenty_two_rules_each_with_a_reason() -> None:
    rules = phrase_rules()
    assert len({rule.phrase for rule in rules}) == 22
    assert all(len(rule.reason) > 4 for rule in rules)


@pytest.mark.parametrize("rule", phrase_rules(), ids=lambda rule: rule.phrase)
def test_each_rule_finds_its_phrase_however_it_is_written(rule: object) -> None:
    phrase = rule.phrase.replace("*", "minor")  # type: ignore[attr-defined]
    assert rule in phrases_in(f"Here {phrase.upper()} stands.")
    assert rule in phrases_in(phrase.replace(" ", "\n  "))
    assert rule not in phrases_in(f"x{phrase}")


def test_plain_sentences_break_no_rule() -> None:
    said = "Ada Varga works for Kestrel Ltd, which was served with a suggestion on a key."
    assert phrases_in(said) == ()


def test_a_domain_may_forbid_more() -> None:
    style = ["Name who says so.", "Never write: it is  said;allegedly ; "]
    assert [rule.phrase for rule in phrases_in("It is said. Allegedly so.", style)] == [
        "it is said",
        "allegedly",
    ]
    assert phrases_in("It is said.", ["never"]) == ()
