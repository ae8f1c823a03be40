"""An alert goes by every way that is set, and says nothing of an address when it does not."""

import socket

import pytest

from sift_assets.core.errors import ConfigError, SiftError
from sift_assets.core.operations.alert import Alert
from sift_assets.core.operations.settings import AlertSettings
from sift_assets.core.settings.loading import read_settings
from sift_assets.workflows.alerting import tell
from sift_assets_tests.fakes.alert_receivers import listening_hook, listening_mail_server

ALERT = Alert(
    project="harbour\nBcc: all@example.org",
    run_id="0a1b2c3d-4e5f",
    assets=("document_texts", "extractions"),
    failed_steps=("extractions",),
    errors=("RuntimeError",),
    link="http://127.0.0.1:3000/runs/0a1b2c3d-4e5f",
)


def test_a_webhook_gets_one_json_document_that_people_and_programs_can_read() -> None:
    with listening_hook() as hook:
        assert tell(ALERT, AlertSettings(webhook=hook.address), {}) == ("webhook",)
    (taken,) = hook.taken
    assert taken["event"] == "run_failure"
    assert taken["run_id"] == ALERT.run_id
    assert taken["assets"] == ["document_texts", "extractions"]
    assert (taken["failed_steps"], taken["errors"]) == (["extractions"], ["RuntimeError"])
    assert taken["text"].splitlines()[0] == "Run 0a1b2c3d of harbour Bcc: all@example.org failed."
    assert taken["text"].splitlines()[-1] == taken["link"] == ALERT.link


def test_of_a_run_whose_process_was_gone_it_says_just_that() -> None:
    bare = ALERT.model_copy(update={"assets": (), "failed_steps": (), "errors": ()})
    assert bare.text.splitlines()[1:4] == [
        "Assets: not known",
        "Failed: no step; its process was gone or never began",
        "Kind of error: not known",
    ]


def test_a_mailbox_gets_a_message_whose_head_nobody_else_writes() -> None:
    with listening_mail_server() as server:
        url = f"smtp://ada%40example.org:pass%2Fword@127.0.0.1:{server.port}"
        tell(ALERT, AlertSettings(email="grace@example.org"), {"SIFT_SMTP_URL": url})
    (message,) = server.taken
    assert (message["From"], message["To"]) == ("ada@example.org", "grace@example.org")
    assert message["Subject"] == "Run 0a1b2c3d of harbour Bcc: all@example.org failed"
    assert "Bcc" not in message
    assert message.get_content().splitlines()[-1] == ALERT.link
    assert [line for line in server.heard if line.startswith("rcpt")] == [
        "rcpt TO:<grace@example.org>"
    ]


def test_what_fails_once_is_tried_again_and_not_for_ever() -> None:
    with listening_hook(503, 200) as hook:
        tell(ALERT, AlertSettings(webhook=hook.address), {})
    assert len(hook.taken) == 2
    with listening_hook(500) as hook, pytest.raises(SiftError) as caught:
        tell(ALERT, AlertSettings(webhook=hook.address), {})
    assert len(hook.taken) == 2
    assert str(caught.value) == "The alert did not reach the webhook (HTTP 500)."


def test_a_redirection_counts_as_not_delivered() -> None:
    with listening_hook(302) as hook, pytest.raises(SiftError, match="HTTP 302"):
        tell(ALERT, AlertSettings(webhook=hook.address), {})


def test_a_way_that_fails_keeps_the_alert_from_no_other_and_tells_no_address() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}/services/T0PSECRET"
    settings = AlertSettings(webhook=address, email="grace@example.org")
    with listening_mail_server() as server, pytest.raises(SiftError) as caught:
        tell(ALERT, settings, {"SIFT_SMTP_URL": f"smtp://127.0.0.1:{server.port}"})
    assert len(server.taken) == 1
    assert server.taken[0]["From"] == "grace@example.org"
    assert str(caught.value) == "The alert did not reach the webhook (ConnectionRefusedError)."
    with pytest.raises(SiftError, match="did not reach the mail server"):
        tell(ALERT, AlertSettings(email="a@b.c"), {"SIFT_SMTP_URL": "smtp://u:p@127.0.0.1:1"})


@pytest.mark.parametrize("url", ["", "mail.example.org", "http://x", "smtp://", "smtp://x:y"])
def test_what_is_no_mail_server_is_said_by_the_name_of_its_variable(url: str) -> None:
    with pytest.raises(SiftError, match="SIFT_SMTP_URL: names no mail server"):
        tell(ALERT, AlertSettings(email="a@b.c"), {"SIFT_SMTP_URL": url})


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("webhook: ftp://example.org", "is no address"),
        ("webhook: file:///etc/passwd", "is no address"),
        ("webhook: https://me:secret@example.org/hook", "holds a password"),
        ("email: Ada <ada@example.org>", "is no mailbox"),
        ("email: 'a@b.c, d@e.f'", "is no mailbox"),
        ("phone: '1'", "phone"),
    ],
)
def test_a_mistake_in_the_settings_is_said_without_a_secret(said: str, what: str) -> None:
    with pytest.raises(ConfigError, match=what) as caught:
        read_settings(f"alerts: {{{said}}}\n", "sift.yaml", {})
    assert "secret@" not in str(caught.value)


def test_an_address_that_is_as_good_as_a_key_may_come_from_the_environment() -> None:
    assert not read_settings("", "sift.yaml", {}).alerts.wanted
    given = {"SIFT_ALERTS_WEBHOOK": "https://example.org/T0P", "SIFT_SMTP_URL": "smtp://x"}
    assert read_settings("", "sift.yaml", given).alerts.webhook == "https://example.org/T0P"
