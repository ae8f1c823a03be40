"""How names are taken apart, and which levels and guards come of two of them."""

import pytest

from sift_assets.core.resolution.guards import EXCLUDING, GUARDS
from sift_assets.core.resolution.name_levels import name_level
from sift_assets.core.resolution.names import Kind, kind_of, taken_apart

PERSON, OTHER = Kind.PERSON, Kind.OTHER


@pytest.mark.parametrize(
    ("type_name", "kind"),
    [
        ("PERSON", PERSON),
        ("MEDICAL_RESEARCHER", PERSON),
        ("LOCATION", Kind.PLACE),
        ("HOME_COUNTRY", Kind.PLACE),
        ("PERSONNEL_FILE", OTHER),
        ("ORGANIZATION", OTHER),
    ],
)
def test_a_type_says_how_its_names_work(type_name: str, kind: Kind) -> None:
    assert kind_of(type_name) is kind


@pytest.mark.parametrize(
    ("text", "kind", "core"),
    [
        ("Detective Joe Recarey", PERSON, ("joe", "recarey")),
        ("Smith, John", PERSON, ("john", "smith")),
        ("John Smith, Jr.", PERSON, ("john", "smith")),
        ("J.P. Hartwell", PERSON, ("j", "p", "hartwell")),
        ("Sam Bankman-Fried", PERSON, ("sam", "bankmanfried")),
        ("Zoë Müller", PERSON, ("zoe", "muller")),
        ("Captain", PERSON, ("captain",)),
        ("The Bank of Spain", OTHER, ("bank", "of", "spain")),
        ("FTX Trading Ltd.", OTHER, ("ftx", "trading")),
        ("J.P. Morgan", OTHER, ("jp", "morgan")),
        ("Thailand's Central Bank", OTHER, ("thailand", "central", "bank")),
        ("United States Department of Justice", OTHER, ("us", "department", "of", "justice")),
        ("Python 3.11", OTHER, ("python", "3.11")),
        ("北京", Kind.PLACE, ("北京",)),
        ("→", OTHER, ("→",)),
        ("Inc", OTHER, ("inc",)),
    ],
)
def test_the_core_of_a_name_is_what_names_the_thing(
    text: str, kind: Kind, core: tuple[str, ...]
) -> None:
    assert taken_apart(text, kind).core == core


def test_parts_beside_the_core_are_kept() -> None:
    person = taken_apart("Prof. Dr. Ada Quill III", PERSON)
    assert (person.titles, person.generation) == (("prof", "dr"), "iii")
    company = taken_apart("Carrow Corporation", OTHER)
    assert (company.legal, company.symbols, company.numbers) == (("corp",), "", ())
    language = taken_apart("C++ 20", OTHER)
    assert (language.symbols, language.numbers, language.letters) == ("++", ("20",), "c20")
    assert taken_apart(".NET", OTHER).symbols == "."
    assert taken_apart("→", OTHER).letters == ""
    assert taken_apart("Москва", Kind.PLACE).roman == "moskva"


@pytest.mark.parametrize(
    ("kind", "one", "other", "level"),
    [
        (PERSON, "Ada Quill", "ADA  QUILL", "same name"),
        (PERSON, "Tara Mac Aulay", "Tara MacAulay", "same spelling"),
        (PERSON, "José Muñoz", "Jose Munoz", "same letters"),
        (PERSON, "Dr. Ada Quill", "Ada Quill", "title"),
        (PERSON, "Mr. Quill", "Quill", "one name"),
        (PERSON, "Ada Quill", "Quill", "one name"),
        (PERSON, "Ada Quill", "Ada", "given name"),
        (PERSON, "Changpeng Zhao", "Zhao Changpeng", "other order"),
        (PERSON, "Ada B. Quill", "Ada Quill", "middle name"),
        (PERSON, "Bob Quill", "Robert Quill", "nickname"),
        (PERSON, "A. Quill", "Ada Quill", "initials"),
        (PERSON, "JRR Tolmann", "John Ronald Reuel Tolmann", "initials"),
        (PERSON, "Ada Quillson", "Ada Quilson", "typo"),
        (PERSON, "Ada Quill Marsh", "Ada Quill", "within"),
        (PERSON, "Ada Philips", "Ada Fillips", "sound"),
        (PERSON, "Ada Quill", "Bo Quill", "alike"),
        (PERSON, "Ada Quill", "Zorro", "different"),
        (PERSON, "Юлия", "Yuliya", "transliteration"),
        (PERSON, "Юлия Тимошенко", "Yulia Tymoshenko", "near transliteration"),
        (PERSON, "Юлия", "Robert", "different"),
        (OTHER, "Acme LLC", "Acme", "legal form"),
        (OTHER, "The Times", "Times", "article"),
        (OTHER, "SoftBank Group", "SoftBank", "weak words"),
        (OTHER, "contract", "contracts", "plural"),
        (OTHER, "policy", "policies", "plural"),
        (OTHER, "MIT", "Massachusetts Institute of Technology", "acronym"),
        (OTHER, "U.S. SEC", "Securities and Exchange Commission", "acronym"),
        (OTHER, "Univ of Oxford", "University of Oxford", "abbreviated"),
        (OTHER, "reinforcment learning", "reinforcement learning", "long typo"),
        (OTHER, "Silvergat", "Silvergate", "typo"),
        (OTHER, "Alameda", "Alameda Research", "shortened"),
        (OTHER, "Committee on Ethics", "House Committee on Ethics", "within"),
        (OTHER, "Department", "Justice Department", "part"),
        (OTHER, "Intel", "Intelsat", "alike"),
    ],
)
def test_two_names_have_a_level(kind: Kind, one: str, other: str, level: str) -> None:
    first, second = taken_apart(one, kind), taken_apart(other, kind)
    assert name_level(first, second, kind) == level
    assert name_level(second, first, kind) == level


