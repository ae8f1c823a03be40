"""What a run's log says of how far it has come."""

from sift_assets.defs.told_progress import SECONDS_BETWEEN, ToldProgress


class Watch:
    """Seconds that a test moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_line_comes_every_so_often_and_with_the_last_document() -> None:
    watch, lines = Watch(), list[str]()
    told = ToldProgress(lines.append, "extractions", 4, watch)
    told.done(0.01)
    assert lines == []
    watch.now = 2 * SECONDS_BETWEEN
    told.done(0.02)
    assert lines == [
        "extractions: 2 of 4 documents, $0.0300, 6.0 a minute, about 20 s left",
    ]
    told.done()
    told.done()
    assert lines[1:] == ["extractions: 4 of 4 documents, $0.0300"]


def test_without_calls_no_money_is_told() -> None:
    lines = list[str]()
    ToldProgress(lines.append, "document_texts", 1, Watch()).done()
    assert lines == ["document_texts: 1 of 1 documents"]
