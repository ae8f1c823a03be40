"""Planted faults: what is found and what is not, each with its verdict."""

import pytest

from sift_assets.core.narrative.checking import (
    Ground,
    facts_lost,
    grounds_of,
    problems_of,
)
from sift_assets.core.narrative.material import known_names
from sift_assets.core.narrative.records import Sentence
from sift_assets_tests.core.graph.graph_examples import attribute
from sift_assets_tests.core.narrative.narrative_examples import (
    harbour,
    material,
    person,
)

GROUNDS = {
    "job": Ground(
        "Ada Varga has worked for Kestrel Ltd. since 11 November 2022, for 1,000 euros a month.",
        ("Ada Varga", "Varga", "Kestrel Ltd"),
        ("EMPLOYED BY", "2022-11-11", "chief engineer"),
    ),
    "met": Ground("She met Karl Meier in Oslo.", ("Ada Varga", "Karl Meier"), ("MET",)),
    "sale": Ground(
        "FTX US sold 25 of its ships for US$2.4 million (90 percent) between 1998 and 2004.",
        ("FTX US", "FTX.US"),
        ("SOLD TO",),
    ),
    "plea": Ground("Tom Brandt did not plead guilty in May 2020.", ("Tom Brandt", "Brandt")),
    "raid": Ground("U.S. agents raided it on Cy’s word.", ("Cy",)),
    "bank": Ground("The Bank of Norway froze the account of CEO Nina Olsen.", ("Nina Olsen",)),
}
NAMES = (
    *("Ada Varga", "Varga", "Kestrel Ltd", "Karl Meier", "Meier", "Tom Brandt", "Nina Olsen"),
    *("FTX", "FTX US", "FTX.US", "Pelagos", "Bank of Norway", "Oslo", "Bergen"),
)

HOLDING = [
    ("Ada Varga has worked for Kestrel Ltd since 11 November 2022.", "job"),
    ("Ada Varga has worked for Kestrel Ltd since Nov. 11, 2022.", "job"),
    ("Ada Varga has worked for Kestrel Ltd since 2022-11-11.", "job"),
    ("Ada Varga has worked for Kestrel Ltd since November 2022.", "job"),
    ("Varga joined Kestrel Ltd in 2022.", "job"),
    ("Kestrel Ltd's pay of 1000 euros was hers.", "job"),
    ("Varga is paid one thousand euros a month.", "job"),
    ("Varga is paid EUR 1,000.", "job"),
    ("She works for Kestrel Ltd as chief engineer.", "job"),
    ("Kestrel-paid Varga is an engineer.", "job"),
    ("Ada Varga met Karl Meier.", "met"),
    ("In Oslo, Ada Varga met Karl Meier, and she works for Kestrel Ltd.", "job met"),
    ("FTX US sold twenty-five ships.", "sale"),
    ("FTX.US sold ships for $2,400,000.", "sale"),
    ("FTX US sold 90% of them from 1998 to 2004.", "sale"),
    ("In 1998 FTX US sold ships.", "sale"),
    ("Tom Brandt never pleaded guilty in 2020.", "plea"),
    ("Brandt didn't plead guilty.", "plea"),
    ("The Bank of Norway froze an account of Nina Olsen, the CEO.", "bank"),
    ("CEO Nina Olsen had an account.", "bank"),
    ("Prosecutors of the US raided it.", "raid"),
    ("Subsequently it was raided on Cy's word.", "raid"),
    ("It has 3 more of them.", "job"),
    ("Varga is one of 2000 people.", "job"),
]