@pytest.mark.parametrize(
    ("kind", "one", "other", "guard", "outcome"),
    [
        (OTHER, "Python 2", "Python 3", "numbers", "differ"),
        (OTHER, "Python", "Python 3", "numbers", "one has one"),
        (OTHER, "Fund III", "Fund IV", "numbers", "differ"),
        (OTHER, "C", "C++", "symbols", "differ"),
        (OTHER, "NET", ".NET", "symbols", "differ"),
        (Kind.PLACE, "北京", "背景", "letters", "sound only"),
        (PERSON, "Jo Ode Jr.", "Jo Ode Sr.", "generation", "differ"),
        (PERSON, "Jo Ode", "Jo Ode Jr.", "generation", "one has one"),
        (PERSON, "Mr. Smith", "Mrs. Smith", "gender", "differ"),
        (PERSON, "Sister Brown", "Father Brown", "gender", "differ"),
        (PERSON, "Mrs. Arthur Pendle", "Arthur Pendle", "gender", "of the husband"),
        (PERSON, "Tyler Winklevoss", "Cameron Winklevoss", "given names", "differ"),
        (PERSON, "Jan Novak", "Jana Novak", "given names", "differ"),
        (PERSON, "J. Smith", "R. Smith", "given names", "differ"),
        (PERSON, "Winklevoss twins", "Tyler Winklevoss", "several", "one is several"),
        (OTHER, "FTX", "FTX US", "words", "region"),
        (OTHER, "North Bank", "South Bank", "words", "region"),
        (OTHER, "Plan A", "Plan B", "words", "designation"),
        (OTHER, "Alameda Research", "Alameda Ventures", "words", "both have others"),
        (OTHER, "supervised learning", "unsupervised learning", "opposites", "differ"),
        (OTHER, "interstate trade", "intrastate trade", "opposites", "differ"),
        (OTHER, "Smith Inc.", "Smith GmbH", "legal form", "differ"),
    ],
)
def test_what_speaks_against_two_names_is_said(
    kind: Kind, one: str, other: str, guard: str, outcome: str
) -> None:
    first, second = taken_apart(one, kind), taken_apart(other, kind)
    assert dict(GUARDS)[guard](first, second, kind) == outcome
    assert dict(GUARDS)[guard](second, first, kind) == outcome


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (PERSON, "Robert Quill", "Bob Quill"),
        (PERSON, "Ada Quill", "A. Quill"),
        (PERSON, "Dr. Ada Quill", "Prof. Ada Quill"),
        (PERSON, "Sofia Russell", "foSia Russell"),
        (OTHER, "U.S. Department of Justice", "Department of Justice"),
        (OTHER, "Acme Ltd", "Acme Limited"),
        (OTHER, "World War II", "World War II"),
    ],
)
def test_no_guard_speaks_against_spellings(kind: Kind, one: str, other: str) -> None:
    first, second = taken_apart(one, kind), taken_apart(other, kind)
    found = {(name, guard(first, second, kind)) for name, guard in GUARDS}
    assert found.isdisjoint(EXCLUDING)
