"""Reference status: tracked work is known, names of Central are evidence, an outage is unknown."""

from sift_assets.core.promotion.records import Candidate, ReferenceStatus
from sift_assets.core.promotion.references import Central, CentralName, central_of, reference_of
from sift_assets.core.promotion.settings import TrackedProject

CANDIDATE = Candidate(id="c1", document="a.md", content="x1")
TRACKED = (TrackedProject(name="Harbour", repositories=("github.com/acme/harbour",)),)


def central(*names: tuple[str, int]) -> Central:
    return central_of(
        [
            CentralName(f"person:{name.lower()}", "PERSON", name, documents)
            for name, documents in names
        ],
        "r1",
    )


CENTRAL = central(("Marta Lindqvist", 5), ("Norrsund Shipping", 3), ("Eva Berg", 1), ("May", 9))


def test_a_hint_of_tracked_work_makes_it_known_even_when_central_cannot_be_looked_at():
    for looked_at in (CENTRAL, None):
        reference = reference_of(CANDIDATE, "see github.com/acme/harbour", TRACKED, looked_at)
        assert reference.status is ReferenceStatus.KNOWN_ORG_WORK
        assert "Harbour" in reference.reason


def test_hints_of_nothing_tracked_are_a_new_project():
    reference = reference_of(CANDIDATE, "github.com/eve/thing", TRACKED, CENTRAL)
    assert reference.status is ReferenceStatus.NEW_ORG_PROJECT
    assert [one.value for one in reference.hints] == ["github.com/eve/thing"]


def test_names_of_central_put_a_text_before_a_person_and_never_make_it_known():
    text = "Marta LINDQVIST met Norrsund Shipping, and Marta Lindqvist again."
    reference = reference_of(CANDIDATE, text, TRACKED, CENTRAL)
    assert reference.status is ReferenceStatus.NEW_ORG_PROJECT
    assert [(one.name, one.documents) for one in reference.hits] == [
        ("Marta Lindqvist", 5),
        ("Norrsund Shipping", 3),
    ]
    assert reference.revision == "r1"


def test_one_coincidence_a_doubtful_name_and_a_short_word_are_no_signal():
    text = "In May Marta Lindqvist and Eva Berg baked bread."
    reference = reference_of(CANDIDATE, text, TRACKED, CENTRAL)
    assert reference.status is ReferenceStatus.NO_REFERENCE_SIGNAL
    assert [one.name for one in reference.hits] == ["Marta Lindqvist"]


def test_an_outage_is_unknown_and_never_no_hits():
    for text in ("bread", "github.com/eve/thing"):
        reference = reference_of(CANDIDATE, text, TRACKED, None)
        assert reference.status is ReferenceStatus.UNKNOWN
        assert reference.revision == ""


def test_of_two_things_of_one_name_the_one_with_more_documents_is_shown():
    twins = [
        CentralName("person:a", "PERSON", "Acme Works", 2),
        CentralName("organization:a", "ORGANIZATION", "ACME works", 7),
    ]
    for order in (twins, twins[::-1]):
        assert central_of(order, "r").names["acme", "works"].documents == 7
