"""The scanner as a whole: what it tells, and that nothing passes that it could not look at."""

import json
import sys
from pathlib import Path

import pytest

from sift_assets.core.errors import MissingEngineError
from sift_assets.core.promotion.records import Severity
from sift_assets.core.promotion.secret_rule import Spotted
from sift_assets.core.promotion.versions import RULES_VERSION
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.secret_scanner import OVERLAP, WINDOW, SecretScanner
from sift_assets.sample import sample_documents
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds
from sift_assets_tests.fakes.planted_secrets import (
    ALNUM,
    HEX,
    Chance,
    drawn,
    planted_keys,
    planted_statements,
    planted_tokens,
)

PLAIN = frozenset({".txt", ".md", ".eml", ".csv", ".html"})


@pytest.fixture
def scanner(tmp_path: Path) -> SecretScanner:
    return SecretScanner(PromotionKey(tmp_path))


def nothing(_text: str) -> list[Spotted]:
    return []


def failing(text: str) -> list[Spotted]:
    raise ValueError(text)


def test_every_planted_secret_blocks_and_no_finding_holds_any_of_it(scanner: SecretScanner) -> None:
    for one in (*planted_tokens(), *planted_statements(), *planted_keys()):
        scan = scanner.scan(one.text)
        assert scan.blocks, one
        told = json.dumps(scan.model_dump(mode="json"))
        pieces = (one.secret[at : at + 8] for at in range(max(0, len(one.secret) - 7)))
        assert [piece for piece in pieces if piece in told] == []
        assert all(1 <= found.line <= one.text.count("\n") + 1 for found in scan.findings)


def test_detect_secrets_finds_what_our_rules_do_not(tmp_path: Path) -> None:
    alone = SecretScanner(PromotionKey(tmp_path), nothing)
    key = f"cloudant_password = '{drawn(Chance(1), HEX, 64)}'"
    assert [one.kind for one in alone.scan(key).findings if one.severity is Severity.HIGH]
    assert not alone.scan("Ada Varga met Tom Brandt at the harbour.").findings


def test_a_line_cannot_allow_itself(scanner: SecretScanner) -> None:
    token = "gh" + "p_" + drawn(Chance(1), ALNUM, 36)
    for comment in ("# pragma: allowlist secret", "// pragma: whitelist secret"):
        assert scanner.scan(f"# pragma: allowlist nextline secret\n{token}  {comment}").blocks


def test_the_same_secret_has_one_fingerprint_and_another_project_another(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    text = "password: hunter2\n\nThe password is hunter2.\npassword: hunter3\n"
    first, again, other = SecretScanner(PromotionKey(tmp_path / "a")).scan(text).findings
    assert first.fingerprint == again.fingerprint != other.fingerprint
    assert [one.line for one in (first, again, other)] == [1, 3, 4]
    elsewhere = SecretScanner(PromotionKey(tmp_path / "b")).scan(text).findings
    assert elsewhere[0].fingerprint != first.fingerprint


def test_title_and_tags_are_looked_through_as_well(scanner: SecretScanner) -> None:
    scan = scanner.scan("clean", ("the password is hunter2", "harbour"))
    assert [(one.kind, one.line) for one in scan.findings] == [("password", 0)]
    assert scan.blocks


def test_what_goes_wrong_blocks_and_says_nothing_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = SecretScanner(PromotionKey(tmp_path), failing).scan("a very private text")
    assert broken.blocks
    assert broken.failure == "The scanner failed: ValueError."
    assert broken.scanner == f"rules {RULES_VERSION}"
    scanner = SecretScanner(PromotionKey(tmp_path))
    monkeypatch.setattr("sift_assets.resources.secret_scanner._plugins_used", list)
    assert scanner.scan("clean").failure == "The scanner failed: MissingEngineError."
    monkeypatch.setitem(sys.modules, "detect_secrets.settings", None)
    assert scanner.scan("clean").failure == "The scanner failed: ModuleNotFoundError."


def test_without_detect_secrets_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "detect_secrets", None)
    with pytest.raises(MissingEngineError, match=r"pip install 'sift-assets\[promotion\]'"):
        SecretScanner(PromotionKey(tmp_path))


def test_the_version_names_both_and_the_library_is_left_as_it_was(scanner: SecretScanner) -> None:
    from detect_secrets.settings import get_plugins, get_settings

    before = get_settings().json()
    assert scanner.version == f"rules {RULES_VERSION}, detect-secrets 1.5.0"
    scanner.scan("password: hunter2")
    assert get_settings().json() == before
    assert get_plugins() == []


def test_a_secret_anywhere_in_a_long_line_is_found_once_by_the_plugins(tmp_path: Path) -> None:
    alone = SecretScanner(PromotionKey(tmp_path), nothing)
    token = "gh" + "p_" + drawn(Chance(1), ALNUM, 36)
    for before in range(0, 2 * WINDOW, OVERLAP // 4):
        text = "-" * before + token + "-" * WINDOW
        (found,) = alone.spotted(text)
        assert text[found.start : found.end].startswith("ghp")
        assert (found.start, found.kind) == (before, "GitHub Token")


def test_findings_and_signatures_are_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    """detect-secrets hands out sets."""
    text = "\n".join(one.text for one in planted_statements())
    PromotionKey(tmp_path).opaque("made once")
    code = f"""
from pathlib import Path
from sift_assets.core.promotion.near_duplicates import signature_of
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.secret_scanner import SecretScanner
text, key = {text!r}, PromotionKey(Path({str(tmp_path)!r}))
print(SecretScanner(key).scan(text).content_hash(), signature_of(text, key.signature("x")))
"""
    assert len(printed_under_hash_seeds(code)) == 1


def test_a_checksum_in_quotes_is_told_and_does_not_block(scanner: SecretScanner) -> None:
    scan = scanner.scan(f'the archive has sha256 "{drawn(Chance(3), HEX, 64)}"')
    assert [one.severity for one in scan.findings] == [Severity.LOW]
    assert not scan.blocks


def test_nothing_in_the_sample_documents_looks_like_a_secret(scanner: SecretScanner) -> None:
    files = [file for file in sorted(sample_documents().rglob("*")) if file.suffix in PLAIN]
    assert len(files) >= 5
    scans = {file.name: scanner.scan(file.read_text(encoding="utf-8")) for file in files}
    assert {name: scan.findings for name, scan in scans.items() if scan.findings} == {}
    assert not any(scan.blocks for scan in scans.values())
