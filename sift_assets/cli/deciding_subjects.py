"""The subcommands of `sift decide` about entities and relations, whether asked about or not."""

from pathlib import Path

import click

from sift_assets.cli.deciding import Office, print_decided, with_reason
from sift_assets.cli.opening import as_json
from sift_assets.core.decisions.decision import Act, Decision, Part
from sift_assets.core.errors import DecisionError
from sift_assets.core.planning.keys import document_key
from sift_assets.core.review.stated import check_relation, stated_value
from sift_assets.workflows.reviewing import Desk

RELATION_ACTS = {"confirm": Act.CONFIRM, "reject": Act.REJECT}


@click.command("merge")
@click.argument("entities", metavar="ENTITY ENTITY...", nargs=-1, required=True)
@with_reason
@as_json
@click.pass_obj
def merge(project: Path, entities: tuple[str, ...], reason: str, as_json: bool) -> int:
    """Say that entities are one; the first names the whole."""
    office = Office.open(project)
    ids = office.desk.subjects.entities(entities)
    return _decide(office, office.deciding(reason).merge(ids), as_json)


@click.command("not-same")
@click.argument("entities", metavar="ENTITY ENTITY...", nargs=-1, required=True)
@with_reason
@as_json
@click.pass_obj
def not_same(project: Path, entities: tuple[str, ...], reason: str, as_json: bool) -> int:
    """Say that no two of some entities are one."""
    office = Office.open(project)
    ids = office.desk.subjects.entities(entities)
    return _decide(office, office.deciding(reason).not_same(ids), as_json)


@click.command("split")
@click.argument("entity")
@click.option(
    "--part",
    "parts",
    metavar="LABEL=DOCUMENT,DOCUMENT",
    multiple=True,
    required=True,
    help="One of the things, and the documents that speak of it. Two or more are needed.",
)
@with_reason
@as_json
@click.pass_obj
def split(project: Path, entity: str, parts: tuple[str, ...], reason: str, as_json: bool) -> int:
    """Say that several things have the name of ENTITY, told apart by document.

    What no part names stays with the name itself.
    """
    office = Office.open(project)
    found = tuple(_part(office.desk, one) for one in parts)
    one = office.desk.subjects.entity(entity)
    return _decide(office, office.deciding(reason).split(one, found), as_json)


@click.command("name")
@click.argument("entity")
@click.argument("new_name", metavar="NAME")
@with_reason
@as_json
@click.pass_obj
def name(project: Path, entity: str, new_name: str, reason: str, as_json: bool) -> int:
    """Say how ENTITY is called; its other names stay."""
    office = Office.open(project)
    one = office.desk.subjects.entity(entity)
    return _decide(office, office.deciding(reason).name(one, new_name), as_json)


@click.command("retract")
@click.argument("entity")
@click.option("--attribute", default="", metavar="K", help="Only this property of it.")
@click.option("--value", default="", metavar="V", help="Only this value of the property.")
@with_reason
@as_json
@click.pass_obj
def retract(
    project: Path, entity: str, attribute: str, value: str, reason: str, as_json: bool
) -> int:
    """Say that ENTITY is wrong, or one property of it; no reader sees it any more."""
    if value and not attribute:
        raise click.UsageError("--value needs --attribute.")
    office = Office.open(project)
    gone = next((d for one, d in office.said.retracted.items() if one == entity), None)
    if gone is not None and not attribute:
        return _decide(office, gone, as_json)
    one = office.desk.subjects.entity(entity)
    stated = stated_value(office.desk.graph, one, attribute, value) if attribute else ("", "")
    return _decide(office, office.deciding(reason).retract(one, *stated), as_json)


@click.command("add")
@click.argument("source")
@click.argument("type_name", metavar="TYPE")
@click.argument("target")
@with_reason
@as_json
@click.pass_obj
def add(project: Path, source: str, type_name: str, target: str, reason: str, as_json: bool) -> int:
    """Say that the relation SOURCE TYPE TARGET holds, also where no document states it."""
    office = Office.open(project)
    ends = office.desk.subjects.entities((source, target))
    known = check_relation(office.desk.grounds, ends[0], type_name, ends[1])
    return _decide(office, office.deciding(reason).add(ends[0], known, ends[1]), as_json)


@click.command("relation")
@click.argument("verdict", type=click.Choice(tuple(RELATION_ACTS)))
@click.argument("relation_id", metavar="ID")
@with_reason
@as_json
@click.pass_obj
def relation(project: Path, verdict: str, relation_id: str, reason: str, as_json: bool) -> int:
    """Confirm or reject any relation, by its id or as SOURCE|TYPE|TARGET."""
    office = Office.open(project)
    act = RELATION_ACTS[verdict]
    past = office.said.relation_named(relation_id)
    if past is not None and relation_id not in office.desk.subjects.relations:
        if past.act is act:
            return _decide(office, past, as_json)
        raise DecisionError(
            f"It was decided otherwise, by decision {past.id}.",
            f"Take it back with `sift decide undo {past.id}`.",
        )
    one = office.desk.subjects.relation(relation_id)
    return _decide(office, office.deciding(reason).relation(act, one), as_json)


def _decide(office: Office, decision: Decision, as_json: bool) -> int:
    print_decided(office.decide([decision]), as_json)
    return 0


def _part(desk: Desk, given: str) -> Part:
    """Read `LABEL=DOCUMENT,DOCUMENT`; documents by path or key."""
    label, mark, listed = given.partition("=")
    if not (mark and label and listed):
        raise click.UsageError(f"--part {given!r}: give LABEL=DOCUMENT,DOCUMENT.")
    known = set(desk.graph.documents["document"].to_pylist())
    keys = [one if one in known else document_key(one) for one in listed.split(",") if one]
    unknown = [one for one in keys if one not in known]
    if unknown:
        raise DecisionError(f"There is no document {unknown[0]!r} in the graph.")
    try:
        return Part(label=label, documents=tuple(keys))
    except ValueError as error:
        raise DecisionError(
            f"{label!r} is no label.", "Use letters, digits, `_` and `-`, 40 at most."
        ) from error
