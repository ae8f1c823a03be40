"""What people can edit, as plain values: a situation is all that a graph is a function of."""

from pathlib import Path

from sift_assets.core.planning.keys import document_path
from sift_assets.core.records.record import Record
from sift_assets_tests.fakes.steered_extractor import PEOPLE_ONLY

BODIES = (
    "Ada Varga works for Kestrel Ltd.",
    "Ada Varga works for Pelagos Ltd.\n\nKarl Meier met Ada Varga.",
    "Karl Meier works for Kestrel Ltd.\n\nAda Varga works for Kestrel Ltd.",
    "Ada Vargas met Karl Meyer.",
    "nothing of note",
    "nothing at all",
    "",
)
"""Two give no mention at all, so that another text gives an equal extraction; one is empty. Some
names are much alike, so that there is something to propose."""

PEOPLE = ("Ada Varga", "Ada Vargas", "Karl Meier", "Karl Meyer")
FIRMS = ("Kestrel Ltd", "Pelagos Ltd")
"""Whom the bodies speak of."""

ENDINGS = ("", "\n", "\n\n")
"""Other bytes, the same text."""

TWINS = {"a.txt": "A.txt", "caf\u00e9.txt": "cafe\u0301.txt"}
"""Names that differ in case only, and in Unicode form only: two documents each."""

NAMES = (*TWINS, *TWINS.values(), "c.md", "in/a.txt", "in/d e.txt", "z.txt")
"""The same stem twice, a name that is written otherwise in its key, another media type, twins."""

BROKEN = "entity_types: [\n"
"""A domain file that does not parse."""

DOMAIN_FILE, SETTINGS_FILE = "domains/general.yaml", "sift.yaml"
LOG_FILE = "decisions/log.jsonl"

DOMAIN = """
name: Small
system_context: ""
review: {llm: 0.7}
entity_types:
  PERSON: {description: A human being who is named.}
  ORGANIZATION: {description: A company.}
relation_types:
  EMPLOYED_BY:
    description: A person works for an organization.
    source_types: [PERSON]
    target_types: [ORGANIZATION]
    synonyms: [WORKS_FOR]
"""
"""A small domain: reading the file of the general one would take most of the time of the proof."""

FACET_EDITS: dict[str, tuple[str, tuple[str, ...]]] = {
    "prompt": (
        'system_context: ""',
        (
            'system_context: ""',
            'system_context: ""\nextraction_context: calm',
            'system_context: ""\nextraction_context: careful',
        ),
    ),
    "graph": (
        "synonyms: [WORKS_FOR",
        (
            "synonyms: [WORKS_FOR",
            "synonyms: [TOILS_FOR, WORKS_FOR",
            "functional: true\n    synonyms: [WORKS_FOR",
        ),
    ),
    "review": ("llm: 0.7", ("llm: 0.7", "llm: 0.5", "llm: 0.99")),
    "resolution": ("name: Small", ("name: Small", "name: Small\nresolution_context: calm")),
    "narrative": (
        'system_context: ""',
        (
            'system_context: ""',
            'narrative_context: ""\nsystem_context: ""',
            'narrative_style: [Be brief.]\nsystem_context: ""',
        ),
    ),
}
"""Facet to a text of the domain file and what may stand in its place: as it is, an edit that
changes no value, and one that does."""

SETTING_EDITS: dict[str, tuple[str, ...]] = {
    "reader": ("reader: {ocr: false}", "reader: {ocr: false, max_megabytes: 40}"),
    "extraction": ("", "chunk_size: 5000"),
    "model": ("", f"model: {PEOPLE_ONLY}"),
    "resolution": (
        "",
        "resolution: {propose_from: 0.9}",
        "resolution: {auto_rules: [title, plural, typo]}",
    ),
    "community": ("", "community: {min_size: 2}"),
    "narrative": ("", "narrative: {profiles_from: 2}", "narrative: {story: false}"),
    "export": ("", "export_formats: [csv]", "export_formats: [json, csv]"),
}
"""What is set to lines that may stand in the settings. Another size of chunks changes no value,
another model does. Rules shape no value either: what they decide goes into the log, and about
`BODIES` they decide nothing."""


SHARDS = (0, 1, 2, 4)
"""How many shards documents may lie in; 0 for a partition each. It changes no value."""


class Situation(Record):
    """The inputs of a graph, and how documents are partitioned.

    Attributes:
        documents: Path to content.
        facets: Facet to the number of its text in `FACET_EDITS`.
        stages: What is set to the number of its line in `SETTING_EDITS`.
        log: The text of the decision log; empty for none.
        shards: How many shards documents lie in.
    """

    documents: dict[str, str]
    facets: dict[str, int] = dict.fromkeys(FACET_EDITS, 0)
    stages: dict[str, int] = dict.fromkeys(SETTING_EDITS, 0)
    log: str = ""
    shards: int = 0

    def content(self, key: str) -> str:
        """Return the content of the document that a partition is of."""
        return self.documents[document_path(key)]

    def edited(self, **changes: object) -> "Situation":
        """Return another situation."""
        return self.model_copy(update=changes)


def twin_of(path: str) -> str:
    """Return the name that differs from a name in case or Unicode form only, empty for none."""
    return TWINS.get(path) or next((name for name, twin in TWINS.items() if twin == path), "")


def write(root: Path, situation: Situation) -> None:
    """Make the files of a project say what a situation says; touch no other file."""
    domain = DOMAIN
    for facet, (old, texts) in FACET_EDITS.items():
        assert old in domain
        domain = domain.replace(old, texts[situation.facets[facet]], 1)
    lines = [SETTING_EDITS[stage][number] for stage, number in situation.stages.items()]
    if situation.shards:
        lines.append(f"partitions: {{shards: {situation.shards}}}")
    _write_changed(root / DOMAIN_FILE, domain)
    _write_changed(root / SETTINGS_FILE, "\n".join([*lines, ""]))
    _write_documents(root / "documents", situation.documents)
    if situation.log or (root / LOG_FILE).exists():
        (root / LOG_FILE).parent.mkdir(exist_ok=True)
        _write_changed(root / LOG_FILE, situation.log)


def content_of(body: str, ending: str) -> str:
    """Return a document's content."""
    return body + ending if body else ""


def without(documents: dict[str, str], *paths: str) -> dict[str, str]:
    """Return the documents but some."""
    return {name: content for name, content in documents.items() if name not in paths}


def _write_documents(folder: Path, documents: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.relative_to(folder).as_posix() not in documents:
            file.unlink()
    for path, content in documents.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        _write_changed(file, content)


def _write_changed(file: Path, text: str) -> None:
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
