"""A community and an overview, told through the real client by a server that is paid."""

from pathlib import Path

import pytest

from sift_assets.core.narrative.asking.briefs import Chapter
from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.telling_by_model import tell_all
from sift_assets.workflows.telling_drafts import FAILED, Untold
from sift_assets.workflows.telling_overview import tell_overview
from sift_assets.workflows.telling_parts import STAGE, State
from sift_assets_tests.fakes.llm_server import Mode
from sift_assets_tests.fakes.told_community import ADA, QUOTES, community_of, harbour, works
from sift_assets_tests.fakes.writing_server import running_writer

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

MODEL = "openai/gpt-4o-mini"
"""Its price stands in the table, also behind an address of our own."""


def test_a_server_tells_once_is_paid_once_and_one_failure_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", "not a key")
    other = {"z.txt": works("Ada Varga", "Kestrel Ltd", QUOTES["ada"])}
    both = [Untold(community_of(other, ADA)), Untold(community_of(harbour()))]
    with running_writer() as server:
        fields = {"models": {"narrate": MODEL}, "api_base": server.base_url, "concurrency": 1}
        workspace = Workspace(
            tmp_path, Settings.model_validate(fields | {"narrative": {"profiles_from": 2}})
        )
        server.behave(Mode.FILTERED, Mode.OK)
        failed, told = tell_all(workspace, both)
        assert (failed.failed, failed.narrative.outdated) == (1, FAILED)
        assert "withheld" in failed.reason
        assert set(QUOTES.values()) == {one.text for one in told.narrative.story}
        assert told.narrative.writer == "gpt-4o-mini-2024"
        assert told.tally.cost_usd > 0

        again, same = tell_all(workspace, both)
        assert (again.narrative.outdated, same.narrative) == ("", told.narrative)
        assert len(server.requests) == 1 + 4 + 1

        passages, story = told.narrative.passages, told.narrative.story
        chapter = Chapter(label="Kestrel Ltd people", size=4, story=story, passages=passages)
        names = [profile.name for profile in told.narrative.profiles] + ["Pelagos"]
        overview = tell_overview(workspace, [chapter], names)
        assert (overview.state, overview.writer) == (State.TOLD, "gpt-4o-mini-2024")
        assert {one.text for one in overview.sentences} <= set(QUOTES.values())
        assert overview.passages.keys() == {c for one in overview.sentences for c in one.cites}

        (spent,) = project_ledger(tmp_path, workspace.settings).spent_on()
        assert (spent.stage, spent.calls, spent.open) == (STAGE, len(server.requests), 0)
