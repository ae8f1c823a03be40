"""Bibliographies as Zotero exports them: the same works in three formats, and mistakes by line."""

import json
from pathlib import PurePosixPath

import pytest

from sift_assets.core.bibliography.entries import Bibliography, Entry
from sift_assets.core.bibliography.fields import date_of, from_tex, given_family
from sift_assets.core.bibliography.reading import read_bibliography
from sift_assets.core.errors import ConfigError

BIBTEX = r"""
@comment{ignored {twice}}
@string{press = "Harbour" # { Press}}
@article{varga1931,
  title = {The {Kestrel} \& its harbour},
  author = {Varga, Ada and {\"O}zg{\"u}r, Tom and {Kestrel Ltd}},
  date = {1931-05-04},
  publisher = press,
  keywords = {harbour, ships; rope},
  file = {Full Text:files/12/Varga - 1931.pdf:application/pdf;C\:\\Zotero\\x.pdf}
}
@book{brandt, title = "A {"}quoted{"} book", year = 1930, month = mar, author = "Tom Brandt"}
"""

RIS = """\
TY  - JOUR
TI  - The Kestrel & its harbour
AU  - Varga, Ada
AU  - Özgür, Tom
AU  - Kestrel Ltd
DA  - 1931/05/04/
PY  - 1931
KW  - harbour
KW  - ships
KW  - rope
L1  - files/12/Varga - 1931.pdf
UR  - https://example.org/x.pdf
ID  - varga1931
ER  -

TY  - BOOK
TI  - A "quoted"
  book
AU  - Brandt, Tom
PY  - 1930/03//
ER  -
"""

CSL = [
    {
        "id": "http://zotero.org/1",
        "citation-key": "varga1931",
        "title": "The Kestrel & its harbour",
        "author": [
            {"family": "Varga", "given": "Ada"},
            {"family": "Özgür", "given": "Tom"},
            {"literal": "Kestrel Ltd"},
        ],
        "issued": {"date-parts": [["1931", 5, 4]]},
        "keyword": "harbour, ships; rope",
        "attachments": [{"path": "files/12/Varga - 1931.pdf"}],
    },
    {"id": 7, "title": 'A "quoted" book', "issued": {"raw": "March 1930"}},
]

VARGA = Entry(
    key="varga1931",
    title="The Kestrel & its harbour",
    date="1931-05-04",
    authors=("Ada Varga", "Tom Özgür", "Kestrel Ltd"),
    tags=("harbour", "ships", "rope"),
    files=("files/12/Varga - 1931.pdf",),
)


@pytest.mark.parametrize(
    ("text", "file"),
    [(BIBTEX, "a.bib"), (RIS, "a.ris"), (json.dumps(CSL), "a.json"), ("\ufeff" + RIS, "A.RIS")],
)
def test_each_format_says_the_same_of_the_same_works(text: str, file: str) -> None:
    first, second = read_bibliography(text, file)
    assert first.model_copy(update={"files": first.files[:1]}) == VARGA
    assert (second.title, second.date) == ('A "quoted" book', "1930-03")


def test_all_attachments_of_an_entry_are_named_whatever_their_paths() -> None:
    first, _ = read_bibliography(BIBTEX, "a.bib")
    assert first.files == ("files/12/Varga - 1931.pdf", "C:/Zotero/x.pdf")


@pytest.mark.parametrize(
    ("text", "file", "message"),
    [
        ("@article{a, title = {never ends\n", "a.bib", r"a\.bib:1: has no `}` at its end"),
        ("\n@article{a, title}", "a.bib", r"a\.bib:2: expects a field"),
        ("@book{a, title = ,}", "a.bib", r"a\.bib:1: expects a value"),
        ("nothing", "a.bib", "holds no work"),
        ("TY  - BOOK\nTI  - x\n", "a.ris", "ends within a work"),
        ("ER  - \n", "a.ris", r"a\.ris:1: ends a work that has not begun"),
        ("", "a.ris", "holds no work"),
        ("{", "a.json", "is no JSON"),
        ("[1]", "a.json", "is no list of works"),
        ("x", "a.txt", "is in no format"),
    ],
)
def test_a_mistake_is_an_error_with_its_place(text: str, file: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        read_bibliography(text, file)


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"{\'E}mile Zol\`a", "Émile Zolà"),
        (r"Stra{\ss}e \{x\} 50\% \_", "Straße {x} 50% _"),
        (r"{\v{C}}apek~K. \c{c}a", "Čapek K. ça"),
        (r"\O re \LaTeX\ now", "Øre now"),
    ],
)
def test_what_is_written_for_tex_becomes_text(tex: str, text: str) -> None:
    assert " ".join(from_tex(tex).split()) == text


def test_names_and_dates_are_written_one_way() -> None:
    assert [given_family(n) for n in ("Varga, Ada", "Varga, Jr., Ada", "Ada  Varga")] == [
        "Ada Varga",
        "Ada Jr. Varga",
        "Ada Varga",
    ]
    assert date_of("2021-03-04/2021-03-05") == "2021-03-04"
    assert date_of("", "n.d.", "2021") == "2021"


def test_a_document_is_found_by_path_then_by_name_then_by_key() -> None:
    other = Entry(key="brandt", files=("files/13/scan.pdf", "../up/notes.txt"))
    third = Entry(key="olsen", files=("files/14/scan.pdf",))
    inside = Bibliography([VARGA, other, third], PurePosixPath("sub"))
    assert inside.of("sub/files/12/Varga - 1931.pdf") == VARGA
    assert inside.of("sub/files/14/scan.pdf") == third
    assert inside.of("up/notes.txt") == other
    assert inside.of("elsewhere/scan.pdf") is None  # two have that name
    outside = Bibliography([VARGA, other], None)
    assert outside.of("anywhere/Varga - 1931.pdf") == VARGA
    assert outside.of("Brandt.pdf") == other
    assert outside.of("nobody.pdf") is None
