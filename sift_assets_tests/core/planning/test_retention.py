"""What is needed stays, whatever else lies there; what nothing needs goes."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.retention import (
    StoredFile,
    StoredResult,
    collection,
    graph_parts,
    last_revisions,
    recorded_versions,
)
from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.manifest import GraphManifest, TypePart

VERSIONS = st.sampled_from("abcdefgh")
SETS = st.sets(VERSIONS)
FILES = st.dictionaries(VERSIONS, st.tuples(st.integers(0, 9), st.floats(0, 9)), max_size=8)
POINTERS = st.dictionaries(
    st.sampled_from("123456"), st.tuples(VERSIONS | st.just(""), st.floats(0, 9))
)


@given(files=FILES, pointers=POINTERS, needed=SETS, answers=SETS, young=st.floats(0, 10))
def test_exactly_what_nothing_needs_goes(
    files: dict[str, tuple[int, float]],
    pointers: dict[str, tuple[str, float]],
    needed: set[str],
    answers: set[str],
    young: float,
) -> None:
    objects = [StoredFile(v, size, at) for v, (size, at) in files.items()]
    results = [StoredResult(key, version, at) for key, (version, at) in pointers.items()]
    found = collection(objects, results, needed=needed, answers=answers, young_since=young)
    gone = set(found.objects)
    held = {row.version for row in results if row.modified >= young}
    held |= {o.version for o in objects if o.modified >= young} | needed | answers
    assert gone == set(files) - held
    assert found.kept == len(files) - len(gone)
    assert found.size == sum(files[version][0] for version in gone)
    dangling = {row.key for row in results if row.version not in set(files) - gone}
    assert set(found.results) == dangling
    assert found.young + found.answers <= found.kept
    assert (list(found.objects), list(found.results)) == (sorted(gone), sorted(dangling))


@given(files=FILES, needed=SETS)
def test_collecting_twice_finds_nothing_the_second_time(
    files: dict[str, tuple[int, float]], needed: set[str]
) -> None:
    objects = [StoredFile(v, size, at) for v, (size, at) in files.items()]
    gone = set(collection(objects, [], needed=needed).objects)
    rest = [file for file in objects if file.version not in gone]
    assert collection(rest, [], needed=needed).objects == ()


def test_an_answer_that_is_needed_is_not_counted_as_kept_for_its_price() -> None:
    objects = [StoredFile("a", 1, 0), StoredFile("b", 1, 0)]
    found = collection(objects, [], needed={"a"}, answers={"a", "b", "not stored"})
    assert (found.objects, found.kept, found.answers) == ((), 2, 1)


def test_recorded_are_values_and_the_inputs_they_were_made_from() -> None:
    entry = Provenance(version="value", code_version="1", inputs={"document_texts": "text"})
    assert recorded_versions({"extractions": {"a": entry}, "corpus": {}}) == {"value", "text"}


def test_a_manifest_points_to_its_parts_and_to_the_rest() -> None:
    part = TypePart(version="people", entities=1, mentions=1, relations=0)
    manifest = GraphManifest(
        types={"PERSON": part}, rest="rest", entities=1, relations=0, quarantined={}
    )
    assert graph_parts(manifest) == ("rest", "people")


def test_the_last_revisions_are_distinct_and_the_newest() -> None:
    assert last_revisions(["c", "c", "b", "c", "a"], 2) == ("c", "b")
    assert last_revisions([], 3) == ()
