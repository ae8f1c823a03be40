"""Which two revisions are meant."""

import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.workflows.differing import BUILT, RESOLVED, Revision, chosen

VERSIONS = {
    BUILT: ("aaaaaa11", "aaaaaa22", "bbbbbb33", "aaaaaa11"),
    RESOLVED: ("cccccc11", "cccccc22"),
}
REVISIONS = {
    asset: [Revision(asset=asset, version=version) for version in versions]
    for asset, versions in VERSIONS.items()
}


@pytest.mark.parametrize(
    ("earlier", "later", "versions"),
    [
        ("previous", "latest", ("aaaaaa22", "aaaaaa11")),
        ("latest", "latest", ("aaaaaa11", "aaaaaa11")),
        ("bbbbbb", "latest", ("bbbbbb33", "aaaaaa11")),
        ("previous", "BBBBBB33", ("aaaaaa22", "bbbbbb33")),
        ("aaaaaa1", "bbbbbb3", ("aaaaaa11", "bbbbbb33")),
        ("cccccc22", "latest", ("cccccc22", "cccccc11")),
        ("previous", "cccccc11", ("cccccc22", "cccccc11")),
    ],
)
def test_a_revision_is_named_by_a_word_or_by_the_beginning_of_its_version(
    earlier: str, later: str, versions: tuple[str, str]
) -> None:
    first, second = chosen(earlier, later, REVISIONS)
    assert (first.version, second.version) == versions
    assert first.asset == second.asset


@pytest.mark.parametrize(
    ("earlier", "later", "words"),
    [
        ("aaaaaa", "latest", "begins 2 revisions"),
        ("aaaaa", "latest", "too short"),
        ("newest", "latest", "no revision `newest`"),
        ("dddddd", "latest", "no revision `dddddd`"),
        ("bbbbbb", "cccccc1", "graph_manifest and cccccc1 is a resolved_graph"),
        ("latest", "", "too short"),
    ],
)
def test_what_names_no_revision_or_several_is_refused(earlier: str, later: str, words: str) -> None:
    with pytest.raises(ProjectError, match=words) as refused:
        chosen(earlier, later, REVISIONS)
    assert "--list" in refused.value.fix


def test_before_the_second_revision_there_is_no_previous_one() -> None:
    for known, missing in ((REVISIONS[BUILT][:1], "previous"), ([], "latest")):
        with pytest.raises(ProjectError, match=f"no {missing} graph_manifest"):
            chosen(missing, "latest", {BUILT: known, RESOLVED: []})
