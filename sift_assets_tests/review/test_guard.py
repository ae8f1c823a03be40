"""Nothing gets in that another site, another name or another form of request sends."""

import pytest

from sift_assets.review.app import CSRF_HEADER
from sift_assets.review.guard import MOST_BYTES
from sift_assets_tests.cli.planted_queue import decided
from sift_assets_tests.review.page_client import COOKIE, ORIGIN, PageClient


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:3001", 200), ("localhost:9999", 200), ("LOCALHOST", 200), ("[::1]:3001", 200),
        ("192.168.1.7:3001", 200), ("evil.example", 421), ("evil.example:3001", 421),
        ("127.0.0.1.evil.example", 421), ("localhost.evil.example", 421), ("[::1", 421),
        ("user@evil.example", 421), ("", 421),
    ],
)  # fmt: skip
def test_the_page_answers_only_to_addresses_that_nobody_can_point_here(
    page: PageClient, host: str, status: int
) -> None:
    """A name of somebody else's that resolves to this machine is DNS rebinding."""
    assert page.client.get("/api/queue", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:3000"},
        {"Origin": f"{ORIGIN}.evil.example"},
        {"Origin": "file://127.0.0.1:3001"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {CSRF_HEADER: ""},
        {CSRF_HEADER: "guessed"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Length": "1000000"},
    ],
)
def test_nobody_decides_from_another_site_or_in_another_form(
    page: PageClient, headers: dict[str, str]
) -> None:
    said = page.saying(page.open_keys()[0])
    own = {"Origin": ORIGIN, CSRF_HEADER: page.csrf}
    answer = page.client.post("/api/decide", json=said, headers={**own, **headers})
    assert answer.status_code in (401, 403, 411, 413, 415)
    assert "error" in answer.json()


def test_what_was_refused_is_not_in_the_log(page: PageClient) -> None:
    said = page.saying(page.open_keys()[0])
    page.post("decide", said, 403, {"Origin": "http://evil.example"})
    page.post("decide", said, 401, {CSRF_HEADER: "guessed"})
    page.post("decide", {**said, "reason": "x" * MOST_BYTES}, 413)
    assert decided(page.root) == ()


def test_another_method_changes_nothing(page: PageClient) -> None:
    own = {"Origin": ORIGIN, CSRF_HEADER: page.csrf}
    assert page.client.get("/api/decide").status_code == 405
    assert page.client.put("/api/decide", json={}, headers=own).status_code == 405
    assert page.client.delete("/api/queue", headers=own).status_code in (405, 411, 415)


def test_every_answer_is_closed_to_scripts_frames_caches_and_other_sites(page: PageClient) -> None:
    for path in ("/", "/page/main.js", "/api/queue", "/api/nothing", "/../pyproject.toml"):
        headers = page.client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in policy
        assert "require-trusted-types-for 'script'" in policy
        assert headers["cache-control"] == "no-store"
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(page: PageClient) -> None:
    page.client.cookies.clear()
    cookie = page.client.get("/api/session").headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert page.csrf not in cookie


def test_only_the_parts_of_the_page_are_served_as_files(page: PageClient) -> None:
    for path in ("/page/../app.py", "/page/%2e%2e/app.py", "/page//etc/passwd", "/page/none.js"):
        assert page.client.get(path).status_code == 404
    assert page.client.get("/").headers["content-type"].startswith("text/html")
    assert page.client.get("/page/dom.js").headers["content-type"].startswith("text/javascript")
