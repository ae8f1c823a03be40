import random
import re

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.report_labels import unique_labels


def test_the_smallest_key_keeps_a_label_and_the_others_are_told_apart_by_members() -> None:
    labels = {
        "person:c": ("The harbour", ["Harbour", "Ada", "Bo"]),
        "person:a": ("The harbour", ["Ada"]),
        "person:b": ("the  HARBOUR!", ["Ada", "Cy"]),
        "person:d": ("The harbour", ["Ada", "Bo", "Cy"]),
        "person:e": ("The harbour", []),
    }
    assert unique_labels(labels) == {
        "person:a": "The harbour",
        "person:b": "the HARBOUR! (Ada)",
        "person:c": "The harbour (Bo)",
        "person:d": "The harbour (Cy)",
        "person:e": "The harbour (2)",
    }


def test_a_label_that_shows_nothing_is_replaced() -> None:
    labels = {"person:a": ("\u200b?", ["", "Ada"]), "person:b": ("", []), "person:c": ("x\ny", [])}
    assert unique_labels(labels) == {"person:a": "Ada", "person:b": "person:b", "person:c": "x y"}


def test_a_label_told_apart_is_not_the_label_of_another() -> None:
    labels = {"a": ("X", []), "b": ("X", ["Ada"]), "c": ("x ada", []), "d": ("X (2)", [])}
    assert unique_labels(labels | {"e": ("X", [])}) == {
        "a": "X",
        "b": "X (3)",
        "c": "x ada",
        "d": "X (2)",
        "e": "X (4)",
    }


SOME = st.dictionaries(
    st.sampled_from("abcdefgh"),
    st.tuples(
        st.sampled_from(("X", "x", "X!", "Y", "", "X (2)")),
        st.lists(st.sampled_from(("Ada", "Bo", "X", "2", ""))),
    ),
)


@given(SOME, st.randoms(use_true_random=False))
def test_labels_are_unique_complete_and_the_same_in_any_order(
    labels: dict[str, tuple[str, list[str]]], chance: random.Random
) -> None:
    unique = unique_labels(labels)
    assert unique.keys() == labels.keys()
    same = {tuple(re.findall(r"\w+", label.casefold())) for label in unique.values()}
    assert len(same) == len(unique)
    keys = list(labels)
    chance.shuffle(keys)
    assert unique_labels({key: labels[key] for key in keys}) == unique


@given(SOME)
def test_a_new_community_takes_no_label_from_a_smaller_key(
    labels: dict[str, tuple[str, list[str]]],
) -> None:
    before = unique_labels(labels)
    after = unique_labels(labels | {"z": ("X", ["Ada"])})
    firsts = {key for key, label in before.items() if label == labels[key][0]}
    assert all(after[key] == before[key] for key in firsts)
