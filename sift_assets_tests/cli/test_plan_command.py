"""`sift plan`: what a run would compute and why, and what a supposed setting would take."""

from functools import partial
from typing import Any

import pytest

from sift_assets.core.planning.lineage import RESOLUTION, RESULTS, SPINE, TELLING
from sift_assets.resources.folder import scan
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder

BELOW_CORPUS = tuple(asset for asset in SPINE if asset != "corpus")


def plan(project: ProjectFolder, *supposed: str) -> Any:
    flags = [word for each in supposed for word in ("--if", each)]
    ended = call("-C", project.root, "plan", *flags, "--json")
    assert ended.code == 0, ended.err
    return ended.json


def computed(shown: Any) -> set[tuple[str, str]]:
    return {(row["asset"], row["partition"]) for row in shown["computed"]}


def because(shown: Any, asset: str, partition: str = "") -> list[str]:
    (row,) = [r for r in shown["computed"] if (r["asset"], r["partition"]) == (asset, partition)]
    return row["because"]


def without_stat_cache(project: ProjectFolder) -> dict[str, bytes | None]:
    """Every file of the project but Dagster's own, which any look opens."""
    found = files_below(project.root)
    return {name: data for name, data in found.items() if not name.startswith(".dagster")}


def test_an_up_to_date_project_has_nothing_to_compute(built: ProjectFolder) -> None:
    shown = plan(built)
    assert shown["up_to_date"]
    assert shown["computed"] == shown["reported"] == shown["blocked"] == []
    assert shown["total"]["chunks_to_run"] == shown["total"]["calls"] == 0
    assert shown["total"]["cost_usd"] == 0
    assert "Everything is up to date" in call("-C", built.root, "plan").out


def test_before_the_first_run_every_document_is_unread_and_no_file_is_made(
    project: ProjectFolder,
) -> None:
    before = files_below(project.root)
    shown = plan(project)
    assert len(shown["new"]) == shown["total"]["unread"] == 4
    assert shown["total"]["chunks_to_run"] == 4
    assert because(shown, "document_texts", "notes.md") == ["new"]
    plain = call("-C", project.root, "plan").out
    assert "Not read yet: 4; what these documents take (~) is estimated" in plain
    assert files_below(project.root).keys() == before.keys()


def test_a_plan_names_just_what_the_run_then_computes(built: ProjectFolder) -> None:
    built.edit("documents/notes.md", "Karl Meier works for", "Nina Olsen works for")
    shown = plan(built)
    assert computed(shown) == {
        ("document_texts", "notes.md"),
        ("extractions", "notes.md"),
        *((asset, "") for asset in ("corpus", *BELOW_CORPUS)),
    }
    (text,) = because(shown, "document_texts", "notes.md")
    assert text.startswith("documents ")
    assert "→" in text
    before = built.versions()
    report = built.run()
    after = built.versions()
    assert report.documents == 1
    assert tuple(report.assets) == ("corpus", *BELOW_CORPUS)
    moved = {name.partition("[")[0] for name in after if before.get(name) != after[name]}
    planned = {asset for asset, _ in computed(shown)}
    assert moved - {"documents", "document_set"} <= planned
    assert planned - moved <= {
        *RESOLUTION,
        *TELLING,
        *RESULTS,
    }  # nothing new is proposed, and that is looked up
    assert plan(built)["up_to_date"]


@pytest.mark.parametrize("name", ["chunk_size", "CHUNK_SIZE", "chunk-size"])
def test_a_supposed_setting_names_its_stage_and_changes_nothing(
    name: str, built: ProjectFolder
) -> None:
    before = without_stat_cache(built)
    shown = plan(built, f"{name}=500")
    assert shown["supposed"] == {"chunk_size": "500"}
    assert {asset for asset, _ in computed(shown)} == {"extractions", "corpus", *BELOW_CORPUS}
    (reason,) = because(shown, "extractions", "notes.md")
    assert reason.startswith("settings[extraction] ")
    assert shown["total"] == {
        **shown["total"],
        "chunks_to_run": 4,
        "calls": 0,
        "unread": 0,
        "cost_usd": 0,
    }
    assert plan(built)["up_to_date"]
    assert without_stat_cache(built) == before


