"""Promotion through Dagster: the schedule, its word, seats in turn, deliveries, revocation."""

from collections.abc import Mapping
from pathlib import Path

import dagster as dg
import pytest

from sift_assets.core.decisions.decision import Channel
from sift_assets.core.planning.lineage import PROMOTION
from sift_assets.core.promotion.states import ItemState
from sift_assets.definitions import defs
from sift_assets.defs.holding import PROMOTING, held_alone
from sift_assets.defs.project import Project
from sift_assets.defs.promotion_run import ASSESSED, NONCE_TAG, SWEPT
from sift_assets.defs.seats import register_seats
from sift_assets.defs.step_checks import step_check_keys
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_deciding import PromotionDesk
from sift_assets.workflows.promotion_revalidating import revalidated
from sift_assets_tests.fakes.project_folder import ProjectFolder

SETTINGS = """
models: {promote: scripted/play.yaml}
promotion:
  enabled: true
  dry_run: false
  sampled: 0
  tracked: [{name: Harbour, repositories: [github.com/acme/harbour]}]
principals:
  - {name: ada, role: writer}
  - {name: bob, role: writer}
  - {name: cleo, role: admin}
seats:
  - name: ada
    folder: people/ada
    owner: ada
    autonomy: auto
    roots: {personal: ["private/**"], org_work: ["work/**"]}
  - {name: bob, folder: people/bob, owner: bob}
"""
PLAY = """
rules:
  - {when: weather, answer: {relevant: false, sensitive: false, score: 0.1, reason: "Chatter."}}
  - {answer: {relevant: true, sensitive: false, score: 0.9, reason: "A decision."}}
"""
DOCUMENTS = {
    "ada/work/gate.md": "Minutes of github.com/acme/harbour. Iris Falk works for Gantry Ltd.\n",
    "ada/private/diary.md": "Minutes of github.com/acme/harbour, and my diary.\n",
    "ada/weather.md": "github.com/acme/harbour had fine weather.\n",
    "bob/new.md": "Code of gitlab.com/eve/thing. Olaf Brun works for Pelagos Ltd.\n",
}


@pytest.fixture
def seated(built: ProjectFolder) -> ProjectFolder:
    """Give a built project two seats with two documents and more."""
    with (built.root / "sift.yaml").open("a", encoding="utf-8") as file:
        file.write(SETTINGS)
    (built.root / "play.yaml").write_text(PLAY, encoding="utf-8")
    for name, text in DOCUMENTS.items():
        path = built.root / "people" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    register_seats(built.instance, built.workspace)
    return built


def run(
    project: ProjectFolder,
    assets: tuple[str, ...],
    tags: Mapping[str, str] | None = None,
    seats: tuple[str, str] | None = ("ada", "bob"),
) -> dg.ExecuteInProcessResult:
    span = {RANGE_START_TAG: seats[0], RANGE_END_TAG: seats[1]} if seats else {}
    return (
        defs()
        .resolve_implicit_global_asset_job_def()
        .execute_in_process(
            instance=project.instance,
            asset_selection=[dg.AssetKey(asset) for asset in assets],
            tags={**span, **(tags or {})},
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            raise_on_error=False,
        )
    )


def due(project: ProjectFolder) -> dg.RunRequest | str:
    """Let the schedule be due; return what it asks for, or why nothing."""
    schedule = defs().resolve_schedule_def("promotion_sweep")
    with dg.build_schedule_context(
        instance=project.instance, resources={"project": Project()}
    ) as context:
        found = schedule.evaluate_tick(context)
    return found.run_requests[0] if found.run_requests else str(found.skip_message)


def swept(project: ProjectFolder) -> dg.ExecuteInProcessResult:
    request = due(project)
    assert isinstance(request, dg.RunRequest)
    names = tuple(key.to_user_string() for key in request.asset_selection or ())
    return run(project, names, request.tags, None)


def failures(result: dg.ExecuteInProcessResult) -> dict[str, str]:
    """Return step to why it failed."""
    found: dict[str, str] = {}
    for event in result.filter_events(lambda one: one.is_step_failure):
        data = event.step_failure_data.user_failure_data
        found[str(event.step_key)] = str(data.description) if data else ""
    return found


def facts(project: ProjectFolder, asset: str, seat: str) -> dict[str, object]:
    """Return what Dagster shows of a seat's latest value."""
    found = project.instance.fetch_materializations(
        dg.AssetRecordsFilter(dg.AssetKey(asset), asset_partitions=[seat]), limit=1
    )
    materialization = found.records[0].asset_materialization
    assert materialization is not None
    return {name: one.value for name, one in materialization.metadata.items()}


def states(project: ProjectFolder) -> dict[str, ItemState]:
    """Return seat to the state of its one item."""
    book = PromotionBook(project.workspace)
    return {one.entry.seat: one.state(book.moment()) for one in book.known().values()}


def desk(project: ProjectFolder, actor: str) -> PromotionDesk:
    return PromotionDesk(PromotionBook(project.workspace), actor, Channel.COMMAND)


def decide(project: ProjectFolder, seat: str, act: str) -> None:
    at = desk(project, "cleo")
    (known,) = at.book.known([seat]).values()
    if act == "approve":
        shown = at.book.mark(at.book.body(at.book.item(known)))
        at.approve(known.entry.id, shown, revalidated)
    else:
        at.revoke(known.entry.id)


def stored(project: ProjectFolder) -> set[str]:
    """Return the versions that Central stores."""
    return {one.version for one in project.workspace.store.objects()}


