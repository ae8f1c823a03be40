import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.resources.promotion_key import OPAQUE_DIGITS, PromotionKey


def test_the_same_parts_have_one_id_and_others_have_another(tmp_path: Path):
    key = PromotionKey(tmp_path)
    assert key.opaque("ada", "a.md") == PromotionKey(tmp_path).opaque("ada", "a.md")
    assert len({key.opaque("ada", "a.md"), key.opaque("ada", "b.md"), key.opaque("adaa.md")}) == 3
    assert len(key.opaque("ada")) == OPAQUE_DIGITS


def test_an_id_and_a_signature_of_the_same_parts_have_nothing_in_common(tmp_path: Path):
    key = PromotionKey(tmp_path)
    assert not key.signature("ada").startswith(key.opaque("ada"))


def test_another_project_signs_otherwise(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert PromotionKey(tmp_path / "a").signature(1) != PromotionKey(tmp_path / "b").signature(1)


def test_the_key_is_for_its_owner_only(tmp_path: Path):
    key = PromotionKey(tmp_path)
    key.opaque("ada")
    assert stat.S_IMODE(key.path.stat().st_mode) == 0o600
    assert [path.name for path in key.path.parent.iterdir()] == [key.path.name]


def test_of_many_who_make_the_key_at_once_one_counts(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: PromotionKey(tmp_path).signature("ada"), range(16)))
    assert len(found) == 1


def test_a_damaged_key_stops_promotion_and_is_not_replaced(tmp_path: Path):
    key = PromotionKey(tmp_path)
    key.opaque("ada")
    key.path.write_bytes(b"short")
    with pytest.raises(ProjectError, match="backup"):
        key.opaque("ada")
    assert key.path.read_bytes() == b"short"
