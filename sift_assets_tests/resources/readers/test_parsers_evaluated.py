"""The evaluation of the readers: what it damages, what it calls a fault."""

import io
import zipfile

import pytest

from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.resources.readers.running_child import CRASHED, ReadResult, failed
from sift_assets_tests.evals.parsers.corpus import SAMPLE, seed_documents
from sift_assets_tests.evals.parsers.judging import (
    GRACE,
    LIMIT,
    columns,
    judged,
    suffix_of,
    tally,
)
from sift_assets_tests.evals.parsers.mutating import DAMAGES, mutated
from sift_assets_tests.resources.readers.made_documents import docx_of

GOOD = DocumentText(status=ReadStatus.TEXT, text="Words.", pages=(Page(number=1, start=0, end=6),))
IMAGE: dict[str, object] = {
    "status": ReadStatus.NEEDS_OCR,
    "text": "",
    "pages": (),
    "reason": "The document is an image.",
}
DATA = bytes(range(256)) * 8
OTHER = b"another document " * 50


def faults(changed: dict[str, object] | None = None, seconds: float = 0.1) -> tuple[str, ...]:
    text = GOOD.model_copy(update=changed)
    return judged("a.pdf", "kreuzberg", ReadResult("", text), seconds, 60).faults


def test_text_and_an_error_with_its_reason_are_good() -> None:
    assert faults() == ()
    assert faults(IMAGE) == ()


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"text": " \n", "pages": ()}, "an empty success"),
        ({"status": ReadStatus.EMPTY, "reason": "Nothing."}, "text beside an error"),
        ({"status": ReadStatus.EMPTY, "text": "", "pages": ()}, "an error without a reason"),
        ({"text": "Word."}, "a page outside of the text"),
        ({"text": "Word\0."}, "a sign that no text holds"),
        ({"text": "Word\ud800."}, "a sign that no text holds"),
    ],
)
def test_what_must_not_come_is_a_fault(changed: dict[str, object], fault: str) -> None:
    assert faults(changed) == (fault,)


def test_a_reading_hangs_beyond_the_limits_of_its_tries_and_pages() -> None:
    assert faults(seconds=2 * 60 + GRACE) == ()
    assert faults(seconds=2 * 60 + GRACE + 1) == ("it hung",)


def test_a_child_that_died_is_an_error_that_a_limit_ended() -> None:
    reading = judged("a.pdf", "kreuzberg", failed("", CRASHED), 1, 60)
    assert (reading.status, reading.limited, reading.faults) == ("unreadable", True, ())
    counts = tally([reading, judged("b.EML", "kreuzberg", ReadResult("", GOOD), 1, 60)])
    assert list(counts) == [".eml", ".pdf", "all"]
    assert counts["all"] == {"documents": 2, "text": 1, "unreadable": 1, LIMIT: 1}
    assert columns(counts) == ["documents", "text", "unreadable", LIMIT]


def test_the_suffix_is_that_of_the_name_and_not_of_a_folder() -> None:
    found = [suffix_of(name) for name in ("a.b/c.PDF", "a.b/LICENSE")]
    assert found == [".pdf", "(none)"]


def test_a_seed_gives_the_same_damage_and_another_seed_another() -> None:
    assert mutated(DATA, OTHER, 7) == mutated(DATA, OTHER, 7)
    assert len({mutated(DATA, OTHER, seed) for seed in range(50)}) > 40


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_damage_changes_a_document_and_bears_an_empty_one(damage: object) -> None:
    import random

    assert callable(damage)
    chances = [random.Random(seed) for seed in range(20)]  # noqa: S311 - examples
    assert any(damage(chance, DATA, OTHER) != DATA for chance in chances)
    assert all(isinstance(damage(chance, b"", b""), bytes) for chance in chances)


def test_archives_are_damaged_inside_too_and_packed_anew() -> None:
    data = docx_of(["Words in a letter."])
    changed = [mutated(data, OTHER, seed) for seed in range(40)]
    assert sum(is_sound(one) for one in changed if one != data) >= 10


def is_sound(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.testzip() is None
    except Exception:  # noqa: BLE001 - a damaged archive fails in many ways
        return False


def test_without_the_public_data_the_sample_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIFT_EVAL_DATA", "/of/nobody")
    assert set(seed_documents()) == {
        file.relative_to(SAMPLE).as_posix() for file in SAMPLE.rglob("*") if file.is_file()
    }
