"""What `sift` leaves with is documented, and shells can complete its commands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.cli.main import COMMANDS, EXIT_CODES, main
from sift_assets.core.errors import SiftError
from sift_assets_tests.cli.calling import call

README = Path(__file__).parents[2] / "README.md"


def every(kind: type[SiftError]) -> Iterator[type[SiftError]]:
    yield kind
    for one in kind.__subclasses__():
        yield from every(one)


def test_every_exit_code_of_an_error_is_documented() -> None:
    assert {kind.exit_code for kind in every(SiftError)} <= set(EXIT_CODES)
    shown = " ".join(call("--help").out.split())
    assert all(f"{code} {meaning}" in shown for code, meaning in EXIT_CODES.items())
    readme = README.read_text(encoding="utf-8")
    assert all(
        f"{code} {meaning.partition(';')[0]}" in readme for code, meaning in EXIT_CODES.items()
    )


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("sift ", set(COMMANDS)),
        ("sift ex", {"explain", "export", "extract"}),
        ("sift import ", {"obsidian", "sift-kg", "zotero"}),
        ("sift export json-l", {"json-ld"}),
        ("sift status --js", {"--json"}),
    ],
)
def test_a_shell_is_offered_what_can_come_next(
    typed: str,
    offered: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setenv("_SIFT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" ")) - 1))
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert {line.partition(",")[2] for line in lines} == offered