@pytest.mark.parametrize(
    ("supposed", "old", "new"),
    [
        ("chunk_size=500", "model: local", "chunk_size: 500"),
        ("model=openai/gpt-4o-mini", "model: local", "model: openai/gpt-4o-mini"),
        ("domain=osint", "domain: general", "domain: osint"),
        ("reader.ocr=false", "model: local", "reader: {ocr: false}"),
        ("exports=out", "model: local", "exports: out"),
        ("temperature=0.5", "model: local", "temperature: 0.5"),
    ],
)
def test_the_plan_of_a_supposed_setting_is_the_plan_after_the_setting_is_changed(
    supposed: str, old: str, new: str, built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    shown = plan(built, supposed)
    assert shown.pop("supposed")
    built.edit("sift.yaml", old, new)
    changed = plan(built)
    assert changed.pop("supposed") == {}
    assert changed == shown


def test_a_dotted_name_is_a_setting_of_a_section(built: ProjectFolder) -> None:
    shown = plan(built, "reader.ocr=false")
    assert because(shown, "document_texts", "notes.md")[0].startswith("settings[reader] ")
    assert shown["total"]["unread"] == 4  # whether an engine is used is part of a text's key


def test_another_domain_is_named_by_its_facets(built: ProjectFolder) -> None:
    shown = plan(built, "domain=osint")
    assert shown["domain"] == "osint"
    assert because(shown, "extractions", "notes.md")[0].startswith("domain[prompt] ")
    assert any(reason.startswith("domain[graph] ") for reason in because(shown, "knowledge_graph"))


def test_a_paid_model_is_priced_by_the_table_without_a_key_which_a_run_would_need(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    shown = plan(built, "model=openai/gpt-4o-mini")
    total = shown["total"]
    assert total["calls"] == total["chunks_to_run"] == 4
    assert total["cost_usd"] == pytest.approx(
        total["input_tokens"] * 1.5e-07 + total["output_tokens"] * 6e-07
    )
    assert "OPENAI_API_KEY" in " ".join(shown["blocked"])
    assert "about $0.00" in call("-C", built.root, "plan", "--if", "model=openai/gpt-4o-mini").out


def test_a_model_without_a_price_has_an_unknown_cost(built: ProjectFolder) -> None:
    supposed = ("model=openai/nobody-knows", "api_base=http://models.example")
    assert plan(built, *supposed)["total"]["cost_usd"] is None
    flags = [word for each in supposed for word in ("--if", each)]
    assert "cost unknown" in call("-C", built.root, "plan", *flags).out


@pytest.mark.parametrize(
    ("supposed", "words"),
    [
        ("chunksize=500", "`chunksize` is not a setting"),
        ("environment=x", "`environment` is not a setting"),
        ("chunk_size", "--if chunk_size=VALUE"),
        ("chunk_size=", "--if chunk_size=VALUE"),
        ("chunk_size=many", "--chunk-size"),
        ("domain=nowhere", "there is no domain 'nowhere'"),
    ],
)
def test_a_wrong_supposition_is_an_error_that_says_how_to_mend_it(
    supposed: str, words: str, built: ProjectFolder
) -> None:
    ended = call("-C", built.root, "plan", "--if", supposed, "--json")
    if ended.code == 0:  # a domain that is not there blocks every run, as in `sift status`
        assert words in " ".join(ended.json["blocked"])
    else:
        assert ended.code == 2
        assert words in ended.error


def test_a_broken_domain_blocks_the_plan_and_nothing_is_estimated(built: ProjectFolder) -> None:
    domain = built.root / "domains" / "general.yaml"
    domain.write_text("entity_types: [", encoding="utf-8")
    shown = plan(built)
    assert shown["total"] is None
    assert "general.yaml" in " ".join(shown["blocked"])
    assert call("-C", built.root, "plan").code == 0


def test_a_document_that_was_given_up_is_planned_as_a_run_tries_it(built: ProjectFolder) -> None:
    from sift_assets_tests.fakes.name_extractor import CRASH

    built.write("bad.txt", CRASH)
    assert not built.run().succeeded
    shown = plan(built)
    assert list(shown["failed_before"]) == ["bad.txt"]
    assert ("extractions", "bad.txt") in computed(shown)
    assert shown["documents"]["bad.txt"]["unread"] == 0
    assert "failed before" in call("-C", built.root, "plan").out


def test_a_text_that_returns_is_found_in_the_store_and_not_unread(built: ProjectFolder) -> None:
    text = built.document("notes.md").read_text(encoding="utf-8")
    built.document("notes.md").unlink()
    built.run()
    built.write("moved/notes.md", text)
    shown = plan(built)
    work = shown["documents"]["moved/notes.md"]
    assert (work["unread"], work["chunks_to_run"], work["chunks_cached"]) == (0, 0, 1)


def test_many_documents_are_listed_in_json_and_cut_short_for_people(
    project: ProjectFolder,
) -> None:
    for number in range(30):
        project.write(f"more/{number:02}.txt", "Ada Varga works for Kestrel Ltd.\n")
    shown = plan(project)
    assert len([row for row in shown["computed"] if row["partition"]]) == 2 * 34
    plain = call("-C", project.root, "plan").out
    assert "… and 28 more of documents; --json lists all" in plain
    assert "graph_exports" in plain


def test_files_beyond_the_budget_of_a_look_are_counted_and_not_passed_over(
    project: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sift_assets.resources.roots.scan", partial(scan, max_files=3))
    shown = plan(project)
    assert len(shown["not_looked_at"]) == 1
    assert shown["total"]["unread"] == 3
    assert "1 files are too many for one look" in call("-C", project.root, "plan").out
