"""Versions, models and kinds extend what they are of; single things have no variants."""

import pytest

from sift_assets_tests.core.resolution.resolution_examples import proposed


def variants(type_: str, *names: str) -> list[tuple[str, str]]:
    found = proposed(type_, *names)
    names_of = {id_: side.name for id_, side in found.sides.items()}
    return [(names_of[v.child], names_of[v.parent]) for v in found.variants]


@pytest.mark.parametrize(
    ("type_", "names", "pairs"),
    [
        ("PRODUCT", ("Python", "Python 3"), [("Python 3", "Python")]),
        (
            "PRODUCT",
            ("iPhone", "iPhone 14", "iPhone 14 Pro"),
            [("iPhone 14", "iPhone"), ("iPhone 14 Pro", "iPhone 14")],
        ),
        (
            "METHOD",
            ("learning", "reinforcement learning", "deep reinforcement learning"),
            [
                ("deep reinforcement learning", "reinforcement learning"),
                ("reinforcement learning", "learning"),
            ],
        ),
        ("PRODUCT", ("learning", "reinforcement learning"), []),
        ("METHOD", ("analysis", "analysis of variance"), [("analysis of variance", "analysis")]),
        ("ORGANIZATION", ("FTX", "FTX US"), []),
        ("PERSON", ("Ada Quill", "Ada Quill Marsh"), []),
        ("LOCATION", ("Paris", "Paris Texas"), []),
        ("EVENT", ("World Cup", "World Cup 2022"), []),
        ("PRODUCT", ("Go", "Go Pro"), []),
    ],
)
def test_variants_are_proposed_for_kinds_of_things(
    type_: str, names: tuple[str, ...], pairs: list[tuple[str, str]]
) -> None:
    assert variants(type_, *names) == sorted(pairs)


def test_a_variant_is_not_asked_about_twice() -> None:
    found = proposed("METHOD", "reinforcement learning", "deep reinforcement learning")
    assert (len(found.variants), found.pairs) == (1, ())
    assert set(found.sides) == {found.variants[0].child, found.variants[0].parent}
    assert found.variants[0].reason == "has the same name and more words before it"


def test_what_is_likely_one_is_no_variant() -> None:
    found = proposed("PRODUCT", "Widget Works", "Widget Works Ltd")
    assert found.variants == ()
    assert len(found.groups) == 1
