"""Telling people of a failed run, by every way that the settings name."""

import os
from collections.abc import Callable, Mapping

from sift_assets.core.errors import SiftError
from sift_assets.core.operations.alert import Alert
from sift_assets.core.operations.settings import AlertSettings
from sift_assets.resources.alert_channels import SMTP_VARIABLE, mail, post


def tell(
    alert: Alert, settings: AlertSettings, environment: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Send an alert by every way; one that fails keeps it from no other.

    Args:
        alert: What is told.
        settings: To whom.
        environment: Instead of the process's own.

    Returns:
        The ways that it went.

    Raises:
        SiftError: A way failed; tells which, after all were tried.
    """
    found = os.environ if environment is None else environment
    ways: dict[str, Callable[[], None]] = {}
    if settings.webhook:
        ways["webhook"] = lambda: post(settings.webhook, alert)
    if settings.email:
        ways["email"] = lambda: mail(found.get(SMTP_VARIABLE, ""), settings.email, alert)
    failed: list[SiftError] = []
    for way in ways.values():
        try:
            way()
        except SiftError as error:
            failed.append(error)
    if failed:
        raise SiftError(" ".join(map(str, failed)))
    return tuple(ways)