FAULTS = [
    # a name from nowhere, or of another passage
    ("Ada Varga works for Pelagos.", "job", "the name Pelagos"),
    ("Karl Meier works for Kestrel Ltd.", "job", "the name Karl Meier"),
    ("Ada Meier works for Kestrel Ltd.", "job met", "the name Ada Meier"),
    ("Karl Varga met Meier.", "job met", "the name Karl Varga"),
    ("Ada Varga met Karl Brandt.", "met", "the name Karl Brandt"),
    ("Eva Varga works for Kestrel Ltd.", "job", "the name Eva Varga"),
    ("Zelda works for Kestrel Ltd.", "job", "the name Zelda"),
    ("Ada Varga works for Kestrel Holdings.", "job", "the name Kestrel Holdings"),
    ("Ada Varga works for Kestrel Ltd in Panama.", "job", "the name Panama"),
    ("She met Karl Meier in Bergen.", "met", "the name Bergen"),
    ("She met Karl Meier at the Grand Hotel.", "met", "the name Grand Hotel"),
    ("FTX US sold ships to Pelagos.", "sale", "the name Pelagos"),
    ("FTX EU sold 25 ships.", "sale", "the name FTX EU"),
    ("The Bank of Spain froze an account of Nina Olsen.", "bank", "the name Spain"),
    ("The Bank of Norway froze an account of Nina Olson.", "bank", "the name Nina Olson"),
    ("The SEC charged Tom Brandt in May 2020.", "plea", "the name SEC"),
    ("Mr Miller defended Tom Brandt in May 2020.", "plea", "the name Miller"),
    ("Tom Brandt-Meier pleaded in May 2020.", "plea", "the name Tom Brandt-Meier"),
    ("Ada Varga has worked with Tom Brandt since 2022.", "job", "the name Tom Brandt"),
    ("Ada Varga works for KESTREL GmbH.", "job", "the name KESTREL GmbH"),
    # a date that is another
    ("Ada Varga has worked for Kestrel Ltd since 12 November 2022.", "job", "the date 2022-11-12"),
    ("Ada Varga has worked for Kestrel Ltd since 11 October 2022.", "job", "the date 2022-10-11"),
    ("Ada Varga has worked for Kestrel Ltd since 11 November 2021.", "job", "the date 2021-11-11"),
    ("Ada Varga has worked for Kestrel Ltd since 2021.", "job", "the date 2021"),
    ("Ada Varga has worked for Kestrel Ltd since October 2022.", "job", "the date 2022-10"),
    ("Ada Varga joined Kestrel Ltd on November 12.", "job", "the date 11-12"),
    ("Ada Varga joined Kestrel Ltd on 2022-11-12.", "job", "the date 2022-11-12"),
    ("Ada Varga joined Kestrel Ltd on Nov. 1, 2022.", "job", "the date 2022-11-01"),
    ("FTX US sold ships from 1998 to 2005.", "sale", "the date 2005"),
    ("FTX US sold ships in 1999.", "sale", "the date 1999"),
    ("FTX US sold ships in March 1998.", "sale", "the date 1998-03"),
    ("Tom Brandt did not plead guilty on 3 May 2020.", "plea", "the date 2020-05-03"),
    ("Tom Brandt did not plead guilty in June 2020.", "plea", "the date 2020-06"),
    ("Ada Varga met Karl Meier in 2012.", "met", "the date 2012"),
    ("Ada Varga met Karl Meier on 4/5/2012.", "met", "the date 2012-04-05"),
    ("In the 1980s FTX US sold ships.", "sale", "the date 1980"),
    # a number that is another
    ("Ada Varga is paid 2,000 euros.", "job", "the number 2000€"),
    ("Ada Varga is paid 1,000 dollars.", "job", "the number 1000$"),
    ("Ada Varga is paid $1,000.", "job", "the number 1000$"),
    ("Ada Varga is paid 1000%.", "job", "the number 1000%"),
    ("Ada Varga is paid ten thousand euros.", "job", "the number 10000"),
    ("FTX US sold 26 ships.", "sale", "the number 26"),
    ("FTX US sold twenty-six ships.", "sale", "the number 26"),
    ("FTX US sold 250 ships.", "sale", "the number 250"),
    ("FTX US sold ships for $2.4 billion.", "sale", "the number 2400000000$"),
    ("FTX US sold ships for $24 million.", "sale", "the number 24000000$"),
    ("FTX US sold ships for 2.4 million pounds.", "sale", "the number 2400000£"),
    ("FTX US sold 91 percent of them.", "sale", "the number 91%"),
    ("FTX US sold 9% of them.", "sale", "the number 9%"),
    ("FTX US sold 25% of them.", "sale", "the number 25%"),
    ("FTX US sold a dozen ships.", "sale", "the number 12"),
    ("Ada Varga met Karl Meier twice, for 40 minutes.", "met", "the number 40"),
    ("Ada Varga met Karl Meier and 7 others.", "met", "the number 7"),
    # a citation that is none, or of something else
    ("Ada Varga works for Kestrel Ltd.", "", "it cites no passage"),
    ("Ada Varga works for Kestrel Ltd.", "nowhere", "there is no passage nowhere"),
    ("Ada Varga works for Kestrel Ltd.", "job nowhere", "there is no passage nowhere"),
    ("Ada Varga works for Kestrel Ltd.", "met", "the name Kestrel Ltd"),
    ("Ada Varga works for Kestrel Ltd.", "job plea", "passage plea has nothing to do with it"),
    ("Tom Brandt pleaded in May 2020.", "plea sale", "passage sale has nothing to do with it"),
    ("Karl Meier was met in Oslo.", "met bank", "passage bank has nothing to do with it"),
    ("He was in Oslo.", "job", "the name Oslo"),
    # a denial where nothing is denied
    ("Ada Varga has not worked for Kestrel Ltd.", "job", "no cited passage says “not”"),
    ("Ada Varga never met Karl Meier.", "met", "no cited passage says “never”"),
    ("Ada Varga didn't meet Karl Meier.", "met", "no cited passage says “didn't”"),
    ("Nobody at FTX US sold 25 ships.", "sale", "no cited passage says “Nobody”"),
    ("Ada Varga denied that she met Karl Meier.", "met", "no cited passage says “denied”"),
]

