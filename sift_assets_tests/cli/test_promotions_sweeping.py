"""`sift promotions sweep`: seats looked through by hand, dry unless the settings say otherwise."""

import pytest

from sift_assets_tests.cli.calling import Call, call
from sift_assets_tests.fakes.project_folder import ProjectFolder
from sift_assets_tests.fakes.two_seats import ADAS, BOBS, declare_seats, fill_seat


@pytest.fixture
def seated(built: ProjectFolder, monkeypatch: pytest.MonkeyPatch) -> ProjectFolder:
    monkeypatch.setenv("SIFT_ACTOR", "dan")
    declare_seats(built.root)
    fill_seat(built.root, "ada", ADAS)
    fill_seat(built.root, "bob", BOBS)
    return built


def promotions(project: ProjectFolder, *arguments: str) -> Call:
    return call("-C", project.root, "promotions", *arguments)


def test_a_sweep_by_hand_is_dry_until_the_settings_and_a_receipt_let_it(seated: ProjectFolder):
    dry = promotions(seated, "sweep", "--json")
    assert (dry.code, dry.json["dry_run"], dry.json["failure"]) == (0, True, "")
    assert dry.json["seats"]["ada"]["defer: LLM_SCHEDULED_ONLY"] == len(ADAS)
    assert promotions(seated, "--json").json["items"] == []
    seated.edit("sift.yaml", "enabled: true", "unscheduled: true, enabled: true")
    assert promotions(seated, "sweep", "--json").json["dry_run"]
    assert promotions(seated, "evaluate").code == 0
    real = promotions(seated, "sweep", "--json").json
    assert (real["dry_run"], real["failure"]) == (False, "")
    assert real["seats"]["ada"]["pending"] == len(ADAS)
    assert len(promotions(seated, "--json").json["items"]) == len(ADAS)


def test_one_seat_alone_can_be_swept_and_one_that_fails_is_named(seated: ProjectFolder):
    (seated.root / "people/ada").rename(seated.root / "gone")
    bob = promotions(seated, "sweep", "--seat", "bob")
    assert bob.code == 0
    assert bob.out.startswith("bob: 1 document, 1 skip: no_org_reference\n")
    assert "A dry run" in bob.out
    both = promotions(seated, "sweep")
    assert both.code == 1
    assert "1 seats failed: ada (ProjectError)." in both.out


@pytest.mark.parametrize("actor", ["ada", "cleo", "nobody"])
def test_only_administrators_sweep(
    seated: ProjectFolder, actor: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SIFT_ACTOR", actor)
    assert promotions(seated, "sweep", "--seat", "ada", "--json").code == 1
    assert not (seated.root / ".sift/seats").exists()
