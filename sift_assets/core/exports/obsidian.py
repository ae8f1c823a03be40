"""An Obsidian vault: a note for each entity, document and community, linked with each other.

Every text of a document is shown as text: it can be no link, tag, heading, comment, formula or
HTML. Notes are named by `file_names`, links by these names, so that neither leaves the vault.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from sift_assets.core.exports.columns import entity_table
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.file_names import file_names, readable_path, safe_name
from sift_assets.core.graph.tables import NO_DOCUMENT
from sift_assets.core.narrative.markdown import one_line, plain

DOCUMENTS, COMMUNITIES, INDEX = "Documents", "Communities", "Index"
"""Folders and a note of the vault beside the folders of entity types, which are in capitals."""

_JOINER = "\u2060"
"""Word joiner, invisible: what stands on its two sides is no mark any more."""

_TAGS = re.compile(r"(\\.)|#")
"""A character that is escaped already, or one that would begin a tag."""

Row = Mapping[str, Any]


def obsidian_files(content: ExportContent) -> dict[str, bytes]:
    """Write a graph as the notes of an Obsidian vault.

    Args:
        content: What is exported.

    Returns:
        Path below the vault to Markdown with YAML front matter.
    """
    vault = _Vault(content)
    return {f"{path}.md": text.encode() for path, text in vault.notes()}


@dataclass(frozen=True)
class _Vault:
    content: ExportContent

    @cached_property
    def entities(self) -> list[dict[str, Any]]:
        return entity_table(self.content.graph, self.content.annotations).to_pylist()

    @cached_property
    def documents(self) -> list[dict[str, Any]]:
        return self.content.graph.documents.to_pylist()

    @cached_property
    def groups(self) -> list[dict[str, Any]]:
        return [row for row in self.content.communities.to_pylist() if not row["divided"]]

    @cached_property
    def paths(self) -> dict[tuple[str, str], str]:
        """Kind and id to the path of the note, without its ending."""
        by_type: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for row in self.entities:
            by_type[row["type"]][row["id"]] = row["name"]
        own = {one: one for one in (DOCUMENTS, COMMUNITIES)}
        folders = file_names({f"type {name}": name for name in by_type} | own)
        found = {
            ("entity", one): f"{folders[f'type {type_}']}/{name}"
            for type_, names in by_type.items()
            for one, name in file_names(names).items()
        }
        titles = {row["document"]: _readable(row["document"]) for row in self.documents}
        labels = {row["community"]: row["label"] or row["community"] for row in self.groups}
        others = (("document", DOCUMENTS, titles), ("community", COMMUNITIES, labels))
        return found | {
            (kind, one): f"{folders[folder]}/{name}"
            for kind, folder, wanted in others
            for one, name in file_names(wanted).items()
        }

    @cached_property
    def evidence(self) -> dict[str, list[dict[str, Any]]]:
        found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self.content.graph.evidence.to_pylist():
            found[row["relation_id"]].append(row)
        return found

    @cached_property
    def relations(self) -> dict[tuple[str, str], list[dict[str, Any]]]:
        """End (`source_id` or `target_id`) and entity to its relations."""
        found: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        for row in self.content.graph.relations.to_pylist():
            for end in ("source_id", "target_id"):
                found[end, row[end]].append(row)
        return found

    @cached_property
    def decisions(self) -> dict[str, list[dict[str, Any]]]:
        found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self.content.decisions.to_pylist():
            found[row["subject"]].append(row)
        return found

    @cached_property
    def mentions(self) -> dict[str, list[dict[str, Any]]]:
        found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self.content.graph.mentions.to_pylist():
            found[row["entity_id"]].append(row)
        return found

    def notes(self) -> Iterator[tuple[str, str]]:
        yield INDEX, _note({"kind": "index"}, self._index())
        for row in self.entities:
            yield self.paths["entity", row["id"]], _note(self._matter(row), self._entity(row))
        mentioned = self._mentioned()
        for row in self.documents:
            matter = {"kind": "document", "id": row["document"], "date": row["document_date"]}
            lines = self._document(row, mentioned.get(row["document"], []))
            yield self.paths["document", row["document"]], _note(matter, lines)
        members = self._members()
        for row in self.groups:
            matter = {"kind": "community", "id": row["community"], "size": row["size"]}
            lines = [f"# {_text(row['label'] or row['community'])}", ""]
            lines += [f"- {self.link('entity', one)}" for one in members[row["community"]]]
            yield self.paths["community", row["community"]], _note(matter, lines)

    def link(self, kind: str, one: str, shown: str = "") -> str:
        """Return a link to a note."""
        path = self.paths[kind, one]
        return f"[[{path}|{safe_name(shown or path.rpartition('/')[2])}]]"

    def _index(self) -> Iterator[str]:
        yield "# Index"
        for folder in sorted({path.partition("/")[0] for path in self.paths.values()}):
            paths = [path for path in self.paths.values() if path.partition("/")[0] == folder]
            yield from ("", f"## {_text(folder)}", "")
            yield from (f"- [[{path}|{path.partition('/')[2]}]]" for path in sorted(paths))

    def _matter(self, row: Row) -> dict[str, Any]:
        documents = [self.link("document", one) for one in row["documents"]]
        community = row["community"]
        return {
            "kind": "entity",
            "id": row["id"],
            "type": row["type"],
            "aliases": [row["name"], *row["aliases"]],
            "status": row["status"],
            "flags": row["flags"],
            "confidence": row["confidence"],
            "support": row["support"],
            "community": self.link("community", community) if community else "",
            "first_seen": row["first_seen"],
            "last_seen": row["last_seen"],
            "documents": documents,
        }

    def _entity(self, row: Row) -> Iterator[str]:
        yield f"# {_text(row['name'])}"
        if row["description"]:
            yield from ("", _text(row["description"]))
        if row["attributes"]:
            yield from ("", "## Attributes", "")
            yield from (self._attribute(one) for one in row["attributes"])
        for title, end, other in (
            ("Relations", "source_id", "target"),
            ("Relations to it", "target_id", "source"),
        ):
            relations = self.relations.get((end, row["id"]), [])
            if relations:
                yield from ("", f"## {title}", "")
            for relation in relations:
                yield from self._relation(relation, other, whole=end == "source_id")
        yield from ("", "## Mentions", "")
        yield from (f"- {_text(one['surface'])}{self._at(one)}" for one in self.mentions[row["id"]])
        if decisions := self.decisions.get(row["id"]):
            yield from ("", "## Decisions", "", *map(_decision, decisions))

    def _attribute(self, one: Row) -> str:
        place = f" — {self.link('document', one['document'])}" if one["document"] else ""
        return f"- {_text(one['key'])}: {_text(one['value'])}{place}"

    def _relation(self, relation: Row, other: str, *, whole: bool) -> Iterator[str]:
        """Yield a relation; its quotes stand where it begins, at the other end is the best one."""
        name = self.link("entity", relation[f"{other}_id"], relation[f"{other}_name"])
        status = relation["status"].replace("_", " ")
        yield f"- **{_text(relation['type'])}** {name} ({status}, support {relation['support']})"
        statements = self.evidence[relation["id"]]
        for one in statements if whole else statements[:1]:
            yield f"    - “{_text(one['quote'])}”{self._at(one)}"
        for decision in self.decisions.get(relation["id"], []) if whole else []:
            yield f"    {_decision(decision)}"

    def _at(self, one: Row) -> str:
        if one["document"] == NO_DOCUMENT:
            return " — stated by a person"
        page = f", page {one['page']}" if one["page"] else ""
        link = self.link("document", one["document"])
        return f" — {link}{page}, characters {one['start']}–{one['end']}"

    def _document(self, row: Row, entities: Iterable[str]) -> Iterator[str]:
        yield f"# {_text(row['title'] or _readable(row['document']))}"
        yield from ("", f"Document: {_text(row['document'])}", "", "## Entities", "")
        yield from (f"- {self.link('entity', one)}" for one in entities)

    def _mentioned(self) -> dict[str, list[str]]:
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one, rows in self.mentions.items():
            for row in rows:
                found[row["document"]][one] = None
        return {document: list(ids) for document, ids in found.items()}

    def _members(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for row in self.entities:
            found[row["community"]].append(row["id"])
        return found


def _decision(row: Row) -> str:
    who = ", ".join(filter(None, (row["actor"], row["time"][:10], row["channel"])))
    reason = f": {_text(row['reason'])}" if row["reason"] else ""
    return f"- {_text(row['verdict'].replace('_', ' '))} ({_text(who)}){reason}"


def _note(matter: Mapping[str, Any], lines: Iterable[str]) -> str:
    front = (f"{name}: {_yaml(value)}" for name, value in matter.items())
    return "\n".join(("---", *front, "---", "", *lines, ""))


def _yaml(value: object) -> str:
    """Return a value as YAML, which JSON without control characters is."""
    if isinstance(value, list):
        items = cast("list[object]", value)
        return f"[{', '.join(map(_yaml, items))}]"
    return json.dumps(one_line(value) if isinstance(value, str) else value, ensure_ascii=False)


def _text(text: str) -> str:
    """Return a text that Obsidian shows as it is: without tags and comments as well."""
    shown = _TAGS.sub(lambda found: found[1] or "\\#", plain(text))
    return shown.replace("%%", f"%{_JOINER}%") if "%%" in shown else shown


def _readable(key: str) -> str:
    """Return the path of a document as a name."""
    return readable_path(key).replace("/", " – ")