NOT_FOUND = [
    ("Kestrel Ltd works for Ada Varga.", "job"),  # the wrong way round
    ("Ada Varga owns Kestrel Ltd.", "job"),  # another verb
    ("Tom Brandt pleaded guilty in May 2020.", "plea"),  # a denial left out
    ("Karl Meier works for Kestrel Ltd.", "job met"),  # of somebody in another cited passage
    ("FTX US sold 90 ships.", "sale"),  # a number of something else in the same passage
    ("Ada Varga met zelda.", "met"),  # a name in small letters
    ("CEO Ada Varga works for Kestrel Ltd.", "job"),  # another office
]


def problems(text: str, cites: str) -> tuple[str, ...]:
    sentence = Sentence(text=text, cites=tuple(cites.split()))
    return problems_of(sentence, GROUNDS, NAMES, counts=(3, 2000))


@pytest.mark.parametrize(("text", "cites"), HOLDING)
def test_a_sentence_that_holds_raises_no_alarm(text: str, cites: str) -> None:
    assert problems(text, cites) == ()


def test_there_are_at_least_sixty_planted_faults() -> None:
    assert len({fault[0] for fault in FAULTS}) >= 60


@pytest.mark.parametrize(("text", "cites", "problem"), FAULTS)
def test_a_planted_fault_is_found(text: str, cites: str, problem: str) -> None:
    found = problems(text, cites)
    assert any(one.startswith(problem) for one in found), found


@pytest.mark.parametrize(("text", "cites"), NOT_FOUND)
def test_what_only_a_reader_can_see_is_not_found(text: str, cites: str) -> None:
    assert problems(text, cites) == ()


def test_names_and_values_of_the_graph_support_a_sentence_beside_the_quote() -> None:
    documents = {
        **harbour(),
        "c.txt": [person("Ada Varga", attributes=attribute("nationality", "Norwegian"))],
    }
    told = material(documents)
    grounds, names = grounds_of(told), known_names(told)
    (ada,) = (member for member in told.members if member.name == "Ada Varga")
    (passage,) = ada.values[0].passages
    said = Sentence(text="Varga is “Norwegian”.", cites=(passage.id,))
    assert problems_of(said, grounds, names) == ()
    wrong = Sentence(text="Varga is “Swedish”.", cites=(passage.id,))
    assert problems_of(wrong, grounds, names) == ("the name Swedish is in no cited passage",)


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("Ada Varga works for Kestrel Ltd.", "Kestrel Ltd employs Ada Varga.", ()),
        ("In May 2020 Ada Varga got 5 million.", "Ada Varga got five million in May 2020.", ()),
        ("Ada Varga met Karl Meier.", "Ada Varga met him.", ("the name Karl Meier",)),
        ("On 3 May 2020 Varga left.", "In May 2020 Varga left.", ("the date 2020-05-03",)),
        ("In May 2020 Varga left.", "On 3 May 2020 Varga left.", ()),
        ("Varga got $5 million.", "Varga got millions.", ("the number 5000000$",)),
        ("Varga got $5.", "Varga got €5.", ("the number 5$",)),
    ],
)
def test_a_rewrite_is_compared_with_what_it_replaces(
    before: str, after: str, lost: tuple[str, ...]
) -> None:
    assert facts_lost(before, after, NAMES) == lost