def test_a_project_without_seats_has_none_of_this(built: ProjectFolder):
    keys = {key.to_user_string() for key in defs().resolve_asset_graph().get_all_asset_keys()}
    assert not any(key.startswith(("promotion", "central", "seat")) for key in keys)
    assert not list(defs().schedules or ())
    assert built.instance.get_dynamic_partitions("seats") == []


@pytest.mark.usefixtures("seated")
def test_a_project_with_seats_has_all_of_it():
    graph = defs().resolve_asset_graph()
    assert {dg.AssetKey(name) for name in PROMOTION} <= set(graph.get_all_asset_keys())
    assert set(step_check_keys(PROMOTION)) <= set(graph.asset_check_keys)
    assert {one.name for one in defs().schedules or ()} == {"promotion_sweep", "central_evaluation"}


def test_without_a_receipt_the_schedule_skips_and_says_why(seated: ProjectFolder):
    assert "receipt" in str(due(seated))


def test_from_the_page_it_is_a_dry_run_whatever_tag_is_made_up(seated: ProjectFolder):
    assert run(seated, ("central_evaluation",), seats=None).success
    for tags in ({}, {NONCE_TAG: "made-up"}):
        result = run(seated, SWEPT, tags)
        assert {
            event.asset_key.to_user_string()
            for event in result.get_asset_materialization_events()
            if event.asset_key
        } == set(ASSESSED)
        (why,) = {text.partition(":")[0] for text in failures(result).values()}
        assert why == ("nonce_forged" if tags else "LLM_SCHEDULED_ONLY")
        assert facts(seated, "promotion_verdicts", "ada")["defer: LLM_SCHEDULED_ONLY"] == 2
    assert states(seated) == {}


def test_a_sweep_promotes_asks_delivers_and_a_revocation_leaves_nothing(seated: ProjectFolder):
    before = seated.versions()
    exported = seated.exports()
    assert run(seated, ("central_evaluation",), seats=None).success
    result = swept(seated)
    assert failures(result) == {}
    assert facts(seated, "promotion_candidates", "ada")["skip capture_tag_personal"] == 1
    assert facts(seated, "promotion_verdicts", "ada")["skip: not_relevant"] == 1
    assert states(seated) == {"ada": ItemState.DELIVERED, "bob": ItemState.PENDING}

    assert seated.run().succeeded
    assert "Iris Falk" in seated.exports()["graph.json"].decode()
    assert "Olaf Brun" not in seated.exports()["graph.json"].decode()

    decide(seated, "bob", "approve")
    assert swept(seated).success
    assert set(states(seated).values()) == {ItemState.DELIVERED}
    assert seated.run().succeeded
    assert "Olaf Brun" in seated.exports()["graph.json"].decode()

    texts = seated.workspace.provenance.read("document_texts")
    promoted = {entry.version for key, entry in texts.items() if key.startswith("@promoted/")}
    assert len(promoted & stored(seated)) == 2
    for seat in ("ada", "bob"):
        decide(seated, seat, "revoke")
    assert swept(seated).success
    assert len(promoted & stored(seated)) == 2  # the graph still names them
    assert seated.run().succeeded
    with held_alone(seated.workspace, but=PROMOTING):
        assert swept(seated).success
        assert len(promoted & stored(seated)) == 2  # somebody is at work
    assert swept(seated).success
    assert promoted & stored(seated) == set()
    assert all(row.purged for row in PromotionBook(seated.workspace).ledger.deliveries())
    assert seated.run().succeeded
    assert set(states(seated).values()) == {ItemState.REVOKED}
    after = seated.versions()
    moved = {name for name in before if before[name] != after.get(name)}
    assert moved <= {"decisions[promotions]", "settings[promotion]"}
    assert seated.exports() == exported


def test_a_word_of_the_schedule_counts_for_one_run(seated: ProjectFolder):
    run(seated, ("central_evaluation",), seats=None)
    request = due(seated)
    assert isinstance(request, dg.RunRequest)
    assert run(seated, SWEPT, request.tags, None).success
    again = run(seated, SWEPT, request.tags, None)
    assert not again.success
    assert {text.partition(":")[0] for text in failures(again).values()} == {"nonce_used"}


def test_a_seat_that_fails_stops_no_other_and_fails_the_run(seated: ProjectFolder):
    run(seated, ("central_evaluation",), seats=None)
    (seated.root / "people/ada").rename(seated.root / "people/gone")
    result = swept(seated)
    assert not result.success
    assert failures(result) == {"central_deliveries": "1 seats failed: ada (ProjectError)."}
    assert states(seated) == {"bob": ItemState.PENDING}
    (seated.root / "people/gone").rename(seated.root / "people/ada")
    assert swept(seated).success


def test_what_dagster_is_told_names_no_document_of_a_seat(seated: ProjectFolder):
    run(seated, ("central_evaluation",), seats=None)
    swept(seated)
    planted = (b"gate.md", b"diary", b"weather.md", b"Iris Falk", b"Olaf Brun", b"eve/thing")
    files = [path for path in (seated.root / ".dagster").rglob("*") if path.is_file()]
    assert files
    leaks = [(path.name, word) for path in files for word in planted if word in path.read_bytes()]
    assert leaks == []


def test_a_seat_that_is_declared_no_more_has_no_partition(seated: ProjectFolder):
    text = (seated.root / "sift.yaml").read_text(encoding="utf-8")
    cut = text[: text.index("  - {name: bob, folder")]
    Path(seated.root / "sift.yaml").write_text(cut, encoding="utf-8")
    register_seats(seated.instance, seated.workspace)
    assert seated.instance.get_dynamic_partitions("seats") == ["ada"]
