"""Who enters: at this machine whoever is there, from elsewhere whoever has a token."""

from pathlib import Path

import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.resources.review_tokens import Person, ReviewTokens, Role
from sift_assets.resources.workspace import Workspace
from sift_assets.review.access import MOST_SESSIONS, SESSION_SECONDS, Access
from sift_assets.review.app import CSRF_HEADER
from sift_assets_tests.cli.planted_queue import decided
from sift_assets_tests.review.page_client import PageClient, token_for

ASKED = ("queue", "decided", "pulse", "status", "narrative", "item?key=a", "history?subject=a")


def test_without_a_token_nothing_is_shown_and_nothing_is_decided(root: Path) -> None:
    with PageClient.of(root, needs_token=True) as page:
        for name in (*ASKED, "session"):
            assert page.get(name, 401) == {"error": "Enter with a token first."}
        page.post("decide", {}, 401)
        assert page.client.get("/viewer").status_code == 401
        assert page.client.get("/").status_code == 200


def test_a_token_gives_name_and_role_and_is_good_until_it_is_revoked(root: Path) -> None:
    token = token_for(root, "Ada")
    with PageClient.of(root, needs_token=True) as page:
        page.enter(f"{token}x", 403)
        assert (page.enter(token)["actor"], page.get("session")["role"]) == ("Ada", "reviewer")
        page.decide(page.open_keys()[0])
        assert [(one.actor, one.channel) for one in decided(root)] == [("Ada", "page")]
        token_for(root, "Ada")  # a new one takes the place of the old one
        page.get("queue", 401)
        page.enter(token, 403)


def test_a_reader_looks_and_does_not_decide(root: Path) -> None:
    with PageClient.of(root, needs_token=True) as page:
        page.enter(token_for(root, "Rita", Role.READER))
        said = page.saying(page.open_keys()[0])
        assert "reader" in page.post("decide", said, 403)["error"]
        assert "reader" in page.post("undo", {"decisions": ["a"]}, 403)["error"]
    assert decided(root) == ()


def test_who_leaves_has_to_enter_again(root: Path) -> None:
    with PageClient.of(root, needs_token=True) as page:
        page.enter(token_for(root, "Ada"))
        page.post("leave", {}, 401, {CSRF_HEADER: "guessed"})
        assert page.get("session")["may_leave"]
        page.post("leave", {})
        page.get("queue", 401)


def test_at_this_machine_the_environment_says_who_decides(page: PageClient) -> None:
    found = page.get("session")
    assert (found["actor"], found["role"], found["may_leave"]) == ("Marta", "reviewer", False)


def test_a_token_is_stored_as_its_hash_and_a_broken_file_lets_nobody_in(root: Path) -> None:
    token = token_for(root, "Ada")
    tokens = ReviewTokens(Workspace.open(root, environment={}))
    assert token not in tokens.path.read_text("utf-8")
    assert len(token) >= 43
    tokens.path.write_text("{", "utf-8")
    with pytest.raises(ProjectError, match="nobody may enter"):
        tokens.holder(token)
    with PageClient.of(root, needs_token=True) as page:
        page.enter(token, 404)


def test_revoking_says_whether_there_was_a_token(root: Path) -> None:
    tokens = ReviewTokens(Workspace.open(root, environment={}))
    assert not tokens.made(Person(actor="Ada", role=Role.READER)).replaced
    assert tokens.made(Person(actor="Ada", role=Role.REVIEWER)).replaced
    assert (tokens.revoke("Ada"), tokens.revoke("Ada"), tokens.holders()) == (True, False, {})


def test_a_session_ends_after_a_day_and_the_oldest_make_room(root: Path) -> None:
    now = [0.0]
    tokens = ReviewTokens(Workspace.open(root, environment={}))
    access = Access(lambda: tokens, needs_token=False, clock=lambda: now[0])
    first = access.enter_here()
    assert first is not None
    assert access.session(first.id) == first
    now[0] = SESSION_SECONDS + 1
    assert access.session(first.id) is None
    others = [access.enter_here() for _ in range(MOST_SESSIONS)]
    now[0] = 0
    assert access.session(first.id) is None
    assert all(one and access.session(one.id) for one in others)
    assert len({one.csrf for one in others if one}) == MOST_SESSIONS
