"""How an alert leaves this machine: by POST to a webhook, by e-mail to a server.

Nothing of an address is in an error: whoever knows a webhook's may write to it, and the address
of a mail server may hold a password.
"""

import ipaddress
import smtplib
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import EmailMessage
from http.client import HTTPException, HTTPMessage
from typing import IO
from urllib.parse import SplitResult, unquote, urlsplit

from sift_assets.core.errors import ConfigError, SiftError
from sift_assets.core.operations.alert import Alert
from sift_assets.core.records.record import canonical_json

TIMEOUT_SECONDS = 10
"""Of one try. Two of them for each of two ways end before Dagster gives a sensor up, after 60."""

TRIES = 2
"""A lost packet is not worth a lost alert; what is down for longer is seen in the sensor's list."""

SMTP_VARIABLE = "SIFT_SMTP_URL"
"""`smtp://host`, `smtp://user:password@host:587` or `smtps://…`; percent-encoded where needed."""

_PORTS = {"smtp": 25, "smtps": 465}
_SUBMISSION_PORT = 587
"""Where a server takes messages of those who say who they are."""


class _StayingHere(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: it would turn a POST into a GET, and nobody would be told."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """Refuse it; the answer counts as the error that it is."""


def post(address: str, alert: Alert) -> None:
    """Send an alert to a webhook.

    Raises:
        SiftError: It was not taken.
    """
    request = urllib.request.Request(  # noqa: S310 - the settings let http and https through only
        address,
        data=canonical_json(alert.for_programs()),
        headers={"Content-Type": "application/json", "User-Agent": "sift-assets"},
        method="POST",
    )
    opener = urllib.request.build_opener(_StayingHere)

    def tried() -> None:
        try:
            opener.open(request, timeout=TIMEOUT_SECONDS).close()
        except urllib.error.HTTPError as refusal:
            refusal.close()
            raise

    _delivered("the webhook", tried)


def mail(server: str, mailbox: str, alert: Alert) -> None:
    """Send an alert by e-mail.

    Args:
        server: URL of the mail server, as `SIFT_SMTP_URL` has it.
        mailbox: Who gets it. Sender is the user of the server, where that is a mailbox.
        alert: The alert.

    Raises:
        ConfigError: The URL is missing or is none.
        SiftError: The message was not taken.
    """
    place = _mail_server(server)
    message = EmailMessage()
    user = unquote(place.username or "")
    message["Subject"] = alert.subject
    message["From"] = user if "@" in user else mailbox
    message["To"] = mailbox
    message.set_content(alert.text)

    def tried() -> None:
        with _connected(place) as connection:
            connection.send_message(message)

    _delivered("the mail server", tried)


def _delivered(what: str, tried: Callable[[], None]) -> None:
    for left in reversed(range(TRIES)):
        try:
            tried()
        except (OSError, HTTPException, smtplib.SMTPException) as error:
            if left == 0:
                raise SiftError(f"The alert did not reach {what} ({_kind(error)}).") from None
        else:
            return


def _kind(error: Exception) -> str:
    """Say what went wrong without what the other side says: that may be anything."""
    if isinstance(error, urllib.error.HTTPError):
        return f"HTTP {error.code}"
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, Exception):
        return type(error.reason).__name__
    return type(error).__name__


def _mail_server(url: str) -> SplitResult:
    place = urlsplit(url)
    try:
        is_one = place.scheme in _PORTS and bool(place.hostname) and place.port != 0
    except ValueError:
        is_one = False
    if not is_one:
        raise ConfigError(
            "names no mail server.", "Write for example smtp://mail.example.org", file=SMTP_VARIABLE
        )
    return place


def _connected(place: SplitResult) -> smtplib.SMTP:
    host = place.hostname or ""
    port = place.port or (
        _SUBMISSION_PORT if place.scheme == "smtp" and place.username else _PORTS[place.scheme]
    )
    if place.scheme == "smtps":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            host, port, timeout=TIMEOUT_SECONDS, context=ssl.create_default_context()
        )
    else:
        connection = smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
        connection.ehlo()
        if connection.has_extn("starttls"):
            connection.starttls(context=ssl.create_default_context())
        elif place.username and not _is_here(host):
            connection.close()
            raise SiftError("The mail server takes no encryption: the password was not sent.")
    if place.username:
        connection.login(unquote(place.username), unquote(place.password or ""))
    return connection


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
