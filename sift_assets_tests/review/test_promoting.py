"""What of people's seats may come to Central, over the page: seen and decided by who may."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.promotion.previewing import HIDDEN
from sift_assets.resources.decision_log import DecisionLog
from sift_assets.resources.review_tokens import Role
from sift_assets.resources.second_root import SecondRoot
from sift_assets.resources.secret_scanner import SecretScanner
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.conftest import set_apart
from sift_assets_tests.review.page_client import PageClient, token_for
from sift_assets_tests.review.promoting_page import ACCOUNT, propose

NO = "You may not, or it is not there."

BECAUSE = {"reason": "because"}
SAYINGS: dict[str, dict[str, str]] = {
    "approve": {"shown": "0" * 20},
    "retry": {},
    **dict.fromkeys(("reject", "revoke", "abandon", "reopen"), BECAUSE),
}


@pytest.fixture(scope="module")
def proposed_once(
    tmp_path_factory: pytest.TempPathFactory, planted_once: Path
) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("proposed")
    with set_apart(folder):
        root = Path(shutil.copytree(planted_once, folder / "project"))
        return root, propose(root)


@pytest.fixture
def found(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - they are left out while the project is open
    proposed_once: tuple[Path, dict[str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[PageClient, dict[str, str]]]:
    """Return the browser of Cleo, who decides, and the items by seat."""
    monkeypatch.setenv("SIFT_ACTOR", "cleo")
    root = Path(shutil.copytree(proposed_once[0], tmp_path / "project"))
    with PageClient.of(root) as client:
        yield client, proposed_once[1]


def approving(client: PageClient, item: str, **more: Any) -> dict[str, Any]:
    return {"item": item, "shown": client.get("promotion", item=item)["shown"], **more}


def test_an_item_is_listed_without_its_body_read_whole_approved_and_revoked(
    found: tuple[PageClient, dict[str, str]],
):
    client, items = found
    assert client.get("session")["promotions"]
    listed = client.get("promotions")
    assert {one["id"] for one in listed["items"]} == set(items.values())
    assert "The end of it" not in str(listed)
    whole = client.get("promotion", item=items["ada"])
    assert whole["text"].endswith("The end of it: Ada Varga agreed.")
    assert [one["value"] for one in whole["reference"]["hints"]] == ["github.com/acme/wolframite"]
    assert (whole["row"]["state"], whole["row"]["scan"]) == ("pending", "clean")
    assert whole["row"]["acts"] == ["approve", "reject", "revoke"]
    assert client.get("promotions-pulse")["pulse"] == listed["pulse"]
    done = client.post("promotion/approve", approving(client, items["ada"]))
    assert client.get("promotions-pulse")["pulse"] != listed["pulse"]
    assert (done["row"]["state"], done["row"]["milestones"]["accepted"]) == ("delivered", True)
    (decision,) = DecisionLog(client.root, client.root / "lock").read().decisions
    assert (decision.actor, decision.channel) == ("cleo", "page")
    assert decision.shown == whole["shown"]
    assert (client.get("decided")["decisions"], client.get("decided")["all"]) == ([], 0)
    assert client.get("history", 422, subject=decision.id)
    gone = client.post("promotion/revoke", {"item": items["ada"], "reason": "too early"})
    assert (gone["row"]["state"], gone["is_left"]) == ("revoked", True)
    assert not SecondRoot(client.root).path(items["ada"]).exists()


def test_what_may_be_a_secret_is_hidden_on_request_and_nothing_is_shown_when_nobody_can_look(
    found: tuple[PageClient, dict[str, str]], monkeypatch: pytest.MonkeyPatch
):
    client, items = found
    whole = client.get("promotion", item=items["bob"])["text"]
    hidden = client.get("promotion-hidden", item=items["bob"])["text"]
    assert ACCOUNT in whole
    assert hidden == whole.replace(ACCOUNT, HIDDEN)

    def crash(*_: object) -> list[object]:
        raise ValueError(ACCOUNT)

    monkeypatch.setattr(SecretScanner, "spotted", crash)
    told = client.get("promotion-hidden", 503, item=items["bob"])
    assert told["error"] == "Nobody could look for secrets in it, so it is not shown."


def test_a_write_that_is_refused_is_no_success_and_can_be_repeated(
    found: tuple[PageClient, dict[str, str]], monkeypatch: pytest.MonkeyPatch
):
    client, items = found
    body = approving(client, items["ada"])

    def full(*_: object) -> str:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(SecondRoot, "write", full)
        failed = client.post("promotion/approve", body, 424)
    assert failed["error"] == "Approved, and not in Central: the disk is full"
    assert failed["row"]["state"] == "failed"
    again = client.post("promotion/retry", {"item": items["ada"]})
    assert again["row"]["state"] == "delivered"


def test_what_was_not_shown_or_has_changed_is_not_approved_and_a_refusal_needs_a_reason(
    found: tuple[PageClient, dict[str, str]],
):
    client, items = found
    unseen = client.post("promotion/approve", {"item": items["ada"], "shown": "0" * 20}, 422)
    assert "not the text of this item" in unseen["error"]
    assert "reason" in client.post("promotion/reject", {"item": items["ada"]}, 422)["error"]
    body = approving(client, items["ada"])
    with (client.root / "people/ada/plan.md").open("a", encoding="utf-8") as file:
        file.write("One more line, which nobody has read.\n")
    drifted = client.post("promotion/approve", body, 409)
    assert {one["what"] for one in drifted["drift"] if one["bars"]} == {"content", "text"}
    refused = client.post("promotion/reject", {"item": items["ada"], "reason": "not ours"})
    assert refused["row"]["state"] == "rejected"
    assert refused["row"]["why"] == "not ours"


def test_what_only_speaks_for_it_may_have_changed_where_somebody_has_seen_that(
    found: tuple[PageClient, dict[str, str]],
):
    client, items = found
    with (client.root / "sift.yaml").open("a", encoding="utf-8") as file:
        file.write("promotion: {threshold: 0.2}\n")
    body = approving(client, items["ada"])
    drifted = client.post("promotion/approve", body, 409)
    assert [(one["what"], one["bars"]) for one in drifted["drift"]] == [("policy", False)]
    done = client.post("promotion/approve", {**body, "despite_drift": True})
    assert done["row"]["state"] == "delivered"


@pytest.mark.parametrize("actor", ["eve", "dan"])
def test_who_may_not_is_told_the_same_of_what_is_there_and_of_what_is_not(
    found: tuple[PageClient, dict[str, str]], monkeypatch: pytest.MonkeyPatch, actor: str
):
    client, items = found
    monkeypatch.setenv("SIFT_ACTOR", actor)
    for item in (items["bob"], "0" * 20):
        for question in ("promotion", "promotion-hidden"):
            assert client.get(question, 403, item=item)["error"].startswith(NO)
        for name, more in SAYINGS.items():
            denied = client.post(f"promotion/{name}", {"item": item, **more}, 403)
            assert denied["error"].startswith(NO)


def test_nobody_decides_on_what_is_of_their_own_seat_and_programs_on_nothing(
    found: tuple[PageClient, dict[str, str]], monkeypatch: pytest.MonkeyPatch
):
    client, items = found
    monkeypatch.setenv("SIFT_ACTOR", "bob")
    rows = {one["seat"]: one for one in client.get("promotions")["items"]}
    assert (rows["bob"]["acts"], rows["bob"]["is_own"]) == (["revoke"], True)
    assert client.post("promotion/approve", approving(client, items["bob"]), 403)
    monkeypatch.setenv("SIFT_ACTOR", "bot")
    assert client.post("promotion/approve", approving(client, items["ada"]), 403)


def test_the_holder_of_a_token_is_the_principal_of_that_name_and_a_reader_only_reads(
    found: tuple[PageClient, dict[str, str]],
):
    client, items = found
    reader = token_for(client.root, "cleo", Role.READER)
    stranger = token_for(client.root, "eve")
    with PageClient.of(client.root, needs_token=True) as other:
        assert other.get("promotions", 401)
        assert not other.enter(stranger)["promotions"]
        for question in ("promotions", "promotions-pulse"):
            assert other.get(question, 403)["error"].startswith(NO)
        assert other.enter(reader)["promotions"]
        body = approving(other, items["ada"])
        assert "a reader's" in other.post("promotion/approve", body, 403)["error"]


def test_without_seats_there_is_nothing_and_asking_leaves_nothing_behind(
    root: Path, page: PageClient
):
    assert not page.get("session")["promotions"]
    assert page.get("promotions", 403)["error"].startswith(NO)
    assert page.post("promotion/reject", {"item": "a", "reason": "b"}, 403)
    kept = {file.name for file in (root / "decisions").glob("*promotion*")}
    assert kept == set()
    assert not Workspace.open(root, environment={}).settings.seats
