import io
import subprocess
import sys

from PIL import Image

from sift_assets.core.communities.records import CommunityMap, Connection, Group
from sift_assets.resources.community_picture import (
    HEIGHT,
    MOST_COMMUNITIES,
    WIDTH,
    community_picture,
)


def map_of(count: int, prefix: str = "person:somebody") -> CommunityMap:
    groups = tuple(
        Group(
            key=f"{prefix}_{at:03d}",
            level=0,
            parent="",
            size=3 + at * at % 97,
            divided=False,
            relations=4,
            weight=3.5,
            outside=1.0,
        )
        for at in range(count)
    )
    pairs = [(at, (at * at + 1) % count) for at in range(count)]
    connections = tuple(
        Connection(
            first=min(groups[a].key, groups[b].key),
            second=max(groups[a].key, groups[b].key),
            weight=float(a + 1),
            relations=1,
            entities=2,
        )
        for a, b in pairs
        if a != b
    )
    return CommunityMap(
        algorithm="any",
        members={},
        groups=groups,
        coverage=1.0,
        modularity=0.5,
        connections=connections,
        bridges=(),
        islands=(),
        proposed_links=(),
    )


def test_the_picture_is_a_small_png_that_shows_something() -> None:
    for count in (0, 1, 2, 100):
        data = community_picture(map_of(count))
        assert len(data) < 60_000
        image = Image.open(io.BytesIO(data))
        assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
        colours = image.convert("RGB").getcolors(WIDTH * HEIGHT)
        assert colours is not None
        assert (len(colours) > 1) == (count > 0)


def test_one_map_gives_the_same_bytes_in_any_process() -> None:
    data = community_picture(map_of(30))
    assert data == community_picture(map_of(30))
    code = (
        "import sys; from sift_assets_tests.resources.test_community_picture import *;"
        "sys.stdout.buffer.write(community_picture(map_of(30)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == data


def test_no_name_is_in_the_picture() -> None:
    named = community_picture(map_of(12, prefix="person:ada_varga"))
    other = community_picture(map_of(12, prefix="person:karl_meier"))
    assert named == other
    assert b"varga" not in named


def test_only_the_largest_communities_are_drawn() -> None:
    whole = map_of(MOST_COMMUNITIES + 20)
    order = sorted(whole.groups, key=lambda group: (-group.size, group.key))
    kept = {group.key for group in order[:MOST_COMMUNITIES]}
    part = whole.model_copy(
        update={
            "groups": tuple(group for group in whole.groups if group.key in kept),
        }
    )
    assert community_picture(whole) == community_picture(part)
