import re
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.narrative.records import (
    Chain,
    IslandNote,
    Narrative,
    Passage,
    Profile,
    Report,
    ReportCommunity,
    Sentence,
    Step,
    TimelineEntry,
)
from sift_assets.core.narrative.rendering import LONGEST_QUOTE, render_narrative, render_report
from sift_assets_tests.core.narrative.markdown_reading import (
    BARE_LINKS,
    READER,
    blocks,
    pieces,
    visible,
)

PASSAGE = Passage(document="a.pdf", page=3, start=1, end=5, quote="Ada owns Bo")
OTHER = Passage(document="b.txt", page=0, start=9, end=12, quote="x" * 2_000)


def said(text: str, *cited: Passage) -> Sentence:
    return Sentence(text=text, cites=tuple(one.id for one in cited or (PASSAGE,)))


def report_of(text: str) -> Report:
    """Return a report in which a text stands wherever a document's could."""
    quoted = PASSAGE.model_copy(update={"quote": text, "document": text})
    line = said(text, quoted, OTHER)
    entry = TimelineEntry(
        start="2019-01-01", end="2019-12-31", precision="year", sentence=line, entities=()
    )
    profile = Profile(entity="person:ada", name=text, type=text, sentences=(line, line))
    return Report(
        title=text,
        counts=dict.fromkeys(
            ("documents", "entities", "relations", "communities", "pending", "contradictions"), 2
        ),
        overview=(line, line),
        chains=(
            Chain(
                entities=("a", "b"),
                steps=(Step(source="a", relation=text, target="b", cites=line.cites),),
                sentences=(line,),
            ),
        ),
        timeline=(entry, entry.model_copy(update={"start": "2020-01-01"})),
        communities=(
            ReportCommunity(
                key="a", label=text, size=1_200, story=(line,), profiles=(profile,), outdated=text
            ),
        ),
        islands=(IslandNote(sentence=line, first="a", second="b", score=0.5),),
        sources=((text, text, text), ("b.txt", "", "")),
        method=(text,),
        passages={quoted.id: quoted, OTHER.id: OTHER},
        names={},
    )


@given(visible.filter(lambda text: "\ud800" not in text))  # no document's text holds one
@settings(max_examples=60)
def test_no_text_of_a_document_becomes_anything_but_text(text: str) -> None:
    page = render_report(report_of(text))
    assert blocks(page) == blocks(render_report(report_of("harmless")))
    found = list(pieces(page))
    emphasised = {"em_open", "em_close"}  # the line of counts and the notes on earlier texts
    assert {one.type for one in found} <= {"text", "link_open", "link_close"} | emphasised
    hrefs = {str(one.attrs["href"]) for one in found if one.type == "link_open"}
    assert hrefs == {"#passage-1", "#passage-2"}
    assert BARE_LINKS.search("".join(one.content for one in found)) is None


def headings(page: str) -> list[str]:
    pairs = pairwise(READER.parse(page))
    return [one.content for before, one in pairs if before.type == "heading_open"]


def test_each_citation_leads_to_a_heading_with_its_passage_below() -> None:
    page = render_report(report_of("Ada"))
    anchors = {one.lower().replace(" ", "-") for one in headings(page)}
    cited = set(re.findall(r"\[\[\d+\]\]\(#([^)]+)\)", page))
    assert cited == {"passage-1", "passage-2"}
    assert cited <= anchors
    assert "###### Passage 1\n\nAda, page 3: “Ada”\n" in page
    assert page.endswith(f"###### Passage 2\n\nb.txt: “{'x' * (LONGEST_QUOTE - 1)}…”\n")
    assert page.count("###### ") == 2


def test_a_report_has_its_sections_in_order_and_none_that_is_empty() -> None:
    page = render_report(report_of("Ada"))
    assert [line for line in headings(page) if not line.startswith("Passage ")] == [
        *("Ada", "Overview", "Key connections", "Timeline", "2019", "2020", "Communities"),
        *("Ada (1,200 entities)", "Ada (ada)", "Open questions", "Sources", "Method", "Passages"),
    ]
    empty = report_of("Ada").model_copy(
        update={
            "overview": (),
            "chains": (),
            "timeline": (),
            "communities": (),
            "islands": (),
            "counts": dict.fromkeys(report_of("Ada").counts, 0) | {"documents": 1},
        }
    )
    page = render_report(empty)
    assert headings(page) == ["Ada", "Sources", "Method"]
    assert page.startswith("# Ada\n\n*1 document*\n\n## Sources\n\n- Ada: Ada; Ada\n- b.txt\n")


def test_documents_are_links_where_their_files_are_known() -> None:
    links = {"Ada": "../documents/my file (1).pdf"}
    page = render_report(report_of("Ada"), links)
    assert page.count("[Ada](../documents/my%20file%20%281%29.pdf)") == 2
    assert "[b.txt]" not in page


def test_a_narrative_is_a_page_of_its_own() -> None:
    profile = Profile(
        entity="person:ada", name="Ada", type="SHELL_COMPANY", sentences=(said("A."),)
    )
    narrative = Narrative(
        community="person:ada",
        label="any",
        story=(said("Ada owns Bo."), said("Cy too.", PASSAGE, OTHER)),
        profiles=(profile,),
        passages={PASSAGE.id: PASSAGE, OTHER.id: OTHER},
        writer="openai/some-model",
        outdated="the budget is spent",
    )
    page = render_narrative(narrative, "The *harbour*", {"person:ada": "Ada Varga"})
    assert page.startswith(
        "# The \\*harbour\\*\n\n"
        "*This is an earlier text, which the graph has outgrown: the budget is spent*\n\n"
        "Ada owns Bo. [[1]](#passage-1) Cy too. [[1]](#passage-1)[[2]](#passage-2)\n\n"
        "## Ada Varga (shell company)\n\nA. [[1]](#passage-1)\n\n"
        "*Told by openai/some-model.*\n\n## Passages\n"
    )
    local = narrative.model_copy(update={"writer": "local", "outdated": "", "profiles": ()})
    assert "Told by" not in render_narrative(local, "x", {})
    assert "earlier" not in render_narrative(local, "x", {})


@given(st.lists(st.booleans(), max_size=4))
def test_passages_are_numbered_in_the_order_of_their_citation(order: list[bool]) -> None:
    passages = {PASSAGE.id: PASSAGE, OTHER.id: OTHER}
    story = tuple(said("x", PASSAGE if first else OTHER) for first in order)
    narrative = Narrative(
        community="a", label="", story=story, profiles=(), passages=passages, writer="local"
    )
    numbers = re.findall(r"\[\[(\d)\]\]", render_narrative(narrative, "x", {}))
    assert sorted(set(numbers)) == [str(n) for n in range(1, len(set(order)) + 1)]
    assert numbers[:1] in ([], ["1"])
